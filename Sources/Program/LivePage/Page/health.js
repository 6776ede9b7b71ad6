// What the store holds at a glance: one card for each type, by group, the heart rate on top.
import { by, element, timeText, whenText, zoned } from "./app.js";
import { bars, night, sparkline } from "./drawing.js";
import { detail } from "./detail.js";

let turn = 0;

async function show(path) {
  const [type, range, date] = path;
  by("summary").hidden = Boolean(type);
  by("detail").hidden = !type;
  if (type) return detail.show(type, range, date);
  await refresh();
}

async function refresh() {
  const own = ++turn;
  const overview = await zoned("/api/overview", new URLSearchParams());
  if (own !== turn) return;
  by("empty").hidden = !overview.is_empty;
  by("day").hidden = overview.is_empty;
  const groups = overview.groups ?? [];
  const first = groups[0]?.cards[0];
  const newest = groups.flatMap((group) => group.cards).map((card) => card.when).sort().at(-1);
  if (newest && !by("report-day").value) by("report-day").value = timeText(new Date(newest), "day");
  report();
  const hero = first?.key === "HeartRate" ? first : undefined;
  by("types").replaceChildren(
    ...(hero ? [heroCard(hero, groups[0].cards.find(({ key }) => key === "RestingHeartRate"))] : []),
    ...groups.filter((group) => group.cards.some((card) => card !== hero)).map((group) => {
      const cards = group.cards.filter((card) => card !== hero);
      const part = element("section", null, { class: "group", "data-group": group.group });
      // A small group shares its row with the next.
      part.style.flex = `${cards.length} 1 ${15.75 * cards.length - 0.75}rem`;
      const tiles = element("div", null, { class: "tiles" });
      tiles.append(...cards.map(tile));
      part.append(element("h3", group.name), tiles);
      return part;
    }));
}

/** Points the link of the report at the day that is chosen. */
function report() {
  const words = new URLSearchParams({ date: by("report-day").value, zone: Intl.DateTimeFormat().resolvedOptions().timeZone });
  by("report").href = `/api/report?${words}`;
}

function link(card, kind) {
  const made = element("a", null, { class: `card ${kind}`, href: `#health/${card.key}`, "data-group": card.group });
  made.append(element(kind === "hero" ? "h3" : "h4", card.name));
  return made;
}

function value(card) {
  const line = element("p", null, { class: "value" });
  line.append(element("strong", card.text, /\d/.test(card.text[0]) ? {} : { class: "words" }));
  if (card.unit) line.append(" ", element("span", card.unit, { class: "unit" }));
  return line;
}

const quiet = (text) => element("p", text, { class: "quiet" });
const when = (card) => whenText(new Date(card.when), card.is_day);

function drawing(card) {
  if (card.stages.length) return night(card.stages, "The stages of the last night");
  if (card.days.filter((day) => day !== null).length < 2) return undefined;
  return card.kind === "sum" ? bars(card.days, "Fourteen days") : sparkline(card.days, "Seven days, and the seven before");
}

function tile(card) {
  const made = link(card, "tile");
  const below = element("div");
  below.append(quiet(when(card)), ...card.notes.map(quiet));
  made.append(value(card), drawing(card) ?? element("span"), below);
  return made;
}

/** The heart rate: the newest number, the day around it, rest, and the week beside the one before. */
function heroCard(card, resting) {
  const made = link(card, "hero");
  const left = element("div");
  left.append(made.firstChild, value(card), quiet(when(card)), ...card.notes.map(quiet));
  if (resting) left.append(quiet(`resting ${resting.text} ${resting.unit}, ${when(resting)}`));
  made.append(left);
  const lines = drawing(card);
  if (!lines) {
    made.classList.add("short");
    return made;
  }
  const right = element("div", null, { class: "week" });
  const known = card.days.filter((day) => day !== null);
  const names = element("p", null, { class: "names quiet" });
  const last = new Date(card.when);
  names.append(...[6, 5, 4, 3, 2, 1, 0].map((back) =>
    element("span", dayName.format(new Date(last.getFullYear(), last.getMonth(), last.getDate() - back)))));
  const key = element("p", null, { class: "key" });
  key.append(element("span", "average of each day"), element("span", "in the week before", { class: "old" }));
  right.append(element("span", Math.round(Math.max(...known)), { class: "high quiet" }),
    element("span", Math.round(Math.min(...known)), { class: "low quiet" }), lines, names, key);
  made.append(right);
  return made;
}

const dayName = new Intl.DateTimeFormat("en-GB", { weekday: "short" });

function begin() {
  by("report-day").addEventListener("change", report);
  detail.begin();
}

export const health = { begin, show };
