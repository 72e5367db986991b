/** Reading finished hands, statistics and leaderboards. Every function throws a Failure when there is no answer. */

import type { HandPage, LeaderPage, MovementPage, ReplayView, StatsView } from "../core/protocol.ts";

export class Failure extends Error {
  constructor(readonly status: number) {
    super(`HTTP ${status}`);
  }
}

async function get<T>(path: string): Promise<T> {
  const response = await fetch(path, { credentials: "same-origin" }).catch(() => null);
  if (response?.ok !== true) throw new Failure(response?.status ?? 0);
  return (await response.json()) as T;
}

const before = (cursor: string | null): string => (cursor === null ? "" : `?before=${encodeURIComponent(cursor)}`);

export const fetchHands = (cursor: string | null): Promise<HandPage> => get(`/api/hands${before(cursor)}`);
export const fetchMovements = (cursor: string | null): Promise<MovementPage> => get(`/api/beans${before(cursor)}`);
export const fetchReplay = (id: string): Promise<ReplayView> => get(`/api/hands/${id}`);
export const fetchStats = (): Promise<StatsView> => get("/api/stats");
export const fetchLeaders = (board: string, page: number): Promise<LeaderPage> => get(`/api/leaders/${board}?page=${page}`);
