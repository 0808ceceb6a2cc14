import { createHash } from 'node:crypto';
import { positionAt } from '../../../src/adapters/position.ts';

import type { NewEvent, Position, RecordedEvent } from '../../../src/events/event.ts';
import {
  type AppendResult,
  AppendTooLarge,
  type ExpectedRevision,
  MAX_APPEND_BYTES,
  RevisionConflict,
} from '../../../src/ports/eventStore.ts';
import { frozen } from './frozen.ts';

/** The log as it is, whether or not a process can read it: what outlives every process of the world. */
export interface WorldLog {
  readonly events: readonly RecordedEvent[];
  /** When each of the events was appended, and by which process; null: by an operator. */
  readonly appended: readonly { readonly atMs: number; readonly by: string | null }[];
  /** At once. The rules of the port: exact revisions, and a repetition under the same ids writes nothing. */
  append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
    by: string | null,
  ): AppendResult;
  stream(name: string): readonly RecordedEvent[];
  /** Events from the given number on, which counts from 0. */
  head(): Position;
  /** Called after each append that wrote something. Returns what ends it. */
  onAppend(act: () => void): () => void;
  /** SHA-256 in hex over every event in order. */
  digest(): string;
}

/** How many events lie at or before a position: positions count from 1 without a gap. */
export const countUpTo = (position: Position): number => Number(position);

/** An event as a reader gets it, who may want no parts. */
export function seenBy(event: RecordedEvent, withoutParts = false): RecordedEvent {
  if (!withoutParts) return event;
  const { parts: _, ...open } = event;
  return open;
}

export function worldLog(nowMs: () => number): WorldLog {
  const events: RecordedEvent[] = [];
  const appended: { atMs: number; by: string | null }[] = [];
  const streams = new Map<string, RecordedEvent[]>();
  const listeners = new Set<() => void>();
  const head = () => positionAt(events.length);
  return {
    events,
    appended,
    head,
    stream: (name) => streams.get(name) ?? [],
    append(stream, expected, added, by) {
      const texts = textsOf(stream, added);
      const own = streams.get(stream) ?? [];
      const start = expected === 'no-stream' ? 0 : expected + 1;
      const there = own.slice(start, start + added.length);
      const last = there.at(-1);
      if (last !== undefined && added.every(({ id }, at) => id === there[at]?.id))
        return { position: last.position, revision: last.revision };
      if (own.length !== start) throw new RevisionConflict(stream, expected, own.at(-1)?.revision ?? null);
      for (const text of texts) {
        const { id, type, data, metadata, parts } = JSON.parse(text) as NewEvent;
        const place = { stream, revision: own.length, position: positionAt(events.length + 1) };
        // Every process reads the same object: a change by one would be a change for all, so that must throw.
        const recorded = frozen({ id, type, data, metadata, ...(parts && { parts }), ...place });
        own.push(recorded);
        events.push(recorded);
        appended.push({ atMs: nowMs(), by });
      }
      streams.set(stream, own);
      for (const listener of [...listeners]) listener();
      return { position: head(), revision: own.length - 1 };
    },
    onAppend(act) {
      listeners.add(act);
      return () => void listeners.delete(act);
    },
    digest() {
      const hash = createHash('sha256');
      for (const event of events) hash.update(`${JSON.stringify(event)}\n`);
      return hash.digest('hex');
    },
  };
}

/** @throws TypeError, AppendTooLarge as the port says */
function textsOf(stream: string, events: readonly NewEvent[]): readonly string[] {
  if (events.length === 0) throw new TypeError('an append has at least one event');
  let bytes = 0;
  const texts = events.map((event) => {
    const data = JSON.stringify(event.data) as string | undefined;
    if (data === undefined) throw new TypeError(`data of ${event.type} is nothing that JSON can hold`);
    const parts = Object.values(event.parts ?? {}).map(({ salt, text }) => salt + text);
    bytes += Buffer.byteLength(
      [event.id, event.type, data, JSON.stringify(event.metadata), ...parts].join(''),
    );
    return JSON.stringify(event);
  });
  if (bytes > MAX_APPEND_BYTES) throw new AppendTooLarge(stream, bytes);
  return texts;
}
