"use strict";
// Sorts, filters and opens rows, keeps that in the address (#~f=worse&s=3-&o=q-17), and lets every link within the
// page lead to something visible. Without it the page is whole, in the order it was written.

document.documentElement.classList.add("js");

const list = (nodes) => [...nodes];
const BLOCK = 100;

// Number of a cell, NaN where it has none: "−0.5", "1/3", the sum of "2 · 5", or what the page says to sort by.
function number(cell) {
  const text = (cell.dataset.s ?? cell.textContent).replace("−", "-");
  const [first, second] = text.split(" · ");
  if (second) return (parseInt(first) || 0) + (parseInt(second) || 0);
  const [top, bottom] = text.split("/");
  return bottom === undefined ? parseFloat(top) : top / bottom;
}

// Headings in the order of their columns; those of a group stand in the row below it.
function leaves(head) {
  const [above, below] = list(head.rows).map((row) => list(row.cells));
  return above.flatMap((cell) => (cell.scope === "colgroup" ? below.splice(0, cell.colSpan) : [cell]));
}

class QueryTable {
  constructor(root) {
    this.root = root;
    this.blocks = list(root.querySelectorAll(".block"));
    this.rows = list(root.querySelectorAll(".block > table > tbody[id]")).map((body) => ({
      body,
      cells: body.rows[0].cells,
      details: body.querySelector("details"),
      summary: body.querySelector("summary"),
      keys: (body.dataset.f ?? "").split(" "),
    }));
    this.byId = new Map(this.rows.map((row) => [row.body.id, row]));
    this.chips = list(root.querySelectorAll(".filters button"));
    this.numbers = new Map(this.chips.slice(1).map((chip, at) => [chip.dataset.f, String(at)]));
    this.search = root.querySelector("[type=search]");
    this.heads = this.headings();
    this.reset();
    this.listen();
  }

  reset() {
    this.filters = [];
    this.text = "";
    this.column = null;
    this.falling = false;
  }

  // The other blocks repeat the headings of the first.
  headings() {
    const head = this.root.querySelector("thead");
    if (!head) return [];
    const found = leaves(head);
    found.push(...head.querySelectorAll(".x > th"));
    for (const cell of found) {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...cell.childNodes);
      cell.append(button);
    }
    return found;
  }

  listen() {
    for (const chip of this.chips) {
      chip.disabled = false;
      chip.onclick = () => this.choose(chip.dataset.f);
    }
    this.search.hidden = false;
    this.search.oninput = () => {
      this.text = this.search.value;
      this.show();
      this.write(false);
    };
    this.heads.forEach((cell, column) => {
      cell.querySelector("button").onclick = () => this.sortBy(column);
    });
    // One that the script made itself is known already.
    this.root.addEventListener("toggle", (event) => {
      const row = this.byId.get(event.target.closest("tbody")?.id);
      if (!row || row.details !== event.target || row.open === row.details.open) return;
      row.open = row.details.open;
      this.write(false);
    }, true);
  }

  // A chip that would leave nothing takes the place of the others.
  choose(key) {
    if (!key) {
      this.filters = [];
    } else if (this.filters.includes(key)) {
      this.filters = this.filters.filter((it) => it !== key);
    } else {
      const both = [...this.filters, key];
      this.filters = this.rows.some((row) => this.has(row, both)) ? both : [key];
    }
    this.show();
    this.write(true);
  }

  // Text rises first, numbers fall; the third click restores the page's order.
  sortBy(column) {
    const usual = !this.isText(column);
    if (this.column !== column) [this.column, this.falling] = [column, usual];
    else if (this.falling === usual) this.falling = !usual;
    else this.column = null;
    this.show();
    this.write(true);
  }

  isText(column) {
    return this.heads[column].classList.contains("t");
  }

  has(row, keys) {
    return keys.every((key) => row.keys.includes(this.numbers.get(key)));
  }

  words(row) {
    row.words ??= [...list(row.cells).filter((cell) => cell.matches("th, .t")), row.summary]
      .map((cell) => cell.textContent.toLowerCase()).join(" ");
    return row.words;
  }

  sorted() {
    if (this.column === null) return this.rows;
    const [column, sign, text] = [this.column, this.falling ? -1 : 1, this.isText(this.column)];
    const keyed = this.rows.map((row) => {
      const cell = row.cells[column] ?? row.summary.children[column - row.cells.length];
      const key = text ? (cell?.dataset.s ?? cell?.textContent ?? "").toLowerCase() : number(cell);
      return { row, key, missing: text ? key === "" : Number.isNaN(key) };
    });
    // Missing stands last both ways; equal rows keep the page's order.
    keyed.sort((a, b) => a.missing - b.missing
      || (a.missing ? 0 : sign * ((a.key > b.key) - (a.key < b.key))));
    return keyed.map((it) => it.row);
  }

  show() {
    const text = this.text.trim().toLowerCase();
    const shown = [];
    const hidden = [];
    for (const row of this.sorted()) {
      const fits = this.has(row, this.filters) && (!text || this.words(row).includes(text));
      row.body.hidden = !fits;
      (fits ? shown : hidden).push(row.body);
    }
    const order = [...shown, ...hidden];
    this.blocks.forEach((block, at) => {
      const first = at * BLOCK;
      const here = order.slice(first, first + BLOCK);
      block.firstElementChild.append(...here);
      // The first block stays, for its headings.
      block.hidden = at > 0 && first >= shown.length;
      block.style.setProperty("--n", Math.max(1, Math.min(here.length, shown.length - first)));
    });
    for (const chip of this.chips) {
      const key = chip.dataset.f;
      chip.ariaPressed = String(key ? this.filters.includes(key) : !this.filters.length);
    }
    this.heads.forEach((cell, column) => {
      if (column !== this.column) cell.removeAttribute("aria-sort");
      else cell.setAttribute("aria-sort", this.falling ? "descending" : "ascending");
    });
    if (this.search.value !== this.text) this.search.value = this.text;
    this.root.querySelector(".showing").textContent = this.root.dataset.showing
      .replace("{shown}", shown.length).replace("{total}", this.root.dataset.total);
  }

  open(row, open) {
    row.open = row.details.open = open;
  }

  // A change of filter or order is a step back can undo; typing and opening are not.
  write(isStep) {
    const state = new URLSearchParams();
    const opened = this.rows.filter((row) => row.open).map((row) => row.body.id);
    if (this.filters.length) state.set("f", this.filters.join(" "));
    if (this.text) state.set("q", this.text);
    if (this.column !== null) state.set("s", this.column + (this.falling ? "-" : "+"));
    if (opened.length) state.set("o", opened.join(" "));
    const hash = String(state) && `#~${state}`;
    history[isStep ? "pushState" : "replaceState"](null, "", hash || location.href.split("#")[0]);
  }

  read(hash) {
    const state = new URLSearchParams(hash);
    const words = (name) => (state.get(name) ?? "").split(" ").filter(Boolean);
    this.reset();
    this.filters = words("f").filter((key) => this.numbers.has(key));
    this.text = state.get("q") ?? "";
    const sort = /^(\d+)([+-])$/.exec(state.get("s") ?? "");
    if (sort && sort[1] < this.heads.length) [this.column, this.falling] = [+sort[1], sort[2] === "-"];
    const opened = new Set(words("o"));
    for (const row of this.rows) {
      if (Boolean(row.open) !== opened.has(row.body.id)) this.open(row, !row.open);
    }
    this.show();
  }

  // A link to a row wins over what hides it.
  reveal(id) {
    const row = this.byId.get(id);
    if (!row) return;
    if (row.body.hidden) {
      [this.filters, this.text] = [[], ""];
      this.show();
    }
    this.open(row, true);
  }
}

