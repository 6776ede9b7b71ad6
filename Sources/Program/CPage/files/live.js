// The live session: its events are shown, and a person's wishes go to the server.
import {
  ask, attempt, by, element, facts, meaningOf, on, put, readable, sentence, timeText, valueOf,
} from "./app.js";
import { drawHistory, drawPulse, span, swing } from "./drawing.js";

const seconds = 10;

/** Where a browser's own camera is measured. */
const phone = "phone.html";

/** Where the fingertip is drawn, by the advice; else it is off the lens. */
const places = {
  cover_lens: "part", too_dark: "part", too_bright: "on", hold_still: "on", slow_frames: "on", press_less: "on",
  measuring: "on", measured: "on",
};

let own = 0;
let state = { state: "idle", steered_by: null, can_save: false };
let [points, beats, rates, refused, source] = [[], [], [], [], []];
let scale;
let drawnAt = 0;
let sureQuality = 1;
let drawing = false;
let spokenAt = -Infinity;

// Why the session failed, if it did.
let failure;

// Where the result lies among what is kept.
let place;

function reset() {
  [points, beats, rates, refused] = [[], [], [], []];
  scale = failure = undefined;
  put("interval", "No number yet");
  put("elapsed", "0:00");
  for (const id of ["rate", "outcome", "source", "refused"]) put(id);
  quality(null);
  draw();
}

/** Draws what has come, once for each picture of the screen. */
function draw() {
  if (drawing || by("page-live").hidden) return;
  drawing = true;
  requestAnimationFrame((now) => {
    drawing = false;
    if (!by("pulse").clientWidth) return;
    // The scale changes within half a second, once there is a pulse to scale.
    const wanted = swing(points);
    const share = scale && points.length > 150 ? 1 - Math.exp((drawnAt - now) / 200) : 1;
    const near = (side) => (scale?.[side] ?? 0) * (1 - share) + wanted[side] * share;
    scale = { low: near("low"), high: near("high") };
    drawnAt = now;
    drawPulse(by("pulse"), points, beats, seconds, scale);
    drawHistory(by("history"), rates, refused);
  });
}

/** How sure a number is, in words and as a bar with a mark where it is sure. */
function quality(value) {
  put("quality-text", value === null ? "Quality"
    : `${value >= sureQuality ? "Sure" : "Not sure"}: quality ${value.toFixed(2)} (sure from ${sureQuality})`);
  const bar = by("quality");
  bar.ariaValueNow = Math.round((value ?? 0) * 100);
  bar.firstElementChild.style.width = `${bar.ariaValueNow}%`;
}

const handlers = {
  state(event) {
    const before = state.state;
    state = event;
    if (event.state === "running" && before !== "running") {
      reset();
      advise("Opening the camera.");
    }
    showState();
    if (event.state !== "idle") catchUp().catch(() => {});
    else if (before === "running") end();
    // A camera may have been unplugged meanwhile.
    if (event.state === "idle" && before !== "idle") cameras();
    if (before === "measured") put("start", "Start");
  },
  steering(event) {
    state.steered_by = event.steered_by;
    showState();
  },
  source({ name, kind, path }) {
    by("camera-facts").hidden = false;
    source = [["Name", name], ["Pictures", kind], ["Path", path]];
    put("source", facts(source));
  },
  settings(event) { put("source", facts([...source, ...Object.entries(event.settings)])); },
  // Advice outlives its session.
  advice(event) {
    if (state.state === "running") advise(sentence(event.text), places[event.advice]);
  },
  rate(event) {
    passed(event.time_s);
    if (valueOf(event, "rate") === null) return;
    const { rate, low, high } = answer(event);
    rates.push({ time: event.time_s, rate, low, high });
    draw();
    // A number every half a second would drown whoever listens.
    if (event.time_s - spokenAt >= 15 || event.time_s < spokenAt) {
      spokenAt = event.time_s;
      put("spoken", `${Math.round(rate)} beats a minute`);
    }
  },
  pulse(event) {
    const step = 1 / event.rate_hz;
    const first = event.time_s - (event.points.length - 1) * step;
    // After a gap, or in another session, the curve begins anew.
    const last = points.at(-1)?.[0] ?? first;
    if (first < last - step || first > last + 1) points = [];
    points.push(...event.points.map((value, index) => [first + index * step, value]));
    points = points.slice(-Math.ceil((seconds + 1) * event.rate_hz));
    passed(event.time_s);
    draw();
  },
  reading(event) {
    const [reason, start, end] = ["reason", "start", "end"].map((field) => valueOf(event, field));
    if (reason === null) return;
    refused.push({ start, end, reason });
    showRefused();
  },
  beat(event) { beats = [...beats.slice(-59), event.time_s]; },
  notice(event) { put("outcome", sentence(event.text)); },
  disconnected(event) { advise(sentence(event.text)); },
  error(event) {
    failure = sentence(event.text);
    if (state.state === "idle") end();
  },
  // One number: that of the whole session in place of the newest.
  session(event) {
    if (valueOf(event, "rate") === null) return;
    answer(event);
    const lost = refused.reduce((sum, { start, end }) => sum + end - start, 0);
    put("result-text", `${rateText(event)}, over ${span(valueOf(event, "duration"))}`,
      lost > 0 && `, without ${span(lost)} that could not be read`, ".");
    place = timeText(valueOf(event, "finished")).replace(" ", "T");
  },
  saved() {
    by("save-failure").hidden = true;
    put("outcome", "Saved. ", element("a", { href: `#health/HeartRate/day/${place}` }, "See it under Health"));
  },
  not_saved(event) {
    put("save-failure", sentence(event.text));
    by("save-failure").hidden = false;
    put("save", "Repeat");
    put("discard", "Cancel");
  },
};

