/** Numbers as people read them. */

import type { Locale } from "./i18n.ts";

/** 12,345 or −40, with a real minus sign. */
export function groupDigits(amount: number): string {
  return Math.trunc(amount).toString().replace("-", "−").replace(/\B(?=(\d{3})+$)/g, ",");
}

/** Short for places without room: 3.4万, 12.5K. Small amounts are exact. */
export function shortAmount(amount: number, locale: Locale): string {
  const size = Math.abs(amount);
  if (size < 1_000_000) return groupDigits(amount);
  const units: [number, string][] =
    locale === "zh"
      ? [[1e8, "亿"], [1e4, "万"]]
      : [[1e9, "B"], [1e6, "M"], [1e3, "K"]];
  for (const [unit, suffix] of units) {
    if (size >= unit) return trim(amount / unit) + suffix;
  }
  return groupDigits(amount);
}

/** At most three digits, cut and not rounded: nobody is shown more than he has. */
function trim(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  const cut = Math.trunc(value * 10 ** digits) / 10 ** digits;
  return cut.toString().replace("-", "−");
}

/** +1,000 or -1,000 (a real minus sign); 0 without a sign. */
export function signed(amount: number): string {
  if (amount === 0) return "0";
  return (amount > 0 ? "+" : "−") + groupDigits(Math.abs(amount));
}

/** 1,000 or −40: a score, with a real minus sign. */
export function scoreText(score: number): string {
  return groupDigits(score).replace("-", "−");
}

/** When something was: the time today, else the day, with the year when it is another one. */
export function timeLabel(at: number, locale: Locale, now = Date.now()): string {
  const [then, today] = [new Date(at), new Date(now)];
  const two = (n: number): string => n.toString().padStart(2, "0");
  const time = `${two(then.getHours())}:${two(then.getMinutes())}`;
  if (then.toDateString() === today.toDateString()) return time;
  const day = locale === "zh" ? `${then.getMonth() + 1}月${then.getDate()}日` : `${two(then.getMonth() + 1)}-${two(then.getDate())}`;
  if (then.getFullYear() === today.getFullYear()) return `${day} ${time}`;
  return locale === "zh" ? `${then.getFullYear()}年${day}` : `${then.getFullYear()}-${day}`;
}

/** 62.5%, of nothing a dash. */
export function percent(part: number, whole: number): string {
  return whole === 0 ? "–" : `${Math.round((1000 * part) / whole) / 10}%`;
}
