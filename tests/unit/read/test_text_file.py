from __future__ import annotations

import gzip
import hashlib
from pathlib import Path

import pytest
import zstandard

from reportgen.errors import Problems
from reportgen.read import inspect_path
from reportgen.read.text_file import Source, TextFile
from tests.builders import write_judgments, write_rankings, write_run, write_text
from tests.unit.read.refusals import label_problems, only, run_problems
from tests.unit.read.tables import rankings_of, rows_of

ROWS = "q1 Q0 a 1 2.0 t\nq1 Q0 b 2 1.0 t\n"
COMPRESS = {".gz": gzip.compress, ".zst": zstandard.ZstdCompressor().compress}


def blocks_of(path: Path, block_bytes: int) -> list[tuple[int, bytes]]:
    problems = Problems()
    file = TextFile(Source(path, path.name, path.name), problems, block_bytes)
    blocks = [(block.first_line, block.text) for block in file.blocks()]
    problems.refuse_if_any()
    return blocks


@pytest.mark.parametrize("suffix", ["", ".gz", ".zst"])
@pytest.mark.parametrize("block_bytes", [1, 3, 7, 64, 10_000])
def test_blocks_hold_whole_lines_and_know_their_numbers(
    tmp_path: Path, suffix: str, block_bytes: int
) -> None:
    text = b"".join(b"%d\n" % number + b"\n" * (number % 3) for number in range(200)) + b"last"
    path = tmp_path / f"file{suffix}"
    path.write_bytes(COMPRESS[suffix](text) if suffix else text)

    blocks = blocks_of(path, block_bytes)

    assert text == b"".join(block for _, block in blocks)
    assert all(block.endswith(b"\n") for _, block in blocks[:-1])
    before = 0
    for first_line, block in blocks:
        assert 1 + before == first_line
        before += block.count(b"\n")


@pytest.mark.parametrize("suffix", [".gz", ".zst"])
def test_a_file_of_several_frames_is_read_whole(tmp_path: Path, suffix: str) -> None:
    compress = COMPRESS[suffix]
    path = tmp_path / f"run.trec{suffix}"
    path.write_bytes(compress(ROWS.encode()) + compress(b"q2 Q0 c 1 3.0 t\n"))

    assert [("q1", "a"), ("q1", "b"), ("q2", "c")] == rows_of(rankings_of(path))


@pytest.mark.parametrize("suffix", [".gz", ".zst"])
@pytest.mark.parametrize("lost", [1, 4, 12])
def test_compressed_content_that_is_cut_short_is_refused(
    tmp_path: Path, suffix: str, lost: int
) -> None:
    path = tmp_path / f"run.trec{suffix}"
    path.write_bytes(COMPRESS[suffix]((ROWS * 50).encode())[:-lost])

    problem = only(run_problems(path))

    assert "damaged or cut short" in problem.what


@pytest.mark.parametrize("suffix", [".gz", ".zst"])
def test_bytes_that_follow_the_compressed_content_are_refused(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"run.trec{suffix}"
    path.write_bytes(COMPRESS[suffix](ROWS.encode()) + b"more")

    assert "damaged" in only(run_problems(path)).what


@pytest.mark.parametrize(("suffix", "kind"), [(".gz", "gzip"), (".zst", "zstd")])
def test_a_name_that_says_compressed_and_content_that_is_not_are_refused(
    tmp_path: Path, suffix: str, kind: str
) -> None:
    path = write_text(tmp_path / f"pool.run{suffix}", ROWS)

    problem = only(run_problems(path))

    assert (
        f"the name ends in {suffix}, but the content is not {kind}",
        f"compress the file with {kind}, or drop {suffix} from its name",
    ) == (problem.what, problem.remedy)


@pytest.mark.parametrize(("suffix", "kind"), [(".gz", "gzip"), (".zst", "zstd")])
@pytest.mark.parametrize("name", ["pool.run", "pool.jsonl", "pool.parquet"])
def test_compressed_content_whose_name_does_not_say_so_is_refused(
    tmp_path: Path, suffix: str, kind: str, name: str
) -> None:
    path = tmp_path / name
    path.write_bytes(COMPRESS[suffix](ROWS.encode()))

    problem = only(run_problems(path))

    assert (
        f"the content is {kind}, but the name does not say so",
        f"let the name end in {suffix}",
    ) == (problem.what, problem.remedy)


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"\x04\x22\x4d\x18rest", "LZ4"),
        (b"PK\x03\x04rest", "ZIP"),
        (b"BZh9rest", "bzip2"),
        (b"\xfd7zXZ\x00rest", "xz"),
    ],
)
def test_other_compressions_are_refused_by_name(tmp_path: Path, content: bytes, kind: str) -> None:
    path = tmp_path / "pool.run"
    path.write_bytes(content)

    problem = only(run_problems(path))

    assert kind in problem.what
    assert ".gz" in problem.remedy


