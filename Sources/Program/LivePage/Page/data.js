// What the store holds: a tile for each type, and its charts and samples.
import { ask, by, element, timeText } from "./app.js";

const ranges = [["day", "Day"], ["week", "Week"], ["month", "Month"], ["half_year", "6 months"], ["year", "Year"]];
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

let type;
let kind = "";
let range = "week";
let period = { from: null, to: null };

// The moment that a person has gone to, in seconds; undefined while it is the newest sample's.
let anchor;
let samples = [];
let shown;
let turn = 0;

async function show() {
  const overview = await ask(`/api/overview?zone=${encodeURIComponent(zone)}`);
  by("empty").hidden = !overview.is_empty;
  by("types").replaceChildren(...(overview.types ?? []).map((row) => {
    const tile = element("button", null, { type: "button", class: "tile" });
    tile.append(
      element("span", readable(row.name)), element("strong", valueText(row.value)),
      element("span", timeText(new Date(row.end)), { class: "quiet" }));
    if (row.trend !== null) tile.append(element("span", trendText(row.trend), { class: "quiet" }));
    if (row.type === type) tile.setAttribute("aria-pressed", "true");
    tile.addEventListener("click", () => { choose(row); });
    return tile;
  }));
}

/** A value with its unit as people say it. */
const valueText = (text) =>
  text.trim().replace(/ count\/min$/, " per minute").replace(/ count$/, "").replace(/(\d)\.0(?= |\/|$)/g, "$1");

/** `HeartRate` as words. */
const readable = (name) =>
  name.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/^Heartcam /, "");

function trendText(trend) {
  const percent = Math.round(Math.abs(trend) * 100);
  return percent === 0 ? "As in the week before" : `${percent} % ${trend > 0 ? "above" : "below"} the week before`;
}

function choose(row) {
  type = row.type;
  kind = row.kind;
  for (const tile of by("types").children) tile.removeAttribute("aria-pressed");
  by("detail").hidden = false;
  by("detail-title").textContent = readable(row.name);
  anchor = undefined;
  by("undo-line").textContent = "";
  load();
  show();
  by("detail-title").focus();
  by("detail-title").scrollIntoView({ block: "start" });
}

