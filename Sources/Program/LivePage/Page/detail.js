// One type in detail: its figures, its chart, which answers to pointer and keys, and its samples.
import { ask, by, element, readable, timeText, whenText, zoned } from "./app.js";
import { fill } from "./drawing.js";

const ranges = [["day", "Day"], ["week", "Week"], ["month", "Month"], ["half_year", "6 months"], ["year", "Year"]];
const hint = "Point at the chart, or press the arrow keys, to read it. Drag over a part to enlarge it.";

let type;
let range = "week";

// The last day that a person has gone to; undefined while it is the newest sample's.
let until;

// What is enlarged, in seconds; undefined for the whole period.
let zoom;
let chart = {};
let period = { from: null, to: null };
let page = 0;
let shown;
let turn = 0;
let mark = -1;

async function show(newType, newRange, newDate) {
  const isOther = newType !== type;
  type = newType;
  range = ranges.some(([name]) => name === newRange) ? newRange : isOther ? "week" : range;
  until = /^\d{4}-\d\d-\d\d$/.test(newDate ?? "") ? newDate : undefined;
  zoom = undefined;
  page = 0;
  if (isOther) {
    by("undo-line").textContent = "";
    by("chart").removeAttribute("src");
    by("figures").replaceChildren();
    by("detail-title").textContent = "";
  }
  await load();
  if (isOther) by("detail-title").focus({ preventScroll: true });
}

/** Goes to another period, as an address that can be kept. */
function go(newRange, newDate) {
  location.hash = ["#health", type, newRange, newDate].filter(Boolean).join("/");
}

function query() {
  const words = new URLSearchParams({ type });
  if (zoom) {
    words.set("from", zoom[0]);
    words.set("to", zoom[1]);
    return words;
  }
  words.set("range", range);
  // The end of the day that was chosen, in the browser's zone.
  if (until) words.set("date", Math.floor(dayEnd(until) / 1000));
  return words;
}

function dayEnd(text) {
  const [year, month, day] = text.split("-").map(Number);
  return new Date(year, month - 1, day + 1) - 1;
}

