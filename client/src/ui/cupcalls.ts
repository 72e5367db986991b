/** The HTTP calls of competitions. Each throws a Refusal with a code: the server's, or `offline`. */

import type {
  CatalogueEntry,
  Champion,
  CupDetail,
  CupMade,
  CupResult,
  CupTables,
  NewCup,
  PastCup,
  PastCups,
  StandingPage,
} from "../core/protocol.ts";
import type { Page } from "./paged.svelte.ts";
import { ask } from "./people.ts";

const query = (values: Readonly<Record<string, string | number | null>>): string => {
  const given = Object.entries(values).filter(([, value]) => value !== null);
  return given.length === 0 ? "" : `?${given.map(([key, value]) => `${key}=${encodeURIComponent(String(value))}`).join("&")}`;
};

export const fetchCup = (id: string, code: string | null): Promise<CupDetail> => ask(`cups/${id}${query({ code })}`);
export const fetchStanding = (id: string, page: number, code: string | null): Promise<StandingPage> =>
  ask(`cups/${id}/standing${query({ page, code })}`);
export const fetchTables = (id: string, page: number, code: string | null): Promise<CupTables> => ask(`cups/${id}/tables${query({ page, code })}`);
export const fetchResult = (id: string, page: number, code: string | null): Promise<CupResult> => ask(`cups/${id}/result${query({ page, code })}`);
export const fetchChampion = (id: string, code: string | null): Promise<Champion> => ask(`cups/${id}/champion${query({ code })}`);
export const fetchCatalogue = (): Promise<readonly CatalogueEntry[]> => ask("cups/catalogue");
export const makeCup = (wish: NewCup): Promise<CupMade> => ask("cups", wish);
export const exportPath = (id: string, kind: "csv" | "json", code: string | null): string => `/api/cups/${id}/result.${kind}${query({ code })}`;

export async function fetchPast(cursor: string | null, mine: boolean): Promise<Page<PastCup>> {
  const page = await ask<PastCups>(`cups/past${query({ before: cursor, mine: mine ? 1 : null })}`);
  return { lines: page.cups, next: page.next };
}
