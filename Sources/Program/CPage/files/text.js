// Words and times; nothing here knows a document.

/** Strangers' text with hidden characters written out (VisibleText). */
export const visible = (text) => String(text).replace(
  /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u{10FF5C}\u{10FF80}-\u{10FFFF}]/gu, (sign) => {
    const code = sign.codePointAt(0);
    const digits = (number) => number.toString(16).toUpperCase();
    return code >= 0x10FF00 ? `\\x${digits(code & 0xFF)}` : `\\u{${digits(code)}}`;
  });

/** What the server says, as a sentence. */
export const sentence = (text) => text && text[0].toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");

export const readable = (name) => name.replaceAll("_", " ");

export const joined = (...texts) => texts.filter(Boolean).join(" ");

export const count = (number, digits = 0) =>
  number.toLocaleString("en", { maximumFractionDigits: digits, signDisplay: "negative" });

/** "2 files", "1 file". */
export const several = (number, one) => `${count(number)} ${one}${number === 1 ? "" : "s"}`;

/** "8%" and the direction of a change in per cent. */
export const change = (percent) =>
  percent === 0 ? "same as" : `${count(Math.abs(percent))}% ${percent > 0 ? "more" : "less"} than`;

/** A time in the browser's zone, in the ISO order. */
export const timeText = (date, length = 16) => new Date(date).toLocaleString("sv").slice(0, length);
export const dayText = (date) => timeText(date, 10);
/** The same for an address, or for a field of a form. */
export const stamp = (date) => timeText(date).replace(" ", "T");
const clockText = (date) => timeText(date).slice(11);

const form = (parts) => new Intl.DateTimeFormat("en-GB", parts);
const month = form({ month: "long" });
const dayForms = [{}, { year: "numeric" }].map((year) => form({ day: "numeric", month: "short", ...year }));

/** Whole days from one moment's day to another's. */
export const daysBetween = (start, end) =>
  Math.round((new Date(end).setHours(12, 0, 0, 0) - new Date(start).setHours(12, 0, 0, 0)) / 86_400_000);

/** A moment as people say it: "Today 09:12", "16 Mar". */
export function whenText(date, isDay = false) {
  const [now, then] = [new Date(), new Date(date)];
  const day = ["Today", "Yesterday"][daysBetween(then, now)]
    ?? dayForms[+(now.getFullYear() !== then.getFullYear())].format(then);
  return isDay ? day : `${day} ${clockText(date)}`;
}

/** When something begins and ends, in milliseconds. */
export const times = ({ start, end }) => ({ start: Date.parse(start), end: Date.parse(end) });

export const monthText = (date) => month.format(new Date(date));

/** A day within a sentence. */
export const lower = (day) => day.replace(/^[TY]/, (letter) => letter.toLowerCase());

export function spanText(start, end, isDay) {
  const [first, last] = [whenText(start, isDay), whenText(isDay ? end - 1 : end, isDay)];
  if (first === last) return first;
  return `${first} to ${isDay || dayText(start) !== dayText(end) ? lower(last) : clockText(end)}`;
}

/** The name of a period of the calendar. */
export function periodText(range, from, to, isNight) {
  const year = new Date(from).getFullYear();
  if (range === "day") return isNight ? `Night to ${lower(whenText(to - 1, true))}` : whenText(from, true);
  if (range === "month") return `${monthText(from)} ${year}`;
  return range === "year" ? `${year}` : spanText(from, to, true);
}

/** "a, b and c" */
export const listText = (texts) => new Intl.ListFormat("en-GB").format(texts);

/** Seconds as minutes and seconds. */
export function span(time) {
  const whole = Math.max(0, Math.floor(time));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
