// What the store holds at a glance: one card for each type, by group.
import { by, dayText, element, on, put, quiet, whenText, zone, zoned } from "./app.js";
import { bars, night, sparkline } from "./drawing.js";
import { detail } from "./detail.js";

let turn = 0;

async function show([type, ...place]) {
  by("summary").hidden = Boolean(type);
  by("detail").hidden = !type;
  if (type) return detail.show(type, ...place);
  const own = ++turn;
  const { is_empty, note, groups = [] } = await zoned("api/overview");
  if (own !== turn) return;
  by("empty").hidden = !is_empty;
  by("day").hidden = is_empty;
  const newest = groups.flatMap(({ cards }) => cards).map((card) => card.when).sort().at(-1);
  if (newest) by("report-day").value ||= dayText(newest);
  report();
  const heart = groups[0]?.cards ?? [];
  const top = heart[0]?.key === "HeartRate" ? heart[0] : undefined;
  put("types", top && hero(top, heart.find(({ key }) => key === "RestingHeartRate")), groups.map((group) => {
    const cards = group.cards.filter((card) => card !== top);
    // A small group shares its row with the next.
    return cards.length > 0 && element(
      "section", { class: "group", "data-group": group.group, "--cards": cards.length },
      element("h3", {}, group.name), element("div", { class: "tiles" }, cards.map(tile)));
  }), note && quiet(note));
}

function report() {
  by("report").href = `api/report?${new URLSearchParams({ date: by("report-day").value, zone })}`;
}

const link = (card, kind, ...content) =>
  element("a", { class: `card ${kind}`, href: `#health/${card.key}`, "data-group": card.group }, ...content);

const value = (card) => element("p", { class: "value" },
  element("strong", { class: /^\D/.test(card.text) ? "words" : "" }, card.text),
  card.unit && [" ", element("span", { class: "unit" }, card.unit)]);

const when = (card) => whenText(card.when, card.is_day);

function drawing({ stages, days, kind, is_over }) {
  if (stages.length) return night(stages, "The stages of the last night");
  if (days.filter((day) => day !== null).length < 2) return undefined;
  return kind === "sum" ? bars(days, is_over, "Fourteen days")
    : sparkline(days, is_over, "Seven days, and the seven before");
}

const tile = (card) => link(card, "tile", element("h4", {}, card.name), value(card), drawing(card) ?? element("span"),
  element("div", {}, quiet(when(card)), card.notes.map((note) => quiet(note))));

/** The heart rate: the newest number, its day, rest, and the week beside the one before. */
function hero(card, resting) {
  const lines = drawing(card);
  const known = card.days.filter((day) => day !== null);
  const dayName = (back) => {
    const day = new Date(card.when);
    day.setDate(day.getDate() - back);
    return element("span", {}, dayForm.format(day));
  };
  return link(card, lines ? "hero" : "hero short",
    element("div", {}, element("h3", {}, card.name), value(card), quiet(when(card)),
      card.notes.map((note) => quiet(note)),
      resting && quiet(`resting ${resting.text} ${resting.unit}, ${when(resting)}`)),
    lines && element("div", { class: "week" },
      element("span", { class: "high quiet" }, Math.round(Math.max(...known))),
      element("span", { class: "low quiet" }, Math.round(Math.min(...known))),
      lines, element("p", { class: "names quiet" }, [6, 5, 4, 3, 2, 1, 0].map(dayName)),
      element("p", { class: "key" }, element("span", {}, "average of each day"),
        element("span", { class: "old" }, "in the 7 days before"))));
}

const dayForm = new Intl.DateTimeFormat("en-GB", { weekday: "short" });

function begin() {
  on("change", { "report-day": report });
  detail.begin();
}

export const health = { begin, show };
