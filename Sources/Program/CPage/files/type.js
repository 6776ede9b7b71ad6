// One type in detail: a time of the calendar, its figures, chart and samples.
import { ChartReader } from "./chart.js";
import { button, by, chosen, element, fill, link, on, put, show as reveal } from "./dom.js";
import * as samples from "./samples.js";
import { ask, words } from "./server.js";
import { dayText, monthText, periodText, sentence, spanText, timeText, whenText } from "./text.js";

const ranges = { day: "Day", week: "Week", month: "Month", half_year: "6 months", year: "Year" };

// What the address says: until is a day or a moment, the newest sample's without it; zoom is in seconds.
let [type, range, until, zoom] = [undefined, "week"];

let chart = {};
let [from, to] = [0, 0];
let [turn, drawnFor] = [0];
let reader;

async function show([newType, newRange, newDate, part]) {
  const isOther = newType !== type;
  type = newType;
  range = Object.hasOwn(ranges, newRange) ? newRange : isOther ? "week" : range;
  until = /^\d{4}-\d\d-\d\d(T\d\d:\d\d)?$/.test(newDate) ? newDate : undefined;
  zoom = /^\d+-\d+$/.test(part) ? part.split("-").map(Number) : undefined;
  by("kept").parentElement.open = false;
  // What was shown stays until there is something else, or no answer.
  await load();
  if (!isOther) return;
  put("undo-line");
  by("detail-title").focus({ preventScroll: true });
}

const address = (...path) => ["#health", type, ...path].filter(Boolean).join("/");

const go = (...path) => { location.hash = address(...path); };

/** Enlarges a part; Back leads to the whole, not through each step. */
function enlarge(first, last) {
  const place = address(range, until ?? dayText(to - 1), `${Math.floor(first / 1000)}-${Math.ceil(last / 1000)}`);
  if (!zoom) location.hash = place;
  else {
    history.replaceState(null, "", place);
    show(place.split("/").slice(1));
  }
}

const query = () => zoom ? { type, from: `@${zoom[0]}`, to: `@${zoom[1]}` }
  : { type, range, date: until && `@${new Date(`${until}T12:00`.slice(0, 16)) / 1000}` };

const isNight = () => range === "day" && chart.group === "sleep";

async function load() {
  const own = ++turn;
  drawnFor = innerWidth;
  // Where the page's letters are larger, the chart's grow with them.
  const scale = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
  // As wide as the chart, which may be hidden.
  const room = by("hint").clientWidth;
  const within = (least, most, size) => Math.round(Math.max(least, Math.min(most, size)));
  // The figures above are in sight with it.
  const above = by("figures").getBoundingClientRect().top + scrollY + (room < 500 ? 225 : 100) * scale;
  const wanted = {
    ...query(), width: within(240, 2000, Math.floor(room / scale)),
    height: within(170, 700, (innerHeight - above) / scale - 90),
  };
  const found = await ask(`api/chart?${words({ ...wanted, earlier: "" })}`);
  if (own !== turn) return;
  chart = found;
  if (chart.is_empty) return void (location.hash = "#health");
  [from, to] = [Date.parse(chart.from), Date.parse(chart.to)];
  for (const one of by("ranges").children) one.ariaPressed = one.dataset.range === range && !zoom;
  by("page-type").dataset.group = chart.group;
  put("detail-title", chart.name);
  document.title = `${chart.name} – Heartcam`;
  put("period", zoom ? spanText(from, to, ["day", "week", "month"].includes(chart.bar))
    : periodText(range, from, to, isNight()));
  by("later").disabled = to >= Date.now();
  by("until").value = dayText(to - 1);
  reveal(zoom, "whole");
  reveal(!chart.svg, "no-chart");
  put("nothing", chart.note ? `${chart.note} They are in the list.` : "Nothing was recorded in this time.");
  if (chart.note) by("list").open = true;
  reveal(chart.svg, "frame", "numbers");
  figures();
  put("hint", chart.svg && sentence(chart.explanation));
  if (chart.svg) {
    reader.show(chart);
    fill("table", chart.columns, chart.rows.map((row) => row.map(cellText)));
  }
  menu(wanted);
  await samples.list({ type, from: `@${from / 1000}`, to: `@${to / 1000}` }, stay);
}

