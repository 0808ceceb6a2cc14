import { BEGINNING, type Position, type RecordedEvent } from '../events/event.ts';
import type { Unsafe } from './consumer.ts';

/** An event that was read ahead of its reaction. */
export interface ReadAhead {
  readonly event: RecordedEvent;
  /** Position of the event read before it; BEGINNING when nothing is known to be before. */
  readonly before: Position;
  isSafe: boolean;
}

/** Events that were read ahead, and which of them are safe. */
export interface EventsAhead {
  add(event: RecordedEvent): ReadAhead;
  settle(entry: ReadAhead): void;
  unsafe(): Unsafe | null;
  /** From the first that is not safe on. */
  readonly size: number;
}

/** Entries that are safe are let go of in stretches of so many. */
const STRETCH = 4_096;

export function readAhead(): EventsAhead {
  let entries: ReadAhead[] = [];
  let firstUnsafe = 0;
  let lastRead: Position = BEGINNING;
  /** Whether what is kept came in the order of the log: then the first that is unsafe is the oldest. */
  let isOrdered = true;
  return {
    add(event) {
      // A partition that has come back is read again from its checkpoint: then nothing is known to be before.
      const isNext = lastRead < event.position;
      if (!isNext) isOrdered = false;
      const entry: ReadAhead = { event, before: isNext ? lastRead : BEGINNING, isSafe: false };
      lastRead = event.position;
      entries.push(entry);
      return entry;
    },
    settle(settled) {
      settled.isSafe = true;
      while (entries[firstUnsafe]?.isSafe) firstUnsafe++;
      if (firstUnsafe === entries.length) isOrdered = true;
      if (firstUnsafe < STRETCH && firstUnsafe < entries.length) return;
      entries = entries.slice(firstUnsafe);
      firstUnsafe = 0;
    },
    unsafe() {
      let oldest: ReadAhead | null = null;
      for (let at = firstUnsafe; at < entries.length; at++) {
        const entry = entries[at];
        if (entry === undefined || entry.isSafe) continue;
        if (oldest === null || entry.before < oldest.before) oldest = entry;
        if (isOrdered) break;
      }
      return oldest === null ? null : { oldest: oldest.event, safe: oldest.before };
    },
    get size() {
      return entries.length - firstUnsafe;
    },
  };
}
