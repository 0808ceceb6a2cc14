import { readdirSync } from 'node:fs';
import type { RecordedEvent } from '../../../../src/events/event.ts';
import type { Breach } from '../../auditor/rule.ts';
import type { Journal } from '../journal.ts';

/** What the auditor has: what every part of the world wrote down, the log, and the names of the files left. */
export interface Evidence {
  readonly journal: Journal;
  readonly events: readonly RecordedEvent[];
  /** A stretch in which no one did anything; null where there was none. */
  readonly quiet: { readonly fromMs: number; readonly toMs: number } | null;
  readonly endMs: number;
  /** Names of the files in the data folder. */
  readonly files: readonly string[];
}

/** One promise of the service, checked from the outside. */
export interface Rule {
  readonly name: string;
  check(evidence: Evidence): readonly Omit<Breach, 'rule'>[];
}

/** Everything in a data folder, by name. */
export function filesIn(data: string): readonly string[] {
  return readdirSync(data, { recursive: true, encoding: 'utf8' });
}

/** When an event happened, by the service's own clock. */
export const eventMs = ({ metadata }: RecordedEvent) => Date.parse(metadata.at);

const MINUTE_MS = 60_000;

/** Whether something that the world did to the service in the last minutes explains what it did then. */
export function isExplained({ journal }: Evidence, atMs: number, withinMs = 10 * MINUTE_MS): boolean {
  const { processes, troubles } = journal.books;
  const isRecent = (fromMs: number, toMs: number) => fromMs - MINUTE_MS <= atMs && atMs <= toMs + withinMs;
  return (
    processes.some((line) => line.what !== 'ready' && isRecent(line.atMs, line.atMs)) ||
    troubles.some((line) => isRecent(Math.min(line.atMs, line.untilMs), line.untilMs))
  );
}
