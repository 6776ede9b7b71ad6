// The frame of the page: which part is shown, requests, and the stream of events.
import { live } from "./live.js";
import { health } from "./health.js";
import { files } from "./files.js";
import { sharing } from "./sharing.js";

const parts = { live, health, files, sharing };

/**
 * A text of strangers as a person may see it, by the rule of VisibleText: characters that cannot be seen, or that turn
 * the direction of writing, are written out.
 */
export const visible = (text) => String(text).replace(
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u{10FF5C}\u{10FF80}-\u{10FFFF}]/gu, (sign) => {
    const code = sign.codePointAt(0);
    const digits = (number) => number.toString(16).toUpperCase();
    if (sign === "\n" || sign === "\t") return sign;
    return code >= 0x10FF00 ? `\\x${digits(code & 0xFF)}` : `\\u{${digits(code)}}`;
  });

/** What the server knows things by comes back to it as it is; it is written out where it is shown. */
const identifiers = new Set(["bundle_identifier", "path", "type", "uuid", "id"]);

/** Reads what the server has sent. */
export const parsed = (text) => JSON.parse(
  text, (key, value) => typeof value === "string" && !identifiers.has(key) ? visible(value) : value);

/** Asks the server; throws an Error with its sentence if it refuses. */
export async function ask(path, body) {
  const options = body === undefined ? {} : {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  };
  const response = await fetch(path, options);
  let answer = {};
  try { answer = parsed(await response.text()); } catch { /* there is no answer in it */ }
  if (!response.ok) {
    const error = new Error(answer.error ? sentence(answer.error) : `The server answered ${response.status}.`);
    throw Object.assign(error, { status: response.status });
  }
  return answer;
}

/** What the server says, as a sentence. */
export const sentence = (text) => text ? `${text[0].toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}` : "";

/** The element with an id. */
export const by = (id) => document.getElementById(id);

/** A new element with a text and attributes. */
export function element(name, text, attributes = {}) {
  const made = document.createElement(name);
  if (text !== undefined && text !== null) made.textContent = visible(text);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, key === "value" ? value : visible(value));
  return made;
}

/** A time in the browser's zone, by the ISO order that every language reads. */
export function timeText(date, parts = "minute") {
  const two = (number) => String(number).padStart(2, "0");
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  if (parts === "day") return day;
  const clock = `${two(date.getHours())}:${two(date.getMinutes())}`;
  return parts === "second" ? `${day} ${clock}:${two(date.getSeconds())}` : `${day} ${clock}`;
}

/** A moment as people say it: "Today 09:12", "16 Mar 2026". */
export function whenText(date, isDay = false) {
  const days = Math.round((new Date().setHours(12, 0, 0, 0) - new Date(date).setHours(12, 0, 0, 0)) / 86_400_000);
  const day = days === 0 ? "Today" : days === 1 ? "Yesterday" : dayForm.format(date);
  return isDay ? day : `${day} ${timeText(date).slice(-5)}`;
}

const dayForm = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Asks in the browser's zone, or in the server's if that knows the browser's by another name. */
export async function zoned(path, words) {
  try {
    return await ask(`${path}?${words}&zone=${encodeURIComponent(zone)}`);
  } catch (error) {
    if (error.status !== 400) throw error;
    return ask(`${path}?${words}`);
  }
}

/** The fields of results, as the server's table names and explains them, by what this page calls them. */
let fields = {};

/** A result's value of a field; null if it is missing. */
export const valueOf = (result, field) => result[fields[field].name] ?? null;

/** What a field is, a phrase. */
export const meaningOf = (field) => fields[field].meaning;

/** A name of types or metadata as words: `HKHeartRateMotionContext`. */
export const readable = (name) =>
  name.replace(/^HK(\w*TypeIdentifier|MetadataKey)?|^Heartcam/, "").replace(/([a-z])([A-Z])/g, "$1 $2");

let stream;

/** Listens while the page can be seen: a browser opens few connections to one server. */
function listen() {
  if (document.hidden) {
    stream?.close();
    stream = undefined;
    return;
  }
  if (stream) return;
  stream = new EventSource("/api/events");
  stream.onopen = () => { by("offline").hidden = true; };
  stream.onerror = () => {
    // A server that was started anew knows no browser.
    const isOver = stream.readyState === EventSource.CLOSED;
    by("offline").textContent = isOver
      ? "Heartcam was started anew. Open the address that it has printed."
      : "Heartcam does not answer. If it has ended, start it again in a terminal: heartcam serve";
    by("offline").hidden = false;
  };
  stream.onmessage = (message) => {
    const event = parsed(message.data);
    live.take(event);
    files.take(event);
  };
}

function show() {
  const [name, ...path] = location.hash.slice(1).split("/").map(decodeURIComponent);
  const chosen = name in parts ? name : "live";
  for (const part of Object.keys(parts)) by(`page-${part}`).hidden = part !== chosen;
  for (const link of document.querySelectorAll("nav a")) {
    if (link.hash === `#${chosen}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  const title = document.querySelector(`nav a[href="#${chosen}"]`).textContent;
  document.title = `${title} – Heartcam`;
  parts[chosen].show(path);
}

window.addEventListener("hashchange", (event) => {
  show();
  // Within a part, it says itself what is looked at next.
  const part = (address) => new URL(address).hash.split("/")[0];
  if (part(event.oldURL) !== part(event.newURL)) by("main").focus();
});
document.addEventListener("visibilitychange", listen);
// A reload in place of a page from the browser's memory, whose stream is closed.
window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });

const browser = await ask("/api/browser");
fields = browser.fields;
await live.begin(browser);
health.begin(browser);
files.begin(browser);
sharing.begin(browser);
show();
listen();
