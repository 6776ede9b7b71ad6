// One type in detail: its figures, its chart with pointer and keys, and its samples.
import {
  ask, attempt, button, by, clockText, dayText, element, facts, fill, on, put, sentence, timeText, whenText, zoned,
} from "./app.js";

const ranges = { day: ["Day", 1], week: ["Week", 7], month: ["Month", 30], half_year: ["6 months", 182], year: ["Year", 364] };

let type;
let range = "week";

// The last day, or a moment of the last hour, that is shown; undefined for the newest sample's.
let until;

// What is enlarged, in seconds; what was read, for the bars that come.
let zoom, held;
let chart = {};

// In milliseconds: the ends of the period, of the plot and of its marks.
let [from, to, plot, marks] = [0, 0, undefined, []];
let [page, turn, mark] = [0, 0, -1];
let [shown, drawnFor, hint] = [];

async function show(newType, newRange, newDate, part) {
  const isOther = newType !== type;
  type = newType;
  range = Object.hasOwn(ranges, newRange) ? newRange : isOther ? "week" : range;
  until = /^\d{4}-\d\d-\d\d(T\d\d:\d\d)?$/.test(newDate) ? newDate : undefined;
  zoom = /^\d+-\d+$/.test(part) ? part.split("-").map(Number) : undefined;
  page = 0;
  if (isOther) {
    by("chart").removeAttribute("src");
    for (const id of ["undo-line", "figures", "detail-title"]) put(id);
  }
  await load();
  if (isOther) by("detail-title").focus({ preventScroll: true });
}

const address = (...path) => ["#health", type, ...path].filter(Boolean).join("/");

const go = (...path) => { location.hash = address(...path); };

function look(part) {
  zoom = part;
  page = 0;
  history.replaceState(null, "", part ? address(range, until ?? "newest", part.join("-")) : address(range, until));
  return load();
}

/** Whether the period is days or a night, not 24 hours up to an hour. */
const isOfDays = () => range !== "day" || chart.group === "sleep";

const endText = (end) => timeText(end - 1, isOfDays() ? 10 : 16).replace(" ", "T");

function query() {
  if (zoom) return { type, from: `@${zoom[0]}`, to: `@${zoom[1]}` };
  return { type, range, ...(until && { date: `@${new Date(`${until}T23:59`.slice(0, 16)) / 1000}` }) };
}

const inTime = (start, end) => ({ start: Date.parse(start), end: Date.parse(end) });

