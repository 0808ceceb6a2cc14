import * as assert from 'uvu/assert';
import { BEGINNING } from '../../src/events/event.ts';
import type { EventStore } from '../../src/ports/eventStore.ts';
import type { AppendingProcess } from './appendingProcess.ts';

/** What each append of appendingChild.ts writes, to a stream of its own. */
export const EVENTS_AN_APPEND = 3;

/** Reads the whole log, in which nothing may be torn or missing. Resolves with its streams. */
export async function wholeStreams(store: EventStore): Promise<ReadonlySet<string>> {
  const revisions = new Map<string, number>();
  let count = 0;
  for (let at = BEGINNING; ; ) {
    const page = await store.readAll({ after: at, limit: 1_000 });
    for (const { stream, revision, position } of page.events) {
      count++;
      assert.is(Number(position), count, 'positions have no gap');
      assert.is(revision, revisions.get(stream) ?? 0, 'revisions have no gap');
      revisions.set(stream, revision + 1);
    }
    at = page.position;
    if (page.caughtUp) break;
  }
  for (const [stream, events] of revisions) assert.is(events, EVENTS_AN_APPEND, `${stream} is torn`);
  return new Set(revisions.keys());
}

/**
 * Every append that was answered stands in the log whole, every refused one not at all, and nothing is torn. Resolves
 * with the number of events.
 */
export async function checkLog(store: EventStore, children: readonly AppendingProcess[]): Promise<number> {
  const streams = await wholeStreams(store);
  for (const { acknowledged, refused } of children) {
    for (const stream of acknowledged) assert.ok(streams.has(stream), `${stream} was lost`);
    for (const stream of refused) assert.not(streams.has(stream), `${stream} was refused, yet it is there`);
  }
  return streams.size * EVENTS_AN_APPEND;
}
