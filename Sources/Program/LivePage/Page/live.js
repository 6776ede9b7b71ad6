// The live session: what comes as events is shown, and what a person wants is asked of the server.
import { ask, by, element, meaningOf, sentence, valueOf } from "./app.js";
import { drawHistory, drawPulse, swing } from "./drawing.js";

const seconds = 10;
const places = {
  waiting: "off", place_finger: "off", cover_lens: "part", too_dark: "part", show_skin: "off",
  too_bright: "on", hold_still: "on", slow_frames: "on", press_less: "on", measuring: "on", measured: "on",
};

let own = 0;
let state = { state: "idle", steered_by: null, can_save: false };
let points = [];
let beats = [];
let rates = [];
let refused = [];
let scale;
let drawnAt = 0;
let sureQuality = 1;
let drawing = false;
let spokenAt = -Infinity;

function reset() {
  points = [];
  beats = [];
  rates = [];
  refused = [];
  scale = undefined;
  by("rate").textContent = "–";
  by("interval").textContent = "No number yet";
  quality(null);
  by("elapsed").textContent = "0:00";
  by("outcome").textContent = "";
  by("source").replaceChildren();
  by("refused").replaceChildren();
  draw();
}

/** Draws what has come, at most once for each picture of the screen. */
function draw() {
  if (drawing || by("page-live").hidden) return;
  drawing = true;
  requestAnimationFrame(() => {
    drawing = false;
    if (!by("pulse").clientWidth) return;
    // The scale changes without a jump, within half a second, once there is a pulse to scale.
    const wanted = swing(points);
    const now = performance.now();
    const share = scale && points.length > 150 ? 1 - Math.exp((drawnAt - now) / 200) : 1;
    const near = (side) => share === 1 ? wanted[side] : scale[side] + (wanted[side] - scale[side]) * share;
    scale = { low: near("low"), high: near("high") };
    drawnAt = now;
    drawPulse(by("pulse"), points, beats, seconds, scale);
    drawHistory(by("history"), rates, refused);
  });
}

/** How sure a number is, in words and as a bar with the place from which on it is sure. */
function quality(value) {
  const percent = Math.round((value ?? 0) * 100);
  by("quality-text").textContent = value === null ? "Quality"
    : `${value >= sureQuality ? "Sure" : "Not sure"}: quality ${value.toFixed(2)} (sure from ${sureQuality})`;
  by("quality").setAttribute("aria-valuenow", percent);
  by("quality").firstElementChild.style.width = `${percent}%`;
}

function take(event) {
  const handler = handlers[event.type];
  if (handler) handler(event);
}

const handlers = {
  state(event) {
    const before = state.state;
    const wasRunning = before === "running";
    state = event;
    if (event.state === "running" && !wasRunning) {
      reset();
      advise("Opening the camera.", "off");
    }
    if (event.state === "idle" && wasRunning) advise("The session has ended.", "off");
    showState();
    // A camera may have been unplugged meanwhile.
    if (event.state === "idle" && before !== "idle") cameras();
  },
  steering(event) {
    state.steered_by = event.steered_by;
    showState();
  },
  source(event) {
    by("camera-facts").hidden = false;
    by("source").replaceChildren(
      ...facts([["Name", event.name], ["Pictures", event.kind], ["Path", event.path]]));
  },
  settings(event) {
    for (const item of by("source").querySelectorAll("[data-setting]")) item.remove();
    for (const item of facts(Object.entries(event.settings))) {
      item.setAttribute("data-setting", "");
      by("source").append(item);
    }
  },
  advice(event) { advise(sentence(event.text), places[event.advice] ?? "off"); },
  rate(event) {
    clock(event.time_s);
    const rate = valueOf(event, "rate");
    if (rate === null) return;
    const [low, high] = [valueOf(event, "low"), valueOf(event, "high")];
    by("rate").textContent = Math.round(rate);
    by("interval").textContent = `95 % interval: ${low.toFixed(1)} to ${high.toFixed(1)}`;
    quality(valueOf(event, "quality"));
    rates.push({ time: event.time_s, rate, low, high });
    // An hour of numbers, each for half a second, is more than there are pixels.
    if (rates.length > 4000) rates = rates.filter((_, index) => index % 2);
    draw();
    // A number every half a second would drown whoever listens.
    if (event.time_s - spokenAt >= 15 || event.time_s < spokenAt) {
      spokenAt = event.time_s;
      by("spoken").textContent = `${Math.round(rate)} beats a minute`;
    }
  },
  pulse(event) {
    const step = 1 / event.rate_hz;
    const first = event.time_s - (event.points.length - 1) * step;
    // After a gap, or in another session, the curve begins anew.
    const last = points.length ? points[points.length - 1][0] : first;
    if (first < last - step || first > last + 1) points = [];
    event.points.forEach((value, index) => points.push([first + index * step, value]));
    points = points.slice(-Math.ceil((seconds + 1) * event.rate_hz));
    clock(event.time_s);
    draw();
  },
  reading(event) {
    if (valueOf(event, "reason") === null) return;
    const [start, end] = [valueOf(event, "start"), valueOf(event, "end")];
    const reason = valueOf(event, "reason").replaceAll("_", " ");
    refused.push({ start, end });
    by("refused").prepend(element("li", `${span(start)} to ${span(end)} refused: ${reason}`));
    while (by("refused").children.length > 5) by("refused").lastChild.remove();
    draw();
  },
  beat(event) {
    beats.push(event.time_s);
    beats = beats.slice(-60);
  },
  lost() {},
  notice(event) { say(sentence(event.text)); },
  disconnected(event) { advise(sentence(event.text), "off"); },
  error(event) { say(sentence(event.text)); advise(sentence(event.text), "off"); },
  session(event) {
    if (valueOf(event, "rate") === null) return;
    by("result-text").textContent = `${rateText(event)}, over ${valueOf(event, "duration").toFixed(0)} seconds. `
      + `Quality ${valueOf(event, "quality").toFixed(2)}.`;
  },
  saved(event) {
    by("save-failure").hidden = true;
    say(sentence(event.text));
  },
  not_saved(event) {
    by("save-failure").textContent = sentence(event.text);
    by("save-failure").hidden = false;
    by("save").textContent = "Repeat";
    by("discard").textContent = "Cancel";
  },
  missed() {},
};

