// What the store holds at a glance: sentences, the day's heart rate, and a card per type.
import { bands, bars, night, pictureOf, sparkline } from "./drawing.js";
import { by, chosen, element, link as anchor, notice, on, put, quiet, show as reveal } from "./dom.js";
import { ask, words } from "./server.js";
import { change, count, dayText, daysBetween, listText, monthText, stamp, whenText } from "./text.js";

let turn = 0;
let cards = [];

// How wide the chart of the newest day was drawn.
let drawnFor;

async function show() {
  const own = ++turn;
  const found = await ask(`api/overview?${words()}`);
  if (own !== turn) return;
  cards = found.cards ?? [];
  reveal(found.is_empty, "empty");
  reveal(!found.is_empty, "day", "find");
  const newest = cards.map((card) => card.when).sort().at(-1);
  if (newest) by("report-day").value ||= dayText(newest);
  report();
  put("left-out", found.note);
  await draw();
}

async function draw() {
  const wanted = by("find").value.trim().toLowerCase();
  const top = cards[0]?.key === "HeartRate" && !wanted ? cards[0] : undefined;
  const isShown = (card) => card !== top && (wanted ? card.name.toLowerCase().includes(wanted) : !chosen.has("hidden", card.key));
  const isPinned = (card) => chosen.has("pinned", card.key);
  put("highlights", wanted ? [] : highlights(cards));
  const shown = cards.filter(isShown);
  put("types", wanted && !shown.length && quiet("Nothing found."), top && hero(top), shown.toSorted((a, b) => isPinned(b) - isPinned(a)).map(tile));
  if (top) await plot(top);
  const hidden = cards.filter((card) => chosen.has("hidden", card.key));
  reveal(hidden.length && !wanted, "hidden");
  put("hidden-types", hidden.map((card) => anchor(card.name, `#health/${card.key}`, { class: "button" })));
}

function report() {
  by("report").href = `api/report?${words({ date: by("report-day").value, range: by("report-range").value })}`;
}

// MARK: Sentences

const mean = (days) => {
  const known = days.filter((day) => day !== null);
  return known.length ? known.reduce((sum, day) => sum + day, 0) / known.length : null;
};

/** What changed lately, at most three sentences. */
function highlights(cards) {
  const of = (key) => cards.find((card) => card.key === key && daysBetween(card.when, Date.now()) < 35);
  const [resting, sleep, steps] = ["RestingHeartRate", "SleepAnalysis", "StepCount"].map(of);
  const found = [];
  if (resting?.months) {
    const { start, text, change: by } = resting.months;
    const before = monthText(new Date(start).setDate(0));
    found.push([resting, `Resting heart rate ${text} in ${monthText(start)}, ${
      by ? `${Math.abs(by)} ${by < 0 ? "lower" : "higher"} than in ${before}` : `the same as in ${before}`}.`]);
  }
  if (sleep) {
    const short = sleep.days.flatMap((hours, index) => hours !== null && hours < 5
      ? [dayOf(sleep, index)] : []);
    const usual = mean(sleep.days.slice(7));
    if (short.length) found.push([sleep, `You slept under 5 hours on ${listText(short.map((day) => whenText(day, true)))}.`]);
    else if (usual) {
      const minutes = Math.round(usual * 60);
      found.push([sleep, `You slept ${Math.floor(minutes / 60)} h ${minutes % 60} min a night in the last week.`]);
    }
  }
  if (steps && steps.trend !== null) {
    const days = steps.is_over ? steps.days : steps.days.slice(0, -1);
    found.push([steps, `${count(mean(days.slice(-7)))} steps per day in the last week, ${change(steps.trend)} in the week before.`]);
  }
  return found.map(([card, text]) => element("li", { "data-group": card.group }, anchor(text, `#health/${card.key}`)));
}

/** The day of a card's number, the last of which is of its value. */
function dayOf(card, index) {
  const day = new Date(card.when);
  day.setDate(day.getDate() - 13 + index);
  return day;
}

// MARK: Cards

const link = (card, kind, ...content) =>
  element("a", { class: `card ${kind}`, href: `#health/${card.key}`, "data-group": card.group }, ...content);

const title = (card) =>
  element("div", { class: "title" }, element("h3", {}, card.name), quiet(whenText(card.when, card.is_day)));

const value = (card) => element("p", { class: "value" },
  element("strong", { class: /^\D/.test(card.text) ? "words" : "" }, card.text),
  card.unit && [" ", element("span", { class: "unit" }, card.unit)]);

/** The last seven days up to today, and the seven before. */
function drawing({ stages, days, kind, is_over, when }) {
  const ago = daysBetween(when, Date.now());
  if (ago > 6) return undefined;
  if (stages.length && ago < 2) return night(stages, "The stages of the last night");
  if (days.filter((day) => day !== null).length < 2) return undefined;
  const shifted = [...days.slice(ago), ...Array(ago).fill(null)];
  return kind === "sum" ? bars(shifted, is_over, "Fourteen days up to today")
    : sparkline(shifted, is_over, "Seven days up to today, and the seven before");
}

const tile = (card) => link(card, "tile",
  title(card), value(card), drawing(card), card.trend !== null && quiet(`${change(card.trend)} the week before`));

const hero = (card) => link(card, "hero", title(card), value(card), element("div", { id: "plot" }));

/** The newest day's heart rate, with its workouts and sleep. */
async function plot(card) {
  const place = by("plot");
  const [width, height] = [Math.max(240, Math.min(2000, place.clientWidth)), 200];
  drawnFor = place.clientWidth;
  const chart = await ask(`api/chart?${words({ type: card.key, range: "day", width, height })}`);
  if (chart.svg) put(place, element("img", pictureOf(chart)), bands(chart));
}

// MARK: Adding

async function add(event) {
  event?.preventDefault();
  const [type, value, start, note] = ["add-type", "add-value", "add-start", "add-note"].map((id) => by(id).value);
  try {
    const body = { type, value, note, start: `@${new Date(start) / 1000}`, is_sure: Boolean(by("add-doubt").textContent) };
    const { unusual, others, is_future } = await ask("api/samples/add", body);
    const doubt = [unusual && `${unusual} is unusual.`, others && `Did you mean ${others}?`,
      is_future && "That is in the future."].filter(Boolean).join(" ");
    if (doubt) return put("add-doubt", notice(`${doubt} Press Save again if it is right.`));
    by("add").close();
    location.hash = `#health/${type}/day/${start}`;
  } catch (error) { put("add-doubt", notice(error.message)); }
}

function openAdd() {
  by("add-form").reset();
  by("add-start").value = stamp(Date.now());
  put("add-doubt");
  by("add").showModal();
}

function begin() {
  on("change", { "report-day": report, "report-range": report });
  on("input", { find: draw, "add-value": () => put("add-doubt") });
  on("click", { "add-open": openAdd, "add-close": () => by("add").close() });
  on("submit", { "add-form": add });
}

const resized = () => { if (by("plot") && by("plot").clientWidth !== drawnFor) plot(cards[0]); };

export const health = { begin, show, refresh: show, resized };