async function load() {
  const own = ++turn;
  // Where the page's letters are larger, the chart's grow with them.
  const scale = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
  const room = by("chart-figure").clientWidth || by("detail").clientWidth;
  const width = Math.max(240, Math.min(2000, Math.floor(room / scale)));
  const words = query();
  words.set("width", width);
  // The figures above and the line below are in sight with it.
  const above = by("figures").getBoundingClientRect().top + scrollY + (room < 500 ? 150 : 90) * scale;
  words.set("height", Math.round(Math.max(170, Math.min(900, (innerHeight - above) / scale - 150))));
  for (const button of by("ranges").children) button.setAttribute("aria-pressed", String(button.dataset.range === range && !zoom));
  let found;
  try {
    found = await zoned("/api/chart", words);
  } catch (error) {
    if (own === turn) by("reading").textContent = error.message;
    return;
  }
  if (own !== turn) return;
  chart = found;
  if (found.is_empty) return void (location.hash = "#health");
  period = { from: new Date(chart.from), to: new Date(chart.to) };
  mark = -1;
  by("detail").dataset.group = chart.group;
  by("detail-title").textContent = chart.name;
  by("period").textContent = periodText();
  by("later").disabled = period.to > new Date();
  by("until").value = timeText(new Date(period.to - 1), "day");
  by("whole").hidden = !zoom;
  by("cursor").hidden = by("selection").hidden = true;
  by("no-chart").hidden = Boolean(chart.svg);
  by("chart-figure").hidden = by("tools").hidden = !chart.svg;
  figures();
  if (chart.svg) {
    by("chart").src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(chart.svg)}`;
    by("chart").alt = `${chart.title}; the numbers follow in a table.`;
    by("chart").width = chart.width;
    by("frame").setAttribute("aria-label", `${chart.title}; arrow keys read it`);
    by("frame").setAttribute("aria-valuemax", Math.max(0, chart.marks.length - 1));
    by("frame").setAttribute("aria-valuetext", hint);
    by("reading").textContent = hint;
    for (const kind of ["png", "svg", "csv"]) by(`as-${kind}`).href = `/api/chart?${words}&as=${kind}${zoneWord()}`;
    fill(by("table"), chart.columns.map(headText), chart.rows.map((row) => row.map(cellText)));
  }
  await list(own);
}

const zoneWord = () => `&zone=${encodeURIComponent(chart.time_zone)}`;

function periodText() {
  const last = new Date(period.to - 1);
  if (chart.group === "sleep" && range === "day" && !zoom) return `Night to ${lower(whenText(last, true))}`;
  if (chart.bar !== "day" && chart.bar !== "week") {
    return `${whenText(period.from)} to ${whenText(period.to)}`;
  }
  const [first, end] = [whenText(period.from, true), whenText(last, true)];
  return first === end ? first : `${first} to ${lower(end)}`;
}

const lower = (day) => day.replace(/^[TY]/, (letter) => letter.toLowerCase());

function figures() {
  by("figures").replaceChildren(...chart.facts.map((fact) => {
    const part = element("div");
    const value = element("dd");
    value.append(element("strong", fact.text));
    if (fact.unit) value.append("\u00a0", element("span", fact.unit, { class: "unit" }));
    part.append(element("dt", fact.name), value);
    if (fact.when) part.append(element("dd", whenText(new Date(fact.when), fact.is_day), { class: "quiet" }));
    return part;
  }));
}

const heads = { minimum: "Lowest", maximum: "Highest", mean: "Average", count: "Samples", sum: "Sum" };
const headText = (name) => {
  const plain = name.replace(/_(bpm|h)$/, "").replaceAll("_", " ");
  return heads[plain] ?? plain[0].toUpperCase() + plain.slice(1);
};
const isTime = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const cellText = (cell) => cell === null ? "–" : isTime.test(cell) ? timeText(new Date(cell)) : String(cell);

// MARK: Reading the chart

/** Where a moment lies in the frame, in its own pixels; and the other way round. */
const scaled = () => by("chart").clientWidth / chart.width;
function place(time) {
  const { left, width, from, to } = chart.plot;
  return scaled() * (left + (width * (time - Date.parse(from))) / (Date.parse(to) - Date.parse(from)));
}
function moment(x) {
  const { left, width, from, to } = chart.plot;
  const share = Math.max(0, Math.min(1, (x / scaled() - left) / width));
  return Date.parse(from) + share * (Date.parse(to) - Date.parse(from));
}

function read(index) {
  if (!chart.marks?.length || !chart.plot) return;
  mark = Math.max(0, Math.min(chart.marks.length - 1, index));
  const { start, end, text } = chart.marks[mark];
  const [from, to] = [new Date(start), new Date(end)];
  const whole = to - from >= 82_800_000;
  const last = whole ? new Date(to - 1) : to;
  const time = whenText(from, whole) === whenText(last, whole) ? whenText(from, whole)
    : `${whenText(from, whole)} to ${whole || from.toDateString() !== to.toDateString() ? whenText(last, whole) : timeText(to).slice(-5)}`;
  const sentence = `${time}: ${text}`;
  by("reading").textContent = sentence;
  by("frame").setAttribute("aria-valuenow", mark);
  by("frame").setAttribute("aria-valuetext", sentence);
  const middle = Math.max(Date.parse(chart.plot.from), Math.min(Date.parse(chart.plot.to), (Date.parse(start) + Date.parse(end)) / 2));
  box(by("cursor"), place(middle), 0);
}

function box(target, left, width) {
  Object.assign(target.style, {
    left: `${left}px`, width: `${width}px`, top: `${scaled() * chart.plot.top}px`, height: `${scaled() * chart.plot.height}px`,
  });
  target.hidden = false;
}

function nearest(time) {
  let best = 0;
  let least = Infinity;
  chart.marks.forEach(({ start, end }, index) => {
    const [from, to] = [Date.parse(start), Date.parse(end)];
    const far = time < from ? from - time : time > to ? time - to : Math.abs(time - (from + to) / 2) * 1e-6;
    if (far < least) [least, best] = [far, index];
  });
  return best;
}

function enlarge(from, to) {
  if (to - from < 60_000) return;
  zoom = [Math.floor(from / 1000), Math.ceil(to / 1000)];
  page = 0;
  load();
}

function reset() {
  zoom = undefined;
  page = 0;
  load();
}

/** Enlarges or makes smaller around a moment. */
function magnify(factor, around) {
  const [from, to] = [period.from.getTime(), period.to.getTime()];
  const next = [around - (around - from) * factor, around + (to - around) * factor];
  if (next[1] - next[0] < 400 * 86_400_000) enlarge(...next);
}

function shift(direction) {
  if (zoom) {
    const length = zoom[1] - zoom[0];
    zoom = zoom.map((time) => time + direction * length);
    page = 0;
    return load();
  }
  const days = { day: 1, week: 7, month: 30, half_year: 182, year: 364 }[range];
  const end = new Date(period.to - 1);
  go(range, timeText(new Date(end.getFullYear(), end.getMonth(), end.getDate() + direction * days), "day"));
}

function listenToChart() {
  const frame = by("frame");
  let drag;
  const x = (event) => event.clientX - frame.getBoundingClientRect().left;
  frame.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !chart.plot) return;
    drag = { x: x(event), time: event.timeStamp, isTouch: event.pointerType === "touch" };
    if (!drag.isTouch) frame.setPointerCapture(event.pointerId);
  });
  frame.addEventListener("pointermove", (event) => {
    if (!chart.marks?.length || !chart.plot) return;
    read(nearest(moment(x(event))));
    if (drag && !drag.isTouch && Math.abs(x(event) - drag.x) > 6) {
      box(by("selection"), Math.min(drag.x, x(event)), Math.abs(x(event) - drag.x));
    }
  });
  frame.addEventListener("pointerup", (event) => {
    if (!drag) return;
    const [way, began] = [x(event) - drag.x, drag];
    drag = undefined;
    by("selection").hidden = true;
    if (began.isTouch) {
      if (Math.abs(way) > 60 && event.timeStamp - began.time < 500) shift(way > 0 ? -1 : 1);
    } else if (Math.abs(way) > 6) {
      enlarge(moment(Math.min(began.x, x(event))), moment(Math.max(began.x, x(event))));
    }
  });
  frame.addEventListener("pointercancel", () => { drag = undefined; by("selection").hidden = true; });
  frame.addEventListener("pointerleave", () => {
    if (document.activeElement === frame) return;
    by("cursor").hidden = true;
    by("reading").textContent = hint;
  });
  frame.addEventListener("dblclick", reset);
  // Without a key the wheel scrolls the page, unless the chart has been chosen.
  frame.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && document.activeElement !== frame) return;
    event.preventDefault();
    magnify(event.deltaY < 0 ? 0.7 : 1.4, moment(x(event)));
  }, { passive: false });
  frame.addEventListener("keydown", (event) => {
    const last = (chart.marks?.length ?? 0) - 1;
    const middle = mark < 0 ? (period.from.getTime() + period.to.getTime()) / 2 : Date.parse(chart.marks[mark]?.start);
    const keys = {
      ArrowLeft: () => read(mark < 0 ? last : mark - 1), ArrowRight: () => read(mark < 0 ? last : mark + 1),
      Home: () => read(0), End: () => read(last), PageUp: () => shift(-1), PageDown: () => shift(1),
      "+": () => magnify(0.5, middle), "-": () => magnify(2, middle), Escape: reset,
    };
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });
}

// MARK: Samples

async function list(own) {
  const words = new URLSearchParams({ type, from: period.from / 1000, to: period.to / 1000, page });
  const found = await ask(`/api/samples?${words}`);
  if (own !== turn) return;
  const samples = found.samples ?? [];
  fill(by("samples"), ["Start", "Value", "Source"], samples.map((sample) => {
    const time = timeText(new Date(sample.start));
    const more = element("button", time, { type: "button", "aria-label": `Details of the sample of ${time}` });
    more.addEventListener("click", () => open(sample));
    const cell = element("td", null, { class: "time" });
    cell.append(more);
    return [cell, valueText(sample), sample.source];
  }));
  by("pages").hidden = page === 0 && !found.has_more;
  by("newer").disabled = page === 0;
  by("older").disabled = !found.has_more;
  const first = page * 50 + 1;
  by("page").textContent = `${first} to ${first + samples.length - 1} of ${chart.count}`;
}

const valueText = (sample) => [sample.text, sample.shown_unit].filter(Boolean).join("\u00a0");

function open(sample) {
  shown = sample;
  by("sample-title").textContent = sample.name;
  const rows = [
    ["Value", valueText(sample)], ["Start", timeText(new Date(sample.start), "second")],
    ["End", timeText(new Date(sample.end), "second")],
    ["Source", [sample.source, sample.source_version].filter(Boolean).join(" ")],
    ["Device", [sample.device, sample.device_model].filter(Boolean).join(", ")],
    ...Object.entries(sample.metadata).map(([key, value]) =>
      [readable(key), typeof value === "number" ? String(Math.round(value * 1000) / 1000) : String(value)]),
    ["Identifier", sample.id],
  ];
  by("sample-facts").replaceChildren(...rows.filter(([, value]) => value).flatMap(
    ([name, value]) => [element("dt", name), element("dd", value)]));
  by("delete").textContent = "Delete";
  by("not-own").hidden = true;
  by("not-own").textContent = `${sample.source} has saved this, not Heartcam. Deleted here, it is gone from this store; `
    + "a second import of the same file brings it back.";
  by("sample").showModal();
}

/** Deletes what is shown; what another program has saved only after a question. */
async function remove() {
  if (!shown.is_own && by("not-own").hidden) {
    by("not-own").hidden = false;
    by("delete").textContent = "Delete it all the same";
    return;
  }
  by("sample").close();
  const line = by("undo-line");
  try {
    const answer = await ask("/api/samples/delete", { ids: [shown.id], others: !shown.is_own });
    line.textContent = "The sample was deleted. ";
    const undo = element("button", "Undo", { type: "button" });
    undo.addEventListener("click", async () => {
      try {
        await ask("/api/samples/undo", { undo: answer.undo });
        line.textContent = "The sample is back.";
      } catch (error) {
        line.textContent = error.message;
      }
      await stay();
    });
    line.append(undo);
    await stay();
    undo.focus();
  } catch (error) {
    line.textContent = error.message;
  }
}

/** Shows the same time again, also if the newest sample is another now. */
async function stay() {
  const [from, to] = [period.from, period.to];
  if (!zoom && !until) until = timeText(new Date(to - 1), "day");
  await load();
  if (!zoom && range === "day" && period.from - from) enlarge(from.getTime(), to.getTime());
}

function begin() {
  by("ranges").append(...ranges.map(([name, text]) => {
    const button = element("button", text, { type: "button", "aria-pressed": "false" });
    button.dataset.range = name;
    button.addEventListener("click", () => {
      if (name === range) return reset();
      go(name, until);
    });
    return button;
  }));
  by("earlier").addEventListener("click", () => shift(-1));
  by("later").addEventListener("click", () => shift(1));
  by("until").addEventListener("change", () => { if (by("until").value) go(range, by("until").value); });
  by("newest").addEventListener("click", () => go(range));
  by("whole").addEventListener("click", reset);
  by("newer").addEventListener("click", () => { page -= 1; list(turn); });
  by("older").addEventListener("click", () => { page += 1; list(turn); });
  by("close-sample").addEventListener("click", () => by("sample").close());
  by("delete").addEventListener("click", remove);
  listenToChart();
  let width = innerWidth;
  addEventListener("resize", () => {
    if (by("detail").hidden || by("page-health").hidden || width === innerWidth) return;
    width = innerWidth;
    load();
  });
}

export const detail = { begin, show };