/** A result's rate with its interval, in words. */
export const rateText = (result) => `${valueOf(result, "rate").toFixed(1)} beats a minute `
  + `(${valueOf(result, "low").toFixed(1)} to ${valueOf(result, "high").toFixed(1)})`;

function advise(text, place) {
  by("advice").textContent = text;
  by("finger").dataset.place = place;
}

function say(text) {
  by("outcome").textContent = text;
}

/** Seconds as 1:05. */
export function span(time) {
  const whole = Math.max(0, Math.floor(time));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

function clock(time) {
  by("elapsed").textContent = span(time);
}

function facts(pairs) {
  return pairs.filter(([, value]) => value).flatMap(([name, value]) =>
    [element("dt", name), element("dd", value)]);
}

function showState() {
  const part = by("page-live");
  part.dataset.state = state.state;
  if (state.state !== "idle") part.dataset.shown = "";
  const steers = state.steered_by === null || state.steered_by === own;
  by("start").disabled = state.state !== "idle" || !steers || !by("camera").options.length;
  by("camera").disabled = state.state !== "idle" || !steers;
  by("stop").disabled = state.state !== "running" || !steers;
  by("steer").hidden = steers;
  by("save").disabled = by("discard").disabled = !steers;
  by("steering").textContent = steers ? "" : "Another browser steers this session; you are watching it.";
  const isNew = by("result").hidden;
  by("result").hidden = state.state !== "measured";
  if (state.state === "measured" && isNew) {
    by("save").textContent = "Save";
    by("discard").textContent = "Discard";
    by("save-failure").hidden = true;
    advise("The session has ended.", "off");
    if (steers && !by("page-live").hidden) by("save").focus();
  }
}

/** Gives an order and shows why it is refused. */
async function order(path, body = {}) {
  try {
    await ask(path, body);
  } catch (error) {
    say(error.message);
  }
}

async function begin(browser) {
  own = browser.browser;
  for (const field of ["rate", "quality"]) by(field).title = meaningOf(field);
  sureQuality = browser.sure_quality;
  by("sure").style.left = `${sureQuality * 100}%`;
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  addEventListener("resize", draw);
  by("start").addEventListener("click", () => {
    const camera = by("camera").value;
    order("/api/live/start", camera ? { camera } : {});
  });
  by("stop").addEventListener("click", () => order("/api/live/stop"));
  by("save").addEventListener("click", () => order("/api/live/save"));
  by("discard").addEventListener("click", () => order("/api/live/discard"));
  by("steer").addEventListener("click", () => order("/api/live/steer"));
  await cameras();
}

async function cameras() {
  const found = await ask("/api/cameras");
  const options = found.cameras.map(({ path, name }) => element("option", `${name} (${path})`, { value: path }));
  if (found.replay) options.unshift(element("option", `Replay of ${found.replay}`, { value: "" }));
  const before = by("camera").value;
  by("camera").replaceChildren(...options);
  if (options.some((option) => option.value === before)) by("camera").value = before;
  if (!options.length) {
    advise("No camera is plugged in. Plug one in and open this page again, or drop a video under Files.", "off");
  }
  showState();
}

export const live = {
  begin, take,
  show() {
    if (state.state === "idle") cameras();
    draw();
  },
};
