import { type LogSealed, type RecordedSealEvent, SEAL_STREAM } from '../events/seal.ts';
import { type EventStore, LogDamaged } from '../ports/eventStore.ts';
import type { Secrets } from '../ports/secrets.ts';
import { rootOf, type Tree, treeOf } from './merkleTree.ts';
import type { SealKey } from './treeHead.ts';

export type RecordedSeal = Extract<RecordedSealEvent, { type: 'LogSealed' }>;
export type RecordedKey = Extract<RecordedSealEvent, { type: 'SealKeyMade' }>;

type Source = Pick<EventStore, 'readStream'>;

/** How the stream `seal` ends. */
export interface SealsEnd {
  /** Of its last event; null when there is none. */
  readonly revision: number | null;
  readonly key: RecordedKey | null;
  readonly seal: RecordedSeal | null;
}

/** Events that one seal adds at most: it stays below 100 KB. One that adds as many says that more may have waited. */
export const SEALED_AT_ONCE = 262_144;

export interface SealBounds {
  readonly sealedAtOnce?: number;
}
/** Events of the stream that are read at once. */
const PAGE = 100;

/**
 * What the stream ends with. It is searched by halves: a year has half a million seals.
 * @param known revision of an event of the stream: it is searched from there
 */
export async function sealsEnd(store: Source, known = 0): Promise<SealsEnd> {
  const found = await lastSealOf(store, known);
  if (found === null) return { revision: null, key: null, seal: null };
  const { revision } = found;
  // A damaged one is read again, which says so.
  const last = found.event ?? (await eventAt(store, revision));
  if (last?.type === 'LogSealed')
    return { revision, seal: last, key: await keyAt(store, last.data.keyRevision) };
  const previous = last?.data.previous ?? null;
  return { revision, key: last, seal: previous === null ? null : await sealAt(store, previous) };
}

/** The seal at a revision of the stream; null when there is none. */
export async function sealAt(store: Source, revision: number): Promise<RecordedSeal | null> {
  const event = await eventAt(store, revision);
  return event?.type === 'LogSealed' ? event : null;
}

/** The key that an event of the stream made; null when it is none. */
export async function keyAt(store: Source, revision: number): Promise<RecordedKey | null> {
  const event = await eventAt(store, revision);
  return event?.type === 'SealKeyMade' ? event : null;
}

/**
 * Events of the stream from a revision on, without those that were damaged; `isWhole`: there may be more after them.
 * @throws LogDamaged when a whole page of them is
 */
export async function readablePage(
  store: Source,
  fromRevision: number,
  limit: number,
): Promise<{ readonly events: readonly RecordedSealEvent[]; readonly isWhole: boolean }> {
  try {
    const page = await store.readStream(SEAL_STREAM, { fromRevision, limit });
    return { events: page as readonly RecordedSealEvent[], isWhole: page.length === limit };
  } catch (error) {
    if (!(error instanceof LogDamaged)) throw error;
    const events: RecordedSealEvent[] = [];
    let missing = false;
    for (let revision = fromRevision; revision < fromRevision + limit && !missing; revision++) {
      const event = await exceptDamaged(eventAt(store, revision));
      if (event != null) events.push(event);
      missing = event === null;
    }
    // A log of which nothing can be read has no end.
    if (events.length === 0 && !missing) throw error;
    return { events, isWhole: !missing };
  }
}

/** What is read, or undefined where it was damaged. */
export async function exceptDamaged<Result>(reading: Promise<Result>): Promise<Result | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof LogDamaged) return undefined;
    throw error;
  }
}

/** The stream from a revision on, page by page. */
export async function* sealEventsFrom(
  store: Source,
  fromRevision: number,
): AsyncGenerator<RecordedSealEvent, void, void> {
  for (let from = fromRevision; ; ) {
    const page = await store.readStream(SEAL_STREAM, { fromRevision: from, limit: PAGE });
    yield* page as readonly RecordedSealEvent[];
    if (page.length < PAGE) return;
    from += page.length;
  }
}

/** The tree that a seal describes; null when its parts contradict each other. */
export function treeOfSeal({ size, peaks, root }: LogSealed): Tree | null {
  const tree = treeOf(size, peaks);
  return tree !== null && rootOf(tree) === root ? tree : null;
}

/** What a private key is sealed for: it opens as nothing else. */
export const sealKeyContext = (publicKey: string): string => `seal key ${publicKey}`;

/** The pair of keys of an event. @throws SealBroken when the private one was sealed under another master key */
export function openedKey({ data: { publicKey, sealedKey } }: RecordedKey, secrets: Secrets): SealKey {
  return { publicKey, privateKey: secrets.open(sealedKey, sealKeyContext(publicKey)) };
}

/** The event at a revision of the stream; null when there is none. */
export async function eventAt(store: Source, revision: number): Promise<RecordedSealEvent | null> {
  const [event] = await store.readStream(SEAL_STREAM, { fromRevision: revision, limit: 1 });
  return (event as RecordedSealEvent | undefined) ?? null;
}

/** So many damaged events, each twice as far as the one before, are no events any more: of this log nothing can be read. */
const MOST_DAMAGED = 10;

/**
 * The last event of the stream, undefined where it is damaged; null when there is none.
 * @param known as of `sealsEnd`
 * @throws LogDamaged where the stream has no end, since nothing of it can be read
 */
export async function lastSealOf(
  store: Source,
  known = 0,
): Promise<{ readonly revision: number; readonly event: RecordedSealEvent | undefined } | null> {
  const at = async (revision: number) => {
    const event = await exceptDamaged(eventAt(store, revision));
    return event === null ? null : { revision, event };
  };
  let last = await at(known);
  if (last === null) return null;
  let beyond = known + 1;
  let step = 1;
  let damaged = 0;
  for (let found = await at(beyond); found !== null; found = await at(beyond)) {
    damaged = found.event === undefined ? damaged + 1 : 0;
    if (damaged === MOST_DAMAGED) await eventAt(store, beyond);
    last = found;
    step *= 2;
    beyond = known + step;
  }
  while (beyond - last.revision > 1) {
    const middle = Math.floor((last.revision + beyond) / 2);
    const found = await at(middle);
    if (found === null) beyond = middle;
    else last = found;
  }
  return last;
}
