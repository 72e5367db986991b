/** What a deed was, from the details of its entry in the audit log, in words. */

import { groupDigits, signed, timeLabel } from "../core/format.ts";
import type { Locale } from "../core/i18n.ts";
import type { AuditView } from "../core/protocol.ts";
import { adminText, adminWords } from "./words.ts";

interface Details {
  readonly player?: string;
  readonly until?: number | null;
  readonly expires_at?: number;
  readonly starts_at?: number | null;
  readonly transfer?: { readonly beans: number; readonly credit: string };
  readonly outcome?: string;
  readonly key?: string;
  readonly zh?: string;
  readonly en?: string;
  readonly text?: string;
  readonly house_beans?: number;
  readonly house_cards?: number;
}

/** Amounts, ends, texts: all that stands neither in the action nor in its target. */
export function detailsOf(line: Pick<AuditView, "details">, locale: Locale): string[] {
  const deed = JSON.parse(line.details) as Details;
  const t = adminWords(locale);
  const at = (time: number): string => timeLabel(time, locale);
  const said: string[] = [];
  if (deed.transfer) said.push(t("audit.beans", { n: given(deed.transfer, deed.player) }));
  if (deed.until !== undefined) said.push(deed.until === null ? t("audit.for_good") : t("audit.until", { at: at(deed.until) }));
  if (deed.outcome !== undefined) said.push(adminText(locale, "audit", deed.outcome));
  if (deed.key !== undefined) said.push(deed.key);
  const texts = [deed.zh, deed.en, deed.text].filter((text) => text);
  if (texts.length > 0) said.push(texts.join(" / "));
  if (deed.expires_at !== undefined) said.push(t("audit.until", { at: at(deed.expires_at) }));
  if (deed.house_beans !== undefined)
    said.push(t("audit.prizes", { beans: groupDigits(deed.house_beans), cards: groupDigits(deed.house_cards ?? 0) }));
  if (typeof deed.starts_at === "number") said.push(t("audit.starts", { at: at(deed.starts_at) }));
  return said;
}

function given(transfer: { readonly beans: number; readonly credit: string }, player = ""): string {
  return signed(transfer.credit === `player:${player}` ? transfer.beans : -transfer.beans);
}
