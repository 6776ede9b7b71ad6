// The frame of the page: the view that an address names, events, and whatever went wrong.
import { by, put, show } from "./dom.js";
import { files } from "./files.js";
import { health } from "./health.js";
import { live } from "./live.js";
import { learn } from "./result.js";
import { away, begin, listen } from "./server.js";
import { sources } from "./sources.js";
import { type } from "./type.js";

const views = { live, health, type, files, sources };

function problem(text) {
  put("problem", text);
  show(text, "problem");
}

/** The view of an address, and the rest of it. */
function place(address) {
  const [name, ...path] = new URL(address).hash.slice(1).split("/").map(decodeURIComponent);
  if (name === "health" && path[0]) return ["type", path];
  return [Object.hasOwn(views, name) ? name : "live", path];
}

async function open() {
  problem();
  try {
    const [id, path] = place(location.href);
    for (const view in views) show(view === id, `page-${view}`);
    by("sample").close();
    for (const link of document.querySelectorAll("nav a")) {
      const isChosen = link.hash === `#${id === "type" ? "health" : id}`;
      link.ariaCurrent = isChosen ? "page" : null;
      if (isChosen) document.title = `${link.textContent} – Heartcam`;
    }
    await views[id].show(path);
  } catch (error) { problem(error.message); }
}

const stream = () => listen((event) => {
  for (const view of Object.values(views)) view.take?.(event);
  if (event.type === "store") views[place(location.href)[0]].refresh?.();
}, (text) => {
  put("offline", text);
  show(text, "offline");
  if (!text) return;
  problem();
  show(false, "chip");
});

addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  const { reason: { message } } = event;
  // The stream says so as well, and when it is over.
  if (message !== away || by("offline").hidden) problem(message);
});
addEventListener("hashchange", (event) => {
  open();
  // Within a view, it says itself what is shown next.
  if (place(event.oldURL)[0] !== place(event.newURL)[0]) {
    by("main").focus({ preventScroll: true });
    scrollTo(0, 0);
  }
});
addEventListener("resize", () => views[place(location.href)[0]].resized?.());
document.addEventListener("visibilitychange", stream);
// A reload in place of a page from memory, whose stream is closed.
addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });

const browser = await begin();
learn(browser.fields);
for (const view of Object.values(views)) await view.begin(browser);
open();
stream();
