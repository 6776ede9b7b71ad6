// Elements of the document.
import { visible } from "./text.js";

export const by = (id) => document.getElementById(id);

/** Content without what is missing. */
const pieces = (content) => content.flat(Infinity).filter((one) => one || one === 0)
  .map((one) => one instanceof Node ? one : visible(one));

/** Puts content in place of what an element, or that with an id, has held; the focus stays on what is called alike. */
export function put(target, ...content) {
  const place = by(target) ?? target;
  const { href, ariaLabel } = document.activeElement;
  place.replaceChildren(...pieces(content));
  if ((href || ariaLabel) && document.activeElement === document.body) [...place.querySelectorAll("*")]
    .find((one) => one.href === href && one.ariaLabel === ariaLabel)?.focus({ preventScroll: true });
}

/** A new element with its content; attributes may be listeners and properties of its style. */
export function element(name, attributes = {}, ...content) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(key, value);
    else if (key.startsWith("--")) made.style.setProperty(key, value);
    else made.setAttribute(key, key === "value" ? value : visible(value));
  }
  made.append(...pieces(content));
  return made;
}

export const quiet = (...content) => element("p", { class: "quiet" }, ...content);
export const notice = (text) => element("p", { class: "notice" }, text);
export const button = (text, click, attributes = {}) => element("button", { click, ...attributes }, text);
export const link = (text, href, attributes = {}) => element("a", { href, ...attributes }, text);
export const option = ({ key, name }) => element("option", { value: key }, name);

/** Names and values for a list of them, without those that are missing. */
export const facts = (pairs) => pairs.filter(([, value]) => value)
  .flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]);

export const fill = (table, heads, rows) => put(table,
  element("thead", {}, element("tr", {}, heads.map((name) => element("th", { scope: "col" }, name)))),
  element("tbody", {}, rows.map((cells) => element("tr", {}, cells.map((cell) => element("td", {}, cell))))));

export function on(event, works) {
  for (const [id, work] of Object.entries(works)) by(id).addEventListener(event, work);
}

/** Shows or hides elements with these ids. */
export function show(isShown, ...ids) {
  for (const id of ids) by(id).hidden = !isShown;
}

/** The types that a person sees first, or not at all. */
export const chosen = {
  all: (kind) => JSON.parse(localStorage.getItem(kind) ?? "[]"),
  has: (kind, key) => chosen.all(kind).includes(key),
  toggle(kind, key) {
    const others = chosen.all(kind).filter((one) => one !== key);
    localStorage.setItem(kind, JSON.stringify(chosen.has(kind, key) ? others : [...others, key]));
  },
};
