// Compiles a page of MDX as Docusaurus does and prints the HTML that it makes.
import { readFileSync } from "node:fs";
import { evaluate } from "@mdx-js/mdx";
import remarkGfm from "remark-gfm";

const EMPTY = new Set(["br", "hr", "img", "input"]);
const escaped = (text) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

class Markup {
  constructor(html) {
    this.html = html;
  }
}

function html(child) {
  if (child instanceof Markup) return child.html;
  if (Array.isArray(child)) return child.map(html).join("");
  return child === null || child === undefined || child === false ? "" : escaped(String(child));
}

function jsx(type, { children, ...attributes }) {
  if (type === Fragment) return new Markup(html(children));
  if (typeof type === "function") return type({ children, ...attributes });
  const written = Object.entries(attributes)
    .filter(([, value]) => typeof value === "string")
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join("");
  if (EMPTY.has(type)) return new Markup(`<${type}${written}/>`);
  return new Markup(`<${type}${written}>${html(children)}</${type}>`);
}

const Fragment = Symbol("Fragment");
const source = readFileSync(process.argv[2], "utf-8");
const page = await evaluate(source, { Fragment, jsx, jsxs: jsx, remarkPlugins: [remarkGfm] });
process.stdout.write(html(page.default({})));