/** Takes what has been before this browser listened. */
async function catchUp() {
  ({ rates, refused } = await ask("api/live/history"));
  showRefused();
}

function showRefused() {
  put("refused", refused.slice(-5).reverse().map(({ start, end, reason }) =>
    element("li", {}, `${span(start)} to ${span(end)} refused: ${readable(reason)}`)));
  draw();
}

/** Shows a number and how sure it is; gives it. */
function answer(event) {
  const [rate, low, high] = ["rate", "low", "high"].map((field) => valueOf(event, field));
  put("rate", Math.round(rate));
  put("interval", `95 % interval: ${low.toFixed(1)} to ${high.toFixed(1)}`);
  quality(valueOf(event, "quality"));
  return { rate, low, high };
}

/** Shows how much time has passed, and whether the number is of now. */
function passed(time) {
  put("elapsed", span(time));
  const last = rates.at(-1)?.time;
  const isOld = last < time - 3 || rates.length > 0 && by("finger").dataset.place !== "on";
  by("page-live").toggleAttribute("data-old", isOld);
  if (!isOld) return;
  put("interval", `Last number at ${span(last)}`);
  quality(null);
}

/** A session has ended; of one that failed without a number, only why is shown. */
function end() {
  advise(failure ?? "The session has ended.");
  put("start", failure ? "Try again" : "Start");
  if (failure && !rates.length) delete by("page-live").dataset.shown;
}

export function rateText(result) {
  const [rate, low, high] = ["rate", "low", "high"].map((field) => valueOf(result, field).toFixed(1));
  return `${rate} beats a minute (${low} to ${high})`;
}

function advise(text, place = "off") {
  put("advice", text);
  by("finger").dataset.place = place;
}

function showState() {
  const part = by("page-live");
  const [isIdle, isMeasured] = [state.state === "idle", state.state === "measured"];
  part.dataset.state = state.state;
  if (!isIdle) part.dataset.shown = "";
  if (isMeasured) part.toggleAttribute("data-old", false);
  const steers = state.steered_by === null || state.steered_by === own;
  by("camera").disabled = !isIdle || !steers;
  by("start").disabled = by("camera").disabled;
  by("stop").disabled = state.state !== "running" || !steers;
  by("steer").hidden = steers;
  by("save").disabled = by("discard").disabled = !steers;
  put("steering", steers ? "" : "Another browser steers this session; you are watching it.");
  const isNew = by("result").hidden;
  by("result").hidden = !isMeasured;
  if (!isMeasured || !isNew) return;
  put("save", "Save");
  put("discard", "Discard");
  by("save-failure").hidden = true;
  end();
  if (steers && !part.hidden) by("save").focus();
}

/** Gives an order of this name; what it gives is seen in the events. */
const order = (name, body = {}) => attempt("outcome", () => ask(`api/live/${name}`, body));

async function begin(browser) {
  own = browser.browser;
  for (const field of ["rate", "quality"]) by(field).title = meaningOf(field);
  sureQuality = browser.sure_quality;
  by("sure").style.left = `${sureQuality * 100}%`;
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  addEventListener("resize", draw);
  on("click", { start: () => {
    const camera = by("camera").value;
    if (camera === phone) location.assign(phone);
    else order("start", camera ? { camera } : {});
  } });
  for (const name of ["stop", "save", "discard", "steer"]) on("click", { [name]: () => order(name) });
  await cameras();
}

async function cameras() {
  const found = await ask("api/cameras");
  const before = by("camera").value;
  const options = found.cameras.map(({ path, name }) => [`${name} (${path})`, path]);
  if (found.replay) options.unshift([`Replay of ${found.replay}`, ""]);
  options.push(["This browser's camera, or a clip", phone]);
  put("camera", options.map(([text, value]) => element("option", { value }, text)));
  if (options.some(([, value]) => value === before)) by("camera").value = before;
  showState();
}

export const live = {
  begin,
  take: (event) => handlers[event.type]?.(event),
  show() {
    if (state.state === "idle") cameras();
    draw();
  },
};
