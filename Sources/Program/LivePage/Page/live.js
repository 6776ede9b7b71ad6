// The live session: what comes as events is shown, and what a person wants is asked of the server.
import { ask, by, element, meaningOf, sentence, valueOf } from "./app.js";

const seconds = 10;
const places = {
  waiting: "off", place_finger: "off", cover_lens: "part", too_dark: "part", show_skin: "off",
  too_bright: "on", hold_still: "on", slow_frames: "on", press_less: "on", measuring: "on", measured: "on",
};

let own = 0;
let state = { state: "idle", steered_by: null, can_save: false };
let points = [];
let beats = [];
let graph;
let hasCurves = false;
let drawing = false;
let spokenAt = -Infinity;

const colours = () => {
  const style = getComputedStyle(document.documentElement);
  return [style.getPropertyValue("--accent").trim(), style.getPropertyValue("--quiet").trim()];
};

function reset() {
  points = [];
  beats = [];
  by("rate").textContent = "–";
  by("interval").textContent = "95 % interval: –";
  by("quality").textContent = "Quality: –";
  by("elapsed").textContent = "0:00";
  by("outcome").textContent = "";
  by("source").replaceChildren();
  draw();
}

/** Loads the library that draws the pulse; a plain script, which puts itself on the window. */
function loadCurves() {
  document.head.append(element("link", null, { rel: "stylesheet", href: "/dygraph.min.css" }));
  return new Promise((resolve) => {
    const script = element("script", null, { src: "/dygraph.min.js" });
    script.onload = () => resolve(true);
    script.onerror = () => resolve(false);
    document.head.append(script);
  });
}

function makeGraph() {
  const [line] = colours();
  // Its legend, which is not shown, would measure itself with a style in line, which the policy forbids.
  window.Dygraph.PLUGINS = window.Dygraph.PLUGINS.filter((plugin) => plugin !== window.Dygraph.Plugins.Legend);
  graph = new window.Dygraph(by("pulse"), [[0, null, null]], {
    labels: ["s", "pulse", "beat"], legend: "never", colors: [line, line], strokeWidth: 2,
    series: { beat: { drawPoints: true, pointSize: 5, strokeWidth: 0 } },
    axes: { x: { drawGrid: false, drawAxis: false }, y: { drawGrid: false, drawAxis: false } },
    interactionModel: {}, dateWindow: [0, seconds], highlightCircleSize: 0, showLabelsOnHighlight: false,
  });
}

/** Draws what has come, at most once for each picture of the screen. */
function draw() {
  if (drawing || !graph || by("page-live").hidden) return;
  drawing = true;
  requestAnimationFrame(() => {
    drawing = false;
    const end = points.length ? points[points.length - 1][0] : seconds;
    const rows = points.length ? points.map(([time, value]) => [time, value, null]) : [[0, null, null]];
    for (const beat of beats) {
      const index = Math.round((beat - points[0]?.[0]) * 30);
      if (rows[index]) rows[index][2] = rows[index][1];
    }
    const most = Math.max(0.0015, ...points.map(([, value]) => Math.abs(value)));
    graph.updateOptions({
      file: rows, dateWindow: [end - seconds, end], valueRange: [-1.15 * most, 1.15 * most],
    });
  });
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
    by("rate").textContent = Math.round(rate);
    by("interval").textContent =
      `95 % interval: ${valueOf(event, "low").toFixed(1)} to ${valueOf(event, "high").toFixed(1)}`;
    by("quality").textContent = `Quality: ${valueOf(event, "quality").toFixed(2)}`;
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

function clock(time) {
  const whole = Math.max(0, Math.floor(time));
  by("elapsed").textContent = `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

function facts(pairs) {
  return pairs.filter(([, value]) => value).flatMap(([name, value]) =>
    [element("dt", name), element("dd", value)]);
}

function showState() {
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
  if (browser.has_curves && await loadCurves()) {
    hasCurves = true;
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
      graph?.updateOptions({ colors: [colours()[0], colours()[0]] });
    });
  } else {
    by("pulse-text").textContent = "The pulse is not drawn: the package libjs-dygraphs is missing.";
    by("pulse").hidden = true;
  }
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
    // It takes its size from the field, which has none while it is hidden.
    if (hasCurves && !graph) makeGraph();
    graph?.resize();
    draw();
  },
};