/** Loads the chart around the anchor. */
async function load() {
  const own = ++turn;
  // Where the page's letters are larger, the chart's grow with them.
  const scale = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
  const width = Math.max(240, Math.min(1600, Math.floor(by("page-health").clientWidth / scale)));
  const query = new URLSearchParams({ type, range, width });
  if (anchor !== undefined) query.set("date", anchor);
  for (const button of by("ranges").children) {
    button.setAttribute("aria-pressed", String(button.dataset.range === range));
  }
  const chart = await inZone(query);
  if (own !== turn) return;
  period = { from: new Date(chart.from), to: new Date(chart.to) };
  const last = timeText(new Date(period.to - 1), "day");
  const first = timeText(period.from, "day");
  by("period").textContent = first === last ? first : `${first} to ${last}`;
  by("later").disabled = period.to > new Date();
  by("no-chart").hidden = Boolean(chart.svg) || kind === "list";
  by("chart").hidden = !chart.svg;
  by("numbers").hidden = !chart.svg;
  if (chart.svg) {
    by("chart").src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(chart.svg)}`;
    by("chart").alt = `${readable(chart.title)}; the numbers follow in a table.`;
    by("chart").width = width;
    table(chart);
  }
  await list(own);
}

/** The chart in the browser's zone, or in the server's if that knows the browser's by another name. */
async function inZone(query) {
  try {
    return await ask(`/api/chart?${query}&zone=${encodeURIComponent(zone)}`);
  } catch (error) {
    if (error.status !== 400) throw error;
    return ask(`/api/chart?${query}`);
  }
}

function table(chart) {
  const head = element("tr");
  head.append(...chart.columns.map((name) => element("th", name.replaceAll("_", " "), { scope: "col" })));
  const rows = chart.rows.map((row) => {
    const line = element("tr");
    line.append(...row.map((cell) => element("td", cellText(cell))));
    return line;
  });
  fill(by("table"), head, rows);
}

const isTime = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const cellText = (cell) => cell === null ? "–" : isTime.test(cell) ? timeText(new Date(cell)) : String(cell);

function fill(target, head, rows) {
  const top = element("thead");
  top.append(head);
  const body = element("tbody");
  body.append(...rows);
  target.replaceChildren(top, body);
}

async function list(own) {
  const query = new URLSearchParams({ type, from: period.from / 1000, to: period.to / 1000 });
  const found = await ask(`/api/samples?${query}`);
  if (own !== turn) return;
  samples = found.samples ?? [];
  const head = element("tr");
  head.append(...["Start", "Value", "Source", "Details"].map((name) => element("th", name, { scope: "col" })));
  fill(by("samples"), head, samples.map((sample) => {
    const line = element("tr");
    const time = timeText(new Date(sample.start), "second");
    const more = element("button", "Details", { type: "button", "aria-label": `Details of the sample of ${time}` });
    more.addEventListener("click", () => open(sample));
    const cell = element("td");
    cell.append(more);
    line.append(element("td", time, { class: "time" }), element("td", valueText(sample.text)), element("td", sample.source), cell);
    return line;
  }));
  if (found.is_cut) {
    const line = element("tr");
    line.append(element("td", `The newest ${samples.length} are listed.`, { colspan: "4" }));
    by("samples").append(line);
  }
}

function open(sample) {
  shown = sample;
  const rows = [
    ["Type", sample.type], ["Start", timeText(new Date(sample.start), "second")],
    ["End", timeText(new Date(sample.end), "second")], ["Value", valueText(sample.text)],
    ["Source", [sample.source, sample.source_version].filter(Boolean).join(" ")],
    ["Device", [sample.device, sample.device_model].filter(Boolean).join(", ")],
    ...Object.entries(sample.metadata).map(([key, value]) =>
      [readable(key), typeof value === "number" ? String(Math.round(value * 1000) / 1000) : String(value)]),
    ["Identifier", sample.id],
  ];
  by("sample-facts").replaceChildren(...rows.filter(([, value]) => value).flatMap(
    ([name, value]) => [element("dt", name), element("dd", value)]));
  by("not-own").hidden = sample.is_own;
  by("sample").showModal();
}

async function remove() {
  const others = !shown.is_own;
  if (others && !confirm(`${shown.source} has saved this sample, or an import. Delete it?`)) return;
  by("sample").close();
  const line = by("undo-line");
  try {
    const answer = await ask("/api/samples/delete", { ids: [shown.id], others });
    line.textContent = "The sample was deleted. ";
    const undo = element("button", "Undo", { type: "button" });
    undo.addEventListener("click", async () => {
      try {
        await ask("/api/samples/undo", { undo: answer.undo });
        line.textContent = "The sample is back.";
      } catch (error) {
        line.textContent = error.message;
      }
      await refresh();
    });
    line.append(undo);
    await refresh();
    undo.focus();
  } catch (error) {
    line.textContent = error.message;
  }
}

/** Shows the same time again. */
async function refresh() {
  anchor ??= period.from / 1000;
  await load();
  await show();
}

function go(moment) {
  anchor = moment;
  load();
}

function begin() {
  by("ranges").append(...ranges.map(([name, text]) => {
    const button = element("button", text, { type: "button", "aria-pressed": "false" });
    button.dataset.range = name;
    button.addEventListener("click", () => {
      range = name;
      load();
    });
    return button;
  }));
  by("earlier").addEventListener("click", () => go(period.from / 1000 - 1));
  by("later").addEventListener("click", () => go(period.to / 1000 + 1));
  by("close-sample").addEventListener("click", () => by("sample").close());
  by("delete").addEventListener("click", remove);
}

export const data = { begin, show };
