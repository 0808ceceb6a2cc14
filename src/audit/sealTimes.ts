import { type RecordedSealEvent, SEAL_STREAM } from '../events/seal.ts';
import type { EventStore } from '../ports/eventStore.ts';
import type { RecordedSeal } from './sealStream.ts';

type Source = Pick<EventStore, 'readStream'>;

/** Of the seals in a page of the stream, in ISO 8601 in UTC; null when there are only keys in it. */
interface Times {
  readonly earliest: string | null;
  readonly latest: string | null;
}

/** Events of a page: a year has two thousand pages, and one takes some milliseconds of a turn of the event loop. */
const PAGE = 250;

/** Of whole pages, which never change: a process reads the stream once, and then what came since. */
const known = new WeakMap<Source, Times[]>();

/**
 * Finds seals by their times. Where a clock was set, times go back from one seal to the next, and only all of them together say
 * that no other seal is of a time.
 */
export async function sealTimes(store: Source) {
  const pages = await timesOf(store);
  return {
    /** The first seal of this time or a later one; null when there is none. */
    async firstFrom(time: string): Promise<RecordedSeal | null> {
      const page = pages.findIndex(({ latest }) => latest !== null && latest >= time);
      if (page < 0) return null;
      return sealsOf(await eventsOf(store, page)).find(({ metadata }) => metadata.at >= time) ?? null;
    },
    /** The last seal of this time or an earlier one; null when there is none. */
    async lastUpTo(time: string): Promise<RecordedSeal | null> {
      const page = pages.findLastIndex(({ earliest }) => earliest !== null && earliest <= time);
      if (page < 0) return null;
      return sealsOf(await eventsOf(store, page)).findLast(({ metadata }) => metadata.at <= time) ?? null;
    },
  };
}

async function timesOf(store: Source): Promise<readonly Times[]> {
  const whole = known.get(store) ?? [];
  known.set(store, whole);
  for (let page = whole.length; ; page++) {
    const events = await eventsOf(store, page);
    const sorted = sealsOf(events)
      .map(({ metadata }) => metadata.at)
      .sort();
    const times = { earliest: sorted[0] ?? null, latest: sorted.at(-1) ?? null };
    if (events.length < PAGE) return [...whole.slice(0, page), times];
    whole[page] = times;
  }
}

async function eventsOf(store: Source, page: number): Promise<readonly RecordedSealEvent[]> {
  const events = await store.readStream(SEAL_STREAM, { fromRevision: page * PAGE, limit: PAGE });
  return events as readonly RecordedSealEvent[];
}

const sealsOf = (events: readonly RecordedSealEvent[]): readonly RecordedSeal[] =>
  events.filter((event) => event.type === 'LogSealed');
