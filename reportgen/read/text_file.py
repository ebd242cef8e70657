"""Text files as blocks of whole lines: decompressed, checked to be UTF-8, hashed as they stand on disk."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from os import SEEK_END
from pathlib import Path
from typing import Final, Protocol

import zstandard

from reportgen.errors import Problems
from reportgen.model.run import InputFile

BLOCK_BYTES: Final = 8 << 20
COMPRESSED_BYTES: Final = 64 << 10  # small, because one chunk may expand a thousandfold

BOM: Final = b"\xef\xbb\xbf"
_GZIP: Final = b"\x1f\x8b"
_ZSTD: Final = b"\x28\xb5\x2f\xfd"
_PARQUET: Final = b"PAR1"
_FOREIGN: Final = {
    b"\x04\x22\x4d\x18": "LZ4",
    b"PK\x03\x04": "a ZIP archive",
    b"BZh": "bzip2",
    b"\xfd7zXZ\x00": "xz",
}
_UTF16: Final = (b"\xff\xfe", b"\xfe\xff")


@dataclass(frozen=True, slots=True)
class Source:
    """A file to read: where it is, how the user spelled it, and its name in the report (a role and a path inside)."""

    path: Path
    shown: str
    name: str

    @classmethod
    def named(cls, name: str) -> Source:
        """A file known by its name alone."""
        return cls(Path(name), name, name)

    def bare_name(self) -> str:
        """The file name in lower case, without a compression suffix."""
        return self.path.name.lower().removesuffix(".gz").removesuffix(".zst")


@dataclass(frozen=True, slots=True)
class Block:
    """Whole lines of a file; `first_line` is the number of the first one, counted from 1."""

    first_line: int
    text: bytes


def check_first_bytes(source: Source, problems: Problems) -> bool:
    """Whether the file can be opened and its first bytes are what its name says; else a problem is added."""
    shown = source.shown
    try:
        if not source.path.is_file():
            if source.path.exists():
                problems.add(shown, 0, "this is not a file", "name a file")
            elif source.path.is_symlink():
                problems.add(shown, 0, "the link leads nowhere", "correct the link or remove it")
            else:
                problems.add(
                    shown, 0, "the file does not exist", "correct the name or add the file"
                )
            return False
        with source.path.open("rb") as file:
            first = file.read(8)
            file.seek(-min(4, len(first)), SEEK_END)
            last = file.read(4)
    except OSError as error:
        problems.add(shown, 0, f"the file cannot be read ({error.strerror})", "make it readable")
        return False
    if not first:
        problems.add(shown, 0, "the file is empty (0 bytes)", "write it again, or remove it")
        return False
    found = _wrong_content(source.path.name.lower(), first, last)
    if found is not None:
        problems.add(shown, 0, *found)
    return found is None


def _wrong_content(name: str, first: bytes, last: bytes) -> tuple[str, str] | None:
    compressions = ((_GZIP, "gzip", ".gz"), (_ZSTD, "zstd", ".zst"))
    for magic, kind, suffix in compressions:
        if name.endswith(suffix) and not first.startswith(magic):
            return (
                f"the name ends in {suffix}, but the content is not {kind}",
                f"compress the file with {kind}, or drop {suffix} from its name",
            )
        if name.endswith(f".parquet{suffix}"):
            return "a Parquet file is never compressed again", f"store it without {suffix}"
        if first.startswith(magic) and not name.endswith(suffix):
            return (
                f"the content is {kind}, but the name does not say so",
                f"let the name end in {suffix}",
            )
    is_parquet = first.startswith(_PARQUET) and last == _PARQUET
    if name.endswith(".parquet") and not is_parquet:
        return (
            "the name ends in .parquet, but the content is not Parquet or is cut short",
            "write the file again as Parquet, or give it the suffix of its format",
        )
    if is_parquet and not name.endswith(".parquet"):
        return "the content is Parquet", "let the name end in .parquet"
    for magic, kind in _FOREIGN.items():
        if first.startswith(magic):
            return (
                f"the content is {kind}, which is not read",
                "store the file plain, or compressed with gzip (.gz) or zstd (.zst)",
            )
    if first.startswith(_UTF16):
        return "the text is UTF-16, not UTF-8", "convert the file to UTF-8"
    return None


class TextFile:
    """Reads one text file, plain or compressed, as blocks of whole lines.

    A byte order mark before the first line is dropped. Problems (missing, empty, damaged, not UTF-8) are added to
    `problems` and end the reading. The hash is known once all blocks were taken.
    """

    def __init__(self, source: Source, problems: Problems, block_bytes: int = BLOCK_BYTES) -> None:
        self.source = source
        self._block_bytes = block_bytes
        self._problems = problems
        self._hash = hashlib.sha256()

    def input_file(self) -> InputFile:
        """The file with the SHA-256 of its bytes on disk, so far as they were read."""
        return InputFile(self.source.name, self._hash.hexdigest())

    def blocks(self) -> Iterator[Block]:
        if not check_first_bytes(self.source, self._problems):
            return
        line = 1
        try:
            for text in _whole_lines(self._decompressed(), self._block_bytes):
                if not text.isascii() and not self._is_utf8(text, line):
                    return
                yield Block(line, text)
                line += text.count(b"\n")
        except (zlib.error, zstandard.ZstdError, EOFError):
            self._problems.add(
                self.source.shown,
                0,
                "the compressed content is damaged or cut short",
                "compress the file again",
            )
        except OSError as error:
            self._problems.add(
                self.source.shown, 0, f"reading failed ({error.strerror})", "make it readable"
            )

    def _decompressed(self) -> Iterator[bytes]:
        name = self.source.path.name.lower()
        if name.endswith(".gz"):
            return _frames(self._raw(COMPRESSED_BYTES), lambda: zlib.decompressobj(wbits=31))
        if name.endswith(".zst"):
            reader = zstandard.ZstdDecompressor()
            return _frames(self._raw(COMPRESSED_BYTES), reader.decompressobj)
        return self._raw(self._block_bytes)

    def _raw(self, size: int) -> Iterator[bytes]:
        with self.source.path.open("rb") as file:
            while chunk := file.read(size):
                self._hash.update(chunk)
                yield chunk

    def _is_utf8(self, text: bytes, first_line: int) -> bool:
        try:
            text.decode()
        except UnicodeDecodeError as error:
            line = first_line + text.count(b"\n", 0, error.start)
            self._problems.add(
                self.source.shown,
                line,
                f"byte 0x{text[error.start]:02X} is not UTF-8",
                "convert the file to UTF-8",
            )
            return False
        return True


class _Decoder(Protocol):
    def decompress(self, data: bytes, /) -> bytes: ...
    @property
    def eof(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...


def _frames(chunks: Iterator[bytes], new_decoder: Callable[[], _Decoder]) -> Iterator[bytes]:
    """The content of all frames of a compressed file; `EOFError` where the last one is cut short."""
    decoder: _Decoder | None = None
    for chunk in chunks:
        rest = chunk
        while rest:
            if decoder is None:
                rest = rest.lstrip(b"\0")  # gzip allows zeros after a member
                if not rest:
                    break
                decoder = new_decoder()
            yield decoder.decompress(rest)
            rest = b""
            if decoder.eof:
                rest, decoder = decoder.unused_data, None
    if decoder is not None:
        raise EOFError


def _whole_lines(chunks: Iterator[bytes], block_bytes: int) -> Iterator[bytes]:
    """Chunks regrouped so that each, but perhaps the last, ends with a line end; at least about a block large."""
    held: list[bytes] = []
    held_bytes = 0
    is_first = True
    for chunk in chunks:
        cut = chunk.rfind(b"\n") + 1
        if not cut or held_bytes + len(chunk) < block_bytes:
            held.append(chunk)
            held_bytes += len(chunk)
            continue
        text = b"".join((*held, memoryview(chunk)[:cut]))  # copied once
        yield text.removeprefix(BOM) if is_first else text
        is_first = False
        held, held_bytes = [chunk[cut:]], len(chunk) - cut
    text = b"".join(held)
    text = text.removeprefix(BOM) if is_first else text
    if text:
        yield text
