import { BEGINNING, type Position } from '../events/event.ts';
import type { LogSealed, RecordedSealEvent } from '../events/seal.ts';
import { instant } from '../ports/clock.ts';
import type { EventStore } from '../ports/eventStore.ts';
import {
  eventAt,
  exceptDamaged,
  lastSealOf,
  type RecordedSeal,
  readablePage,
  SEALED_AT_ONCE,
  type SealBounds,
} from './sealStream.ts';

type Source = Pick<EventStore, 'readStream'>;

/**
 * Finds seals up to the head by halves: a year has half a million of them. What was read is kept.
 * @param readAt gives an event of the stream; one of which it gives none is passed by
 */
export function sealSearch(
  head: RecordedSeal,
  readAt: (revision: number) => Promise<RecordedSealEvent | null | undefined>,
) {
  const read = new Map<number, RecordedSealEvent | null>();

  /** The first seal from a revision on. Between seals there are only events of keys. */
  async function from(revision: number): Promise<RecordedSeal> {
    for (let at = revision; at < head.revision; at++) {
      const event = read.has(at) ? read.get(at) : await readAt(at);
      read.set(at, event ?? null);
      if (event?.type === 'LogSealed') return event;
    }
    return head;
  }

  /** The first seal of which something is true that is true of all after it; the head when it is true of none. */
  return async (isTrue: (seal: RecordedSeal) => boolean | Promise<boolean>): Promise<RecordedSeal> => {
    let begin = 0;
    for (let end = head.revision; begin < end; ) {
      const middle = Math.floor((begin + end) / 2);
      const seal = await from(middle);
      if (await isTrue(seal)) end = middle;
      else begin = seal.revision + 1;
    }
    return from(begin);
  };
}

/**
 * Finds seals by their times, of which those ascend that are of one `clockSteps`. Seals that were damaged are passed by: the ones
 * around them say where their events are.
 */
async function sealTimes(store: Source) {
  const readAt = (revision: number) => exceptDamaged(eventAt(store, revision));
  const last = (await lastSealOf(store))?.revision ?? -1;
  /** The last seal before a revision of the stream; null when there is none. */
  const lastBefore = async (revision: number): Promise<RecordedSeal | null> => {
    for (let at = Math.min(revision - 1, last); at >= 0; at--) {
      const event = await readAt(at);
      if (event?.type === 'LogSealed') return event;
    }
    return null;
  };
  const head = await lastBefore(last + 1);
  const first = head === null ? null : sealSearch(head, readAt);
  const firstWith = (steps: number, isIn: (time: string) => boolean) =>
    first?.((seal) => stepsOf(seal) > steps || (stepsOf(seal) === steps && isIn(seal.metadata.at))) ?? null;
  return {
    lastBefore,
    /** The first seal of this time or a later one; null when there is none. */
    async firstFrom(time: string): Promise<RecordedSeal | null> {
      for (let steps = 0; ; ) {
        const seal = await firstWith(steps, (at) => at >= time);
        if (seal === null || seal.metadata.at >= time) return seal;
        if (stepsOf(seal) === steps) return null;
        steps = stepsOf(seal);
      }
    },
    /** The last seal of this time or an earlier one; null when there is none. */
    async lastUpTo(time: string): Promise<RecordedSeal | null> {
      let seal = head;
      while (seal !== null && seal.metadata.at > time) {
        const late = await firstWith(stepsOf(seal), (at) => at > time);
        seal = late && (await lastBefore(late.revision));
      }
      return seal;
    },
  };
}

const stepsOf = ({ data: { clockSteps = 0 } }: RecordedSeal): number => clockSteps;

/** Where an event is that a seal names. @throws RangeError when the log has none there */
export async function positionOf(
  store: Source,
  { last: { stream, revision } }: Pick<LogSealed, 'last'>,
): Promise<Position> {
  const [event] = await store.readStream(stream, { fromRevision: revision, limit: 1 });
  if (event === undefined) throw new RangeError(`the log has no event ${stream}/${revision}`);
  return event.position;
}

/** Seals that are looked at for one that had all of the log: mostly the first has. */
const READ_AT_ONCE = 20;
/** The clocks of processes differ, and one is set between two seals. */
const CLOCKS_DIFFER_MS = 10 * 60_000;

/** What a part of the log is about: times in ISO 8601 in UTC; null: without this bound. */
interface TimeRange {
  readonly since: string | null;
  readonly until: string | null;
}

/**
 * Positions that the events of a time are between (`after` exclusive, `until` inclusive), found by the times of the seals, also
 * where a clock was set between two of them. It also holds for events that another ledger recorded: they are before the first seal
 * of this one.
 */
export async function positionsOf(
  store: Pick<EventStore, 'readStream' | 'head'>,
  { since, until }: TimeRange,
  bounds: SealBounds = {},
): Promise<{ readonly after: Position; readonly until: Position }> {
  const { sealedAtOnce = SEALED_AT_ONCE } = bounds;
  const end = await store.head();
  if (since === null && until === null) return { after: BEGINNING, until: end };
  const seals = await sealTimes(store);
  const shifted = (time: string, ms: number) => instant(Date.parse(time) + ms);
  const before = async (time: string): Promise<Position> => {
    const first = await seals.firstFrom(time);
    for (let revision = first?.revision ?? Number.POSITIVE_INFINITY; ; ) {
      const seal = await seals.lastBefore(revision);
      if (seal === null) return BEGINNING;
      const position = await exceptDamaged(positionOf(store, seal.data));
      if (position !== undefined) return position;
      ({ revision } = seal);
    }
  };
  const upTo = async (time: string): Promise<Position> =>
    (await caughtUpAfter(store, await seals.lastUpTo(time), sealedAtOnce)) ?? end;
  return {
    after: since === null ? BEGINNING : await before(shifted(since, -CLOCKS_DIFFER_MS)),
    until: until === null ? end : await upTo(shifted(until, CLOCKS_DIFFER_MS)),
  };
}

/**
 * Where the first seal after this one ends that had all of the log of its time; null when none had. One that is full may have
 * left events to the next ones that are older than itself.
 */
async function caughtUpAfter(
  store: Source,
  seal: RecordedSeal | null,
  sealedAtOnce: number,
): Promise<Position | null> {
  let size = seal?.data.size ?? 0;
  for (let from = seal === null ? 0 : seal.revision + 1; ; from += READ_AT_ONCE) {
    const { events, isWhole } = await readablePage(store, from, READ_AT_ONCE);
    for (const { type, data } of events) {
      if (type !== 'LogSealed') continue;
      const position =
        data.size - size < sealedAtOnce ? await exceptDamaged(positionOf(store, data)) : undefined;
      if (position !== undefined) return position;
      ({ size } = data);
    }
    if (!isWhole) return null;
  }
}
