// The frame of the page: the part that is shown, requests, the stream of events.
import { live } from "./live.js";
import { health } from "./health.js";
import { files } from "./files.js";
import { sharing } from "./sharing.js";

const parts = { live, health, files, sharing };

/** A text of strangers with what cannot be seen, or turns the writing, written out (VisibleText). */
export const visible = (text) => String(text).replace(
  /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u{10FF5C}\u{10FF80}-\u{10FFFF}]/gu, (sign) => {
    const code = sign.codePointAt(0);
    const digits = (number) => number.toString(16).toUpperCase();
    return code >= 0x10FF00 ? `\\x${digits(code & 0xFF)}` : `\\u{${digits(code)}}`;
  });

/** Names go back to the server as they came; they are written out where they are shown. */
const identifiers = new Set(["bundle_identifier", "path", "type", "uuid", "id"]);

export const parsed = (text) => JSON.parse(
  text, (key, value) => typeof value === "string" && !identifiers.has(key) ? visible(value) : value);

/** Asks the server; throws an Error with its sentence if it refuses. */
export async function ask(path, body) {
  const response = await fetch(path, body && {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  });
  const text = await response.text();
  if (response.ok) return text ? parsed(text) : {};
  throw Object.assign(new Error(refusal(response.status, text)), { status: response.status });
}

/** Why the server refuses, in its own words if there are some. */
export function refusal(status, text) {
  try { return sentence(parsed(text).error.trim()); } catch { return `The server answered ${status}.`; }
}

/** What the server says, as a sentence. */
export const sentence = (text) => text && text[0].toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");

export async function attempt(target, work) {
  try { await work(); } catch (error) { put(target, error.message); }
}

export const by = (id) => document.getElementById(id);

/** Content without what is missing. */
const pieces = (content) => content.flat(Infinity).filter((one) => one || one === 0)
  .map((one) => one instanceof Node ? one : visible(one));

/** Puts content in place of what an element, or that with an id, has held. */
export const put = (target, ...content) => (by(target) ?? target).replaceChildren(...pieces(content));

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
export const button = (text, click, attributes = {}) => element("button", { click, ...attributes }, text);

/** Names and values for a list of them, without those that are missing. */
export const facts = (pairs) => pairs.filter(([, value]) => value)
  .flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]);

export const fill = (table, heads, rows) => put(table,
  element("thead", {}, element("tr", {}, heads.map((name) => element("th", { scope: "col" }, name)))),
  element("tbody", {}, rows.map((cells) => element("tr", {}, cells.map((cell) => element("td", {}, cell))))));

export function on(event, works) {
  for (const [id, work] of Object.entries(works)) by(id).addEventListener(event, work);
}

/** A time in the browser's zone, in the ISO order. */
export const timeText = (date, length = 16) => new Date(date).toLocaleString("sv").slice(0, length);
export const dayText = (date) => timeText(date, 10);
export const clockText = (date) => timeText(date).slice(11);

/** A moment as people say it: "Today 09:12", "16 Mar"; with its year if that is another. */
export function whenText(date, isDay = false) {
  const [now, then] = [new Date(), new Date(date)];
  const days = Math.round((now.setHours(12, 0, 0, 0) - new Date(date).setHours(12, 0, 0, 0)) / 86_400_000);
  const day = ["Today", "Yesterday"][days] ?? dayForms[+(now.getFullYear() !== then.getFullYear())].format(then);
  return isDay ? day : `${day} ${clockText(date)}`;
}

const dayForms = [{}, { year: "numeric" }].map((year) =>
  new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", ...year }));
export const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Asks in the browser's zone, or in the server's if that is unknown there. */
export async function zoned(path, words = {}) {
  try {
    return await ask(`${path}?${new URLSearchParams({ ...words, zone })}`);
  } catch (error) {
    if (error.status !== 400) throw error;
    return ask(`${path}?${new URLSearchParams(words)}`);
  }
}

/** The fields of results as the server explains them, by this page's names. */
let fields = {};

/** A result's value of a field; null if it is missing. */
export const valueOf = (result, field) => result[fields[field].name] ?? null;

export const meaningOf = (field) => fields[field].meaning;

export const readable = (name) => name.replaceAll("_", " ");

let stream;

/** Listens while the page can be seen: a browser opens few connections to one server. */
function listen() {
  if (document.hidden) stream = stream?.close();
  if (document.hidden || stream) return;
  stream = new EventSource("api/events");
  stream.onopen = () => { by("offline").hidden = true; };
  stream.onerror = () => {
    put("offline", stream.readyState === EventSource.CLOSED
      ? "Heartcam was started anew. Open the address that it has printed."
      : "Heartcam does not answer. If it has ended, start it again: heartcam serve");
    by("offline").hidden = false;
  };
  stream.onmessage = (message) => {
    const event = parsed(message.data);
    live.take(event);
    files.take(event);
    // Another's import.
    if (event.state === "done" && location.hash.startsWith("#health") && !by("sample").open) show();
  };
}

function show() {
  const [name, ...path] = location.hash.slice(1).split("/").map(decodeURIComponent);
  const chosen = Object.hasOwn(parts, name) ? name : "live";
  for (const part in parts) by(`page-${part}`).hidden = part !== chosen;
  by("sample").close();
  for (const link of document.querySelectorAll("nav a")) {
    const isChosen = link.hash === `#${chosen}`;
    link.ariaCurrent = isChosen ? "page" : null;
    if (isChosen) document.title = `${link.textContent} – Heartcam`;
  }
  parts[chosen].show(path);
}

addEventListener("hashchange", (event) => {
  show();
  // Within a part, it says itself what is shown next.
  const part = (address) => new URL(address).hash.split("/")[0];
  if (part(event.oldURL) !== part(event.newURL)) by("main").focus();
});
document.addEventListener("visibilitychange", listen);
// A reload in place of a page from memory, whose stream is closed.
addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });

const browser = await ask("api/browser");
fields = browser.fields;
await live.begin(browser);
for (const part of [health, files, sharing]) part.begin();
show();
listen();
