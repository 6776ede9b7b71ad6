// What a result says, and what its pulse swings between.
import { several } from "./text.js";

/** The fields of results as the server explains them, by this page's names. */
let fields = {};

export const learn = (explained) => { fields = explained; };

/** A result's value of a field; null if it is missing. */
export const valueOf = (result, field) => result[fields[field].name] ?? null;

export const meaningOf = (field) => fields[field].meaning;

export function rateText(result) {
  const [rate, low, high] = ["rate", "low", "high"].map((field) => valueOf(result, field).toFixed(1));
  return `${rate} bpm (${low} to ${high})`;
}

/** What became of readings that were to be saved. */
export const storedText = ({ readings, kept_apart: kept }) => !readings ? "Saved before: the store has it. "
  : `Saved. ${several(readings, "reading")}${kept ? `, kept apart as ${kept}: no card, chart or average counts them` : ""}. `;

/** How sure a number is: 0 none, 1 not sure, 2 reliable. */
export const signalOf = (quality, sure) => quality === null ? 0 : quality >= sure ? 2 : 1;
export const signalNames = ["No number yet", "Not sure yet", "Reliable"];

/** What the pulse swings between, usual of parts that each hold a beat. A jolt of six seconds of ten changes nothing;
    after a longer one the newest parts count. */
export function swing(points) {
  const end = points.at(-1)?.[0];
  const parts = [];
  for (const [time, value] of points) {
    const index = Math.floor((end - time) / 1.5);
    const [low, high, count] = parts[index] ?? [value, value, 0];
    parts[index] = [Math.min(low, value), Math.max(high, value), count + 1];
  }
  const usual = (some) => [0, 1].map((side) => {
    const sorted = some.map((ends) => Math.abs(ends[side])).sort((a, b) => a - b);
    return Math.max(0.0003, sorted[Math.floor(some.length * 0.4)] ?? 0);
  });
  // A part that has only begun may hold no beat.
  const most = Math.max(...parts.map((part) => part?.[2] ?? 0));
  const known = parts.filter((part) => part && part[2] > most * 0.8);
  const [all, newest] = [usual(known), usual(known.slice(0, 2))];
  const [low, high] = newest[0] + newest[1] < (all[0] + all[1]) / 3 ? newest : all;
  return { low: -1.3 * low - 0.1 * high, high: 1.4 * high };
}
