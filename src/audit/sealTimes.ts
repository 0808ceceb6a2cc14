import type { RecordedSealEvent } from '../events/seal.ts';
import type { EventStore } from '../ports/eventStore.ts';
import { type RecordedSeal, readablePage } from './sealStream.ts';

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
 * that no other seal is of a time. Those that were damaged are left out: the ones around them say where their events are.
 */
export async function sealTimes(store: Source) {
  const pages = await timesOf(store);
  return {
    /** The first seal of this time or a later one; null when there is none. */
    async firstFrom(time: string): Promise<RecordedSeal | null> {
      const page = pages.findIndex(({ latest }) => latest !== null && latest >= time);
      if (page < 0) return null;
      return sealsOf((await pageOf(store, page)).events).find(({ metadata }) => metadata.at >= time) ?? null;
    },
    /** The last seal of this time or an earlier one; null when there is none. */
    async lastUpTo(time: string): Promise<RecordedSeal | null> {
      const page = pages.findLastIndex(({ earliest }) => earliest !== null && earliest <= time);
      if (page < 0) return null;
      return (
        sealsOf((await pageOf(store, page)).events).findLast(({ metadata }) => metadata.at <= time) ?? null
      );
    },
    /** The last seal before a revision of the stream; null when there is none. */
    async lastBefore(revision: number): Promise<RecordedSeal | null> {
      for (let page = Math.min(pages.length, Math.ceil(revision / PAGE)) - 1; page >= 0; page--) {
        const seals = sealsOf((await pageOf(store, page)).events);
        const found = seals.findLast((seal) => seal.revision < revision);
        if (found !== undefined) return found;
      }
      return null;
    },
  };
}

async function timesOf(store: Source): Promise<readonly Times[]> {
  const whole = known.get(store) ?? [];
  known.set(store, whole);
  for (let page = whole.length; ; page++) {
    const { events, isWhole } = await pageOf(store, page);
    const sorted = sealsOf(events)
      .map(({ metadata }) => metadata.at)
      .sort();
    const times = { earliest: sorted[0] ?? null, latest: sorted.at(-1) ?? null };
    if (!isWhole) return [...whole.slice(0, page), times];
    whole[page] = times;
  }
}

const pageOf = (store: Source, page: number) => readablePage(store, page * PAGE, PAGE);

const sealsOf = (events: readonly RecordedSealEvent[]): readonly RecordedSeal[] =>
  events.filter((event) => event.type === 'LogSealed');