async function load() {
  const own = ++turn;
  drawnFor = innerWidth;
  // Where the page's letters are larger, the chart's grow with them.
  const scale = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
  // As wide as the chart, which may be hidden.
  const room = by("figures").clientWidth;
  const within = (least, most, size) => Math.round(Math.max(least, Math.min(most, size)));
  // The figures above and the line below are in sight with it.
  const above = by("figures").getBoundingClientRect().top + scrollY + (room < 500 ? 150 : 90) * scale;
  const words = {
    ...query(), width: within(240, 2000, Math.floor(room / scale)),
    height: within(170, 900, (innerHeight - above) / scale - 150),
  };
  for (const one of by("ranges").children) one.ariaPressed = one.dataset.range === range && !zoom;
  let found;
  await attempt("detail-title", async () => { found = await zoned("api/chart", words); });
  if (own !== turn || !found) return;
  chart = found;
  if (chart.is_empty) return void (location.hash = "#health");
  [from, to] = [Date.parse(chart.from), Date.parse(chart.to)];
  plot = inTime(chart.plot?.from, chart.plot?.to);
  marks = (chart.plot && chart.marks || []).map(({ start, end, text }) => ({ ...inTime(start, end), text }));
  mark = -1;
  by("detail").dataset.group = chart.group;
  put("detail-title", chart.name);
  document.title = `${chart.name} – Heartcam`;
  put("period", periodText());
  by("later").disabled = zoom || !isOfDays() ? to >= Date.now() : dayText(to - 1) >= dayText(Date.now());
  by("until").value = dayText(to - 1);
  by("whole").hidden = !zoom;
  by("cursor").hidden = by("selection").hidden = true;
  by("no-chart").hidden = Boolean(chart.svg);
  by("chart-figure").hidden = by("tools").hidden = !chart.svg;
  put("figures", chart.facts.map((fact) => element("div", {}, element("dt", {}, fact.name),
    element("dd", {}, element("strong", {}, fact.text),
      fact.unit && ["\u00a0", element("span", { class: "unit" }, fact.unit)]),
    fact.when && element("dd", { class: "quiet" }, whenText(fact.when, fact.is_day)))));
  if (chart.svg) {
    const frame = by("frame");
    Object.assign(by("chart"), {
      src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(chart.svg)}`,
      alt: `${chart.title}; the numbers follow in a table.`, width: chart.width,
    });
    frame.ariaLabel = `${chart.title}; arrow keys read it`;
    frame.ariaValueMax = Math.max(0, chart.marks.length - 1);
    hint = `${sentence(chart.explanation)} Point, touch or press arrow keys to read; drag to enlarge.`;
    say(hint);
    put("kept", ["png", "svg", "csv"].map((as) => element("a", {
      class: "button", download: "", href: `api/chart?${new URLSearchParams({ ...words, as, zone: chart.time_zone })}`,
    }, as.toUpperCase())));
    fill("table", chart.columns, chart.rows.map((row) => row.map(cellText)));
  }
  await list(own);
}

function say(text) {
  put("reading", text);
  by("frame").ariaValueText = text;
}

const lower = (day) => day.replace(/^[TY]/, (letter) => letter.toLowerCase());

function spanText(start, end, isDay) {
  const [first, last] = [whenText(start, isDay), whenText(isDay ? end - 1 : end, isDay)];
  if (first === last) return first;
  return `${first} to ${isDay || dayText(start) !== dayText(end) ? lower(last) : clockText(end)}`;
}

function periodText() {
  if (chart.group === "sleep" && range === "day" && !zoom) return `Night to ${lower(whenText(to - 1, true))}`;
  return spanText(from, to, chart.bar === "day" || chart.bar === "week");
}

const isTime = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const cellText = (cell) => isTime.test(cell) ? whenText(cell) : cell ?? "–";

// MARK: Reading the chart

/** Where a moment lies in the frame, and the other way round. */
const scaled = () => by("chart").clientWidth / chart.width;
const inPlot = (share) => Math.max(0, Math.min(1, share));
const place = (time) =>
  scaled() * (chart.plot.left + chart.plot.width * inPlot((time - plot.start) / (plot.end - plot.start)));
const moment = (x) =>
  plot.start + inPlot((x / scaled() - chart.plot.left) / chart.plot.width) * (plot.end - plot.start);

function read(index) {
  if (!marks.length) return;
  mark = Math.max(0, Math.min(marks.length - 1, index));
  const { start, end, text } = marks[mark];
  say(`${spanText(start, end, end - start >= 82_800_000)}: ${text}`);
  by("frame").ariaValueNow = mark;
  box("cursor", place((start + end) / 2), 0);
}

function box(id, left, width) {
  const { top, height } = chart.plot;
  Object.assign(by(id).style, {
    left: `${left}px`, width: `${width}px`, top: `${scaled() * top}px`, height: `${scaled() * height}px`,
  });
  by(id).hidden = false;
}

/** Reads the mark at a moment, or beside it. */
function point(time) {
  const reach = (plot.end - plot.start) / 120;
  const { start, end } = marks[nearest(time)] ?? {};
  if (time > start - reach && time < end + reach) return read(nearest(time));
  by("cursor").hidden = true;
  say(`${whenText(time)}: no data`);
}

/** The mark nearest to a moment. */
function nearest(time) {
  const far = marks.map(({ start, end }) =>
    Math.max(start - time, time - end, Math.abs(time - (start + end) / 2) * 1e-6));
  return far.indexOf(Math.min(...far));
}

const enlarge = (first, last) =>
  last - first < 60_000 ? undefined : look([Math.floor(first / 1000), Math.ceil(last / 1000)]);

const magnify = (factor, around) => (to - from) * factor < 400 * 86_400_000
  ? enlarge(around - (around - from) * factor, around + (to - around) * factor) : undefined;

function shift(direction) {
  if (zoom) return look(zoom.map((time) => time + direction * (zoom[1] - zoom[0])));
  const end = new Date(to);
  end.setDate(end.getDate() + direction * ranges[range][1]);
  go(range, endText(Math.min(end, Date.now())));
}

function listenToChart() {
  const frame = by("frame");
  let drag;
  const x = (event) => event.clientX - frame.getBoundingClientRect().left;
  const letGo = () => {
    drag = undefined;
    by("selection").hidden = true;
  };
  const listeners = {
    pointerdown(event) {
      if (event.button !== 0 || !chart.plot) return;
      drag = { x: x(event), time: event.timeStamp, isTouch: event.pointerType === "touch" };
      if (drag.isTouch) read(nearest(moment(drag.x)));
      else frame.setPointerCapture(event.pointerId);
    },
    pointermove(event) {
      if (!chart.plot) return;
      point(moment(x(event)));
      const way = drag && !drag.isTouch ? x(event) - drag.x : 0;
      if (Math.abs(way) > 6) box("selection", Math.min(drag.x, x(event)), Math.abs(way));
    },
    pointerup(event) {
      if (!drag) return;
      const { x: start, time, isTouch } = drag;
      const [end, way] = [x(event), Math.abs(x(event) - start)];
      letGo();
      if (!isTouch && way > 6) enlarge(moment(Math.min(start, end)), moment(Math.max(start, end)));
      if (isTouch && way > 60 && event.timeStamp - time < 500) shift(end > start ? -1 : 1);
    },
    pointercancel: letGo,
    pointerleave(event) {
      if (event.pointerType === "touch" || document.activeElement === frame) return;
      by("cursor").hidden = true;
      put("reading", hint);
    },
    dblclick: () => look(),
    // By itself the wheel scrolls the page, unless the chart is chosen.
    wheel(event) {
      if (!event.ctrlKey && document.activeElement !== frame) return;
      event.preventDefault();
      magnify(event.deltaY < 0 ? 0.7 : 1.4, moment(x(event)));
    },
    keydown(event) {
      const last = marks.length - 1;
      const { start, end } = marks[mark] ?? { start: from, end: to };
      const middle = held ?? (start + end) / 2;
      const step = (way) => read(mark < 0 ? last : mark + way);
      const keys = {
        ArrowLeft: () => step(-1), ArrowRight: () => step(1),
        Home: () => read(0), End: () => read(last), PageUp: () => shift(-1), PageDown: () => shift(1),
        "+": () => magnify(0.5, middle), "-": () => magnify(2, middle), Escape: () => look(),
      };
      if (!keys[event.key]) return;
      event.preventDefault();
      const isRead = mark >= 0 || held;
      const done = keys[event.key]();
      if (!done || !isRead) return;
      held = middle;
      done.then(() => read(nearest(middle))).finally(() => { held = undefined; });
    },
  };
  for (const [name, work] of Object.entries(listeners)) frame.addEventListener(name, work, { passive: false });
}

// MARK: Samples

async function list(own) {
  const words = new URLSearchParams({ type, from: `@${from / 1000}`, to: `@${to / 1000}`, page });
  const { samples = [], has_more, note } = await ask(`api/samples?${words}`);
  if (own !== turn) return;
  fill("samples", ["Start", "Value", "Source"], samples.map((sample) => {
    const time = whenText(sample.start, sample.is_day);
    return [
      button(time, () => open(sample), { class: "time", "aria-label": `Details of the sample of ${time}` }),
      valueText(sample), sample.source,
    ];
  }));
  put("samples-note", note);
  by("pages").hidden = page === 0 && !has_more;
  by("newer").disabled = page === 0;
  by("older").disabled = !has_more;
  put("page", `${page * 50 + 1} to ${page * 50 + samples.length} of ${chart.count.toLocaleString("en")}`);
}

function turnPage(way) {
  page += way;
  list(turn);
}

const joined = (...texts) => texts.filter(Boolean).join(" ");
const valueText = (sample) => joined(sample.text, sample.shown_unit).replaceAll(" ", "\u00a0");

function open(sample) {
  shown = sample;
  put("sample-title", sample.name);
  put("sample-facts", facts([
    ["Value", valueText(sample)], ["Start", timeText(sample.start, 19)], ["End", timeText(sample.end, 19)],
    ["Source", joined(sample.source, sample.source_version)], ["Device", joined(sample.device, sample.device_model)],
    ...sample.details.map(({ name, text }) => [name, text]), ["Identifier", sample.id.toLowerCase()],
  ]));
  put("delete", "Delete");
  by("not-own").hidden = true;
  put("not-own", `${sample.source} has saved this, not Heartcam. Deleted here, it is gone from this store; `
    + "a second import of the same file brings it back.");
  by("sample").showModal();
}

/** Deletes what is shown; another program's only after a question. */
function remove() {
  if (!shown.is_own && by("not-own").hidden) {
    by("not-own").hidden = false;
    return put("delete", "Delete it all the same");
  }
  by("sample").close();
  return attempt("undo-line", async () => {
    const { undo } = await ask("api/samples/delete", { ids: [shown.id], others: !shown.is_own });
    const back = button("Undo", async () => {
      await attempt("undo-line", async () => {
        await ask("api/samples/undo", { undo });
        put("undo-line", "The sample is back.");
      });
      await stay();
    });
    put("undo-line", "The sample was deleted. ", back);
    await stay();
    back.focus();
  });
}

/** Shows the same time again, also if the newest sample is another now. */
function stay() {
  if (!zoom) until ??= endText(to);
  return load();
}

function begin() {
  put("ranges", Object.entries(ranges).map(([name, [text]]) => button(
    text, () => name === range ? look() : go(name, until), { "aria-pressed": "false", "data-range": name })));
  on("click", {
    earlier: () => shift(-1), later: () => shift(1), newest: () => go(range), whole: () => look(),
    newer: () => turnPage(-1), older: () => turnPage(1), "close-sample": () => by("sample").close(), delete: remove,
  });
  on("change", { until: () => { if (by("until").value) go(range, by("until").value); } });
  listenToChart();
  addEventListener("resize", () => {
    if (by("detail").checkVisibility() && drawnFor !== innerWidth) load();
  });
}

export const detail = { begin, show };