const root = document.querySelector(".queries");
const table = root && new QueryTable(root);

// Whatever folds or hides the place gives way: rows, folded parts, panels of other choices.
function reveal(id) {
  const place = document.getElementById(id);
  if (!place) return;
  for (let at = place; at; at = at.parentElement) {
    if (at.tagName === "DETAILS") at.open = true;
    if (at.tagName === "TBODY") table?.reveal(at.id);
    if (at.classList.contains("panel")) {
      for (const mark of at.classList) {
        const button = at.parentElement.querySelector(`.dials .${mark}`);
        if (button) button.checked = true;
      }
    }
  }
  settle(place, 5);
}

// Rows that come near the window get their true heights, which moves what stands below them.
function settle(place, frames) {
  place.scrollIntoView();
  if (frames) requestAnimationFrame(() => settle(place, frames - 1));
}

function follow() {
  const hash = location.hash.slice(1);
  if (hash && hash[0] !== "~") reveal(hash);
  else table?.read(hash.slice(1));
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href^='#']");
  if (!link) return;
  if (link.dataset.f && table?.numbers.has(link.dataset.f)) {
    event.preventDefault();
    [table.filters, table.text] = [[link.dataset.f], ""];
    table.show();
    table.write(true);
    root.scrollIntoView();
  } else if (link.hash === location.hash) {
    reveal(link.hash.slice(1));
  }
});
addEventListener("popstate", follow);

// The section that one reads is marked in the index, and the index shows the mark where it is narrow.
const index = document.querySelector(".index");
const marks = new Map(list(index.querySelectorAll("a")).map((link) => [link.hash.slice(1), link]));
const near = new Set();
const watch = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) near[isIntersecting ? "add" : "delete"](target.id);
  const here = list(marks.keys()).findLast((id) => near.has(id));
  for (const [id, link] of marks) {
    if (id !== here) link.removeAttribute("aria-current");
    else if (!link.hasAttribute("aria-current")) {
      link.setAttribute("aria-current", "true");
      index.scrollTo({ left: link.offsetLeft - 16 });
    }
  }
}, { rootMargin: "-25% 0px -74% 0px" });
for (const id of marks.keys()) watch.observe(document.getElementById(id));

// A region that does not scroll is no stop for the keyboard.
function stops() {
  for (const region of document.querySelectorAll(".scroll")) {
    if (region.scrollWidth > region.clientWidth) region.tabIndex = 0;
    else region.removeAttribute("tabindex");
  }
}
addEventListener("resize", stops);
stops();

if (location.hash) follow();
if (location.hash[1] === "~") root?.scrollIntoView();