/** The figures, beside those of the time before. */
function figures() {
  const { facts: before, from: start } = chart.earlier;
  const name = zoom ? "before" : range === "month" ? `in ${monthText(start)}` : `the ${range} before`;
  put("figures", chart.facts.map((fact) => {
    const old = (zoom || range !== "half_year") && before.find((one) => one.name === fact.name);
    return element("div", {}, element("dt", {}, fact.name),
      element("dd", {}, element("strong", {}, fact.text), fact.unit && ["\u00a0", element("span", { class: "unit" }, fact.unit)]),
      fact.when && element("dd", { class: "quiet" }, whenText(fact.when, fact.is_day), fact.during && `, ${fact.during}`),
      old && !fact.when && element("dd", { class: "quiet" }, `${old.text === fact.text ? "same" : old.text} ${name}`));
  }));
}

/** What can be taken from here, and whether the card stands first or is hidden. */
function menu(wanted) {
  const file = (text, path, all) => link(text, `api/${path}?${words(all)}`, { download: "" });
  const time = { from: `@${from / 1000}`, to: `@${to / 1000}` };
  const mark = (kind, set, unset) => button(chosen.has(kind, type) ? unset : set, () => {
    chosen.toggle(kind, type);
    menu(wanted);
  });
  put("kept", chart.svg && ["png", "svg", "csv"].map((as) =>
    file(as === "csv" ? "Numbers as CSV" : `Picture as ${as.toUpperCase()}`, "chart", { ...wanted, as })),
  file("Samples of this time as CSV", "export", { format: "csv", type, ...time }),
  file("All samples as CSV", "export", { format: "csv", type }),
  mark("pinned", "Pin to the top of Health", "Unpin"), mark("hidden", "Hide on Health", "Show on Health"));
}

const isTime = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const cellText = (cell) => isTime.test(cell) ? whenText(cell) : cell ?? "–";

function shift(direction) {
  if (zoom) return enlarge(...[from, to].map((time) => time + direction * (to - from)));
  // Half a year moves by its half; others by a unit.
  const moment = direction > 0 ? to + 43_200_000 : (isNight() ? to - 43_200_000 : from) - 43_200_000;
  if (range === "half_year") return go(range, dayText(Math.min(Date.now(), direction > 0 ? to + (to - from) - 1 : from - 1)));
  go(range, dayText(Math.min(Date.now(), moment)));
}

/** Goes into what one bar stands for. */
function enter(start, end) {
  const days = (end - start) / 86_400_000;
  if (days > 20) return go("month", dayText(start));
  if (days > 5) return go("week", dayText(start));
  if (days > 0.9) return go("day", dayText(isNight() ? end : start));
  if (!zoom || to - from > end - start) enlarge(start, end);
}

/** Shows the same time again, also if the newest sample is another now. */
function stay() {
  if (!zoom) until ??= timeText(isNight() ? to : from, 10);
  return load();
}

function begin() {
  const whole = () => { if (zoom) go(range, until); };
  reader = new ChartReader({ zoom: enlarge, shift, enter, whole });
  put("ranges", Object.entries(ranges).map(([name, text]) => button(
    text, () => name === range ? whole() : go(name, until ?? (zoom && dayText(to - 1))),
    { "aria-pressed": "false", "data-range": name })));
  on("click", { earlier: () => shift(-1), later: () => shift(1), newest: () => go(range), whole });
  on("change", { until: () => { if (by("until").value) go(range, by("until").value); } });
  samples.begin();
}

const view = { begin, show, refresh: () => type && load(), resized: () => { if (drawnFor !== innerWidth) load(); } };
export { view as type };
