import { randomUUID } from 'node:crypto';
import * as assert from 'uvu/assert';
import { BEGINNING, type NewEvent, type RecordedEvent } from '../../../src/events/event.ts';
import { type EventStore, EventStoreUnavailable } from '../../../src/ports/eventStore.ts';
import { newEvent } from '../../contract/eventStore/events.ts';

/** Writers that append to streams of their own, some expecting no stream, some an exact revision. */
export interface Load {
  /** Ids of the events whose append was acknowledged. */
  readonly acknowledged: ReadonlySet<string>;
  /** Appends that ended without an answer. */
  readonly unanswered: number;
  /** Resolves when so many more were acknowledged. */
  more(count: number): Promise<void>;
  stop(): Promise<void>;
}

const STREAM_EVENTS = 5;

export function startLoad(store: EventStore, writers: number): Load {
  const acknowledged = new Set<string>();
  let unanswered = 0;
  let running = true;
  const write = async () => {
    while (running) {
      const stream = `load-${randomUUID()}`;
      for (let revision = -1; running && revision < STREAM_EVENTS - 1; ) {
        const events: NewEvent[] = [newEvent({ at: revision }), newEvent({ text: 'x'.repeat(200) })];
        try {
          const answer = await store.append(stream, revision === -1 ? 'no-stream' : revision, events);
          assert.is(answer.revision, revision + 2, 'the answer is right');
          for (const { id } of events) acknowledged.add(id);
          revision = answer.revision;
        } catch (error) {
          assert.instance(error, EventStoreUnavailable);
          unanswered += 1;
          // Without a leader it is refused at once: the writers must leave turns to the rest of the process.
          await new Promise((resolve) => setTimeout(resolve, 5));
          break;
        }
      }
    }
  };
  const done = Promise.all(Array.from({ length: writers }, write));
  // `stop` reports an error of a writer.
  done.catch(() => {});
  return {
    acknowledged,
    get unanswered() {
      return unanswered;
    },
    async more(count) {
      const goal = acknowledged.size + count;
      while (acknowledged.size < goal) {
        await Promise.race([new Promise((resolve) => setTimeout(resolve, 5)), done]);
      }
    },
    async stop() {
      running = false;
      await done;
    },
  };
}

/** The whole log, page by page. */
export async function wholeLog(store: EventStore): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for (let after = BEGINNING; ; ) {
    const page = await store.readAll({ after, limit: 1_000 });
    for (const event of page.events) events.push(event);
    if (page.caughtUp) return events;
    after = page.position;
  }
}

/** Every acknowledged event is there, and no event twice. */
export function assertKept(log: readonly RecordedEvent[], load: Load): void {
  const ids = new Set(log.map(({ id }) => id));
  assert.is(ids.size, log.length, 'no event is there twice');
  assert.is([...load.acknowledged].filter((id) => !ids.has(id)).length, 0, 'nothing acknowledged is lost');
}
