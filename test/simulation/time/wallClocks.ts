import type { Agenda } from './agenda.ts';

/** What the wall clocks of the processes say: each machine has its own, and time servers and operators step them. */
export interface WallClocks {
  /** The date as a process sees it: whole milliseconds since 1970. */
  nowMs(process: string): number;
  /** The date as the world outside has it, which is never stepped. */
  outsideMs(): number;
  /** By how much the clocks of processes were ever ahead of the date outside, each once. */
  offsetsMs(): readonly number[];
  /** Steps the clock of a process, or of all. */
  step(process: string | null, byMs: number): void;
}

export function wallClocks(agenda: Agenda, startsAtMs: number): WallClocks {
  const stepped = new Map<string, number>();
  const offsets = new Set([0]);
  let allMs = 0;
  const outsideMs = () => Math.floor(startsAtMs + agenda.nowMs());
  return {
    outsideMs,
    nowMs: (process) => outsideMs() + allMs + (stepped.get(process) ?? 0),
    offsetsMs: () => [...offsets],
    step(process, byMs) {
      if (process === null) allMs += byMs;
      else stepped.set(process, (stepped.get(process) ?? 0) + byMs);
      for (const ms of [0, ...stepped.values()]) offsets.add(allMs + ms);
    },
  };
}