@pytest.mark.parametrize("name", ["a.run", "a.jsonl", "a.parquet", "a.run.gz", "a.jsonl.zst"])
def test_a_file_of_no_bytes_is_refused_as_empty(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(b"")

    assert "the file is empty (0 bytes)" == only(run_problems(path)).what


@pytest.mark.parametrize("name", ["qrels.trec", "qrels.tsv", "qrels.jsonl", "qrels.parquet"])
def test_judgments_of_no_bytes_are_refused_as_empty(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(b"")

    assert "the file is empty (0 bytes)" == only(label_problems(path)).what


@pytest.mark.parametrize("text", ["\n\n", "# only a comment\n", " \t \r\n"])
def test_a_file_without_any_row_is_refused(tmp_path: Path, text: str) -> None:
    for name in ("a.run", "a.run.gz"):
        path = tmp_path / name
        path.write_bytes(gzip.compress(text.encode()) if name.endswith(".gz") else text.encode())

        assert "the file holds no row" == only(run_problems(path)).what


def test_a_missing_file_and_a_directory_in_its_place_are_refused(tmp_path: Path) -> None:
    directory = write_run(tmp_path, "run", {"pool": {"q1": ["a"]}})
    (directory / "pool.jsonl").unlink()
    missing = only(run_problems(directory))
    (directory / "pool.jsonl").mkdir()
    folder = only(run_problems(directory))

    assert ("the file does not exist", "this is not a file") == (missing.what, folder.what)
    assert str(directory / "pool.jsonl") == missing.path


@pytest.mark.parametrize("name", ["a.run", "a.jsonl"])
def test_a_byte_that_is_not_utf8_is_refused_with_its_line(tmp_path: Path, name: str) -> None:
    rows = {
        "a.run": b"q1 Q0 a 1 2 t\nq1 Q0 caf\xe9 2 1 t\n",
        "a.jsonl": b'{"query_id":"q1","ranking":["a"]}\n{"query_id":"q2","ranking":["caf\xe9"]}\n',
    }
    path = tmp_path / name
    path.write_bytes(rows[name])

    problem = only(run_problems(path))

    assert (2, "byte 0xE9 is not UTF-8") == (problem.line, problem.what)


def test_a_byte_that_is_not_utf8_is_refused_in_columns_that_nobody_reads(tmp_path: Path) -> None:
    path = tmp_path / "a.run"
    path.write_bytes(b"q1 Q0 a 1 2 t\nq1 Q0 b 2 1 caf\xe9\n")
    ignored = tmp_path / "a.jsonl"
    ignored.write_bytes(b'{"query_id":"q1","ranking":["a"],"note":"caf\xe9"}\n')

    assert 2 == only(run_problems(path)).line
    assert 1 == only(run_problems(ignored)).line


def test_utf16_is_named_as_such(tmp_path: Path) -> None:
    path = tmp_path / "a.run"
    path.write_bytes(ROWS.encode("utf-16"))

    assert "the text is UTF-16, not UTF-8" == only(run_problems(path)).what


def test_a_byte_order_mark_changes_nothing_in_any_text_file(tmp_path: Path) -> None:
    mark = b"\xef\xbb\xbf"
    run = tmp_path / "a.run"
    run.write_bytes(mark + ROWS.encode())
    lines = tmp_path / "a.jsonl"
    lines.write_bytes(mark + b'{"query_id":"q1","ranking":["a","b"]}\n')
    directory = write_run(tmp_path, "run", {"pool": {"q1": ["a", "b"]}})
    (directory / "run.json").write_bytes(mark + (directory / "run.json").read_bytes())

    expected = [("q1", "a"), ("q1", "b")]
    assert expected == rows_of(rankings_of(run))
    assert expected == rows_of(rankings_of(lines))
    assert expected == rows_of(rankings_of(directory))


@pytest.mark.parametrize("suffix", ["", ".gz", ".zst"])
def test_the_hash_is_that_of_the_bytes_on_disk(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"run.trec{suffix}"
    path.write_bytes(COMPRESS[suffix](ROWS.encode()) if suffix else ROWS.encode())
    problems = Problems()
    file = TextFile(Source(path, "x", "baseline/x"), problems, 8)
    list(file.blocks())

    assert hashlib.sha256(path.read_bytes()).hexdigest() == file.input_file().sha256
    assert "baseline/x" == file.input_file().path


def test_parquet_content_under_another_name_is_refused(tmp_path: Path) -> None:
    write_judgments(tmp_path / "x.parquet", {"q1": {"a": 1}}, format="parquet")
    path = (tmp_path / "x.parquet").rename(tmp_path / "x.trec")

    problem = only(label_problems(path))

    assert ("the content is Parquet", "let the name end in .parquet") == (
        problem.what,
        problem.remedy,
    )


@pytest.mark.parametrize("suffix", [".gz", ".zst"])
def test_parquet_is_not_compressed_again(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"x.parquet{suffix}"
    path.write_bytes(COMPRESS[suffix](b"PAR1"))

    problem = only(run_problems(path))

    assert "a Parquet file is never compressed again" == problem.what


def test_parquet_that_is_cut_short_is_refused(tmp_path: Path) -> None:
    path = write_judgments(tmp_path / "x.parquet", {"q1": {"a": 1}}, format="parquet")
    path.write_bytes(path.read_bytes()[:-3])

    assert "not Parquet or is cut short" in only(label_problems(path)).what


def test_parquet_whose_inside_is_damaged_is_refused(tmp_path: Path) -> None:
    path = write_judgments(tmp_path / "x.parquet", {"q1": {"a": 1}}, format="parquet")
    content = bytearray(path.read_bytes())
    content[len(content) // 2 : -8] = b"\0" * (len(content) - len(content) // 2 - 8)
    path.write_bytes(bytes(content))

    assert "the Parquet content is damaged" == only(label_problems(path)).what


@pytest.mark.parametrize("value", [0x00, 0x2A, 0xFF])
def test_parquet_with_a_false_byte_in_its_footer_is_read_or_refused(
    tmp_path: Path, value: int
) -> None:
    path = write_rankings(tmp_path / "x.parquet", {"q1": ["a"], "q2": ["b"]}, format="parquet")
    content = path.read_bytes()
    refused = 0

    for place in range(len(content) - 300, len(content)):
        path.write_bytes(content[:place] + bytes([value]) + content[place + 1 :])
        refused += bool(inspect_path(path).problems)

    assert 0 < refused


def test_a_first_id_that_looks_like_parquet_is_an_id(tmp_path: Path) -> None:
    path = write_text(tmp_path / "a.run", "PAR1 Q0 a 1 2.0 t\n")

    assert [("PAR1", "a")] == rows_of(rankings_of(path))
