import { isDeepStrictEqual } from 'node:util';
import { BEGINNING, type Position } from '../events/event.ts';
import { type Folding, UNFOLDED } from '../follow/fold/foldEvent.ts';
import { foldInto } from '../follow/fold/foldInto.ts';
import { type AnyProjection, openProjection, temporaryCollection } from '../follow/fold/projection.ts';
import type { Collection, Documents, Stored } from '../ports/documents.ts';
import type { EventStore } from '../ports/eventStore.ts';
import { type FoldTarget, foldLog } from './foldLog.ts';
import { logPages } from './logPages.ts';

/** The result of comparing one read model with the log. */
export interface Verdict {
  readonly name: string;
  readonly documents: number;
  /** The first keys whose documents differ from what the log says. */
  readonly different: readonly string[];
}

/** Differing keys that are named at most; a single one is a reason to rebuild. */
const MAX_NAMED = 100;
/** Documents that are compared a second time at most. */
const MAX_SUSPECTS = 10_000;

/**
 * Folds the whole log into scratch collections and compares them, document by document, with the read models.
 * The service may run at the same time: a document that has changed since the fold is compared at its own last event.
 * A document's position must not be after the log's end, or the next events would be ignored; nor before the last event
 * that changed it, which would be folded again.
 * `catchUp` brings the read models up to the log's end. The scratch collections are removed afterwards.
 */
export async function verifyProjections(
  store: EventStore,
  documents: Documents,
  projections: readonly AnyProjection[],
  catchUp: () => Promise<void>,
  onBatch?: (events: number, position: Position) => void,
): Promise<readonly Verdict[]> {
  const scratchOf = (projection: AnyProjection) => temporaryCollection(projection, 'scratch');
  const drop = () => Promise.all(projections.map((each) => documents.drop(scratchOf(each).name)));
  await drop();
  try {
    const pairs = await Promise.all(
      projections.map(async (projection) => ({
        projection,
        collection: await documents.collection<object>(scratchOf(projection)),
        live: await openProjection(documents, projection),
      })),
    );
    const folded = await foldLog(store, pairs, BEGINNING, onBatch);
    await catchUp();
    const verdicts: Verdict[] = [];
    for (const pair of pairs) verdicts.push(await compare(store, pair, folded));
    return verdicts;
  } finally {
    await drop();
  }
}

async function compare(
  store: EventStore,
  pair: FoldTarget & { live: Collection<object> },
  folded: Position,
): Promise<Verdict> {
  const { projection, collection: scratch, live } = pair;
  const suspects = new Set<string>();
  let documents = 0;
  const sides = [
    { from: live, to: scratch },
    { from: scratch, to: live },
  ];
  for (const { from, to } of sides) {
    for await (const page of pagesOf(from)) {
      if (from === live) documents += page.length;
      const others = await to.getForFold(page.map(({ key }) => key));
      for (const each of page) {
        const other = others.get(each.key) ?? UNFOLDED;
        const [mine, theirs] = from === live ? [each, other] : [other, each];
        if (!agree(mine, theirs, folded)) suspects.add(each.key);
      }
      if (suspects.size >= MAX_SUSPECTS) break;
    }
  }
  const different = await stillDifferent(store, pair, [...suspects].sort(), folded);
  return { name: projection.name, documents, different: different.slice(0, MAX_NAMED) };
}

/** Folds the scratch side of each suspect up to the last event of its live side, and compares again. */
async function stillDifferent(
  store: EventStore,
  { projection, collection, live }: FoldTarget & { live: Collection<object> },
  suspects: readonly string[],
  folded: Position,
): Promise<string[]> {
  if (suspects.length === 0) return [];
  const ours = await live.getForFold(suspects);
  const end = await store.head();
  const theirs = new Map<string, Folding>(await collection.getForFold(suspects));
  const until = [...ours.values()].reduce(
    (last, { position }) => (position > last && position <= end ? position : last),
    folded,
  );
  const { types, readsParts = false } = projection;
  const range = { after: folded, until, limit: 2_000, types, withoutParts: !readsParts };
  const endings = new Map<Position, string[]>();
  for (const [key, { position }] of ours)
    if (position > folded) endings.set(position, [...(endings.get(position) ?? []), key]);
  for await (const { events } of logPages(store, range)) {
    let from = 0;
    for (const [at, { position }] of events.entries()) {
      const keys = endings.get(position);
      if (keys === undefined && at < events.length - 1) continue;
      await foldInto(projection, collection, events.slice(from, at + 1));
      from = at + 1;
      const reached = await collection.getForFold(keys ?? []);
      for (const [key, folding] of reached) theirs.set(key, folding);
    }
  }
  return suspects.filter((key) => !agree(ours.get(key) ?? UNFOLDED, theirs.get(key) ?? UNFOLDED, end));
}

/** Whether a live document is what the log says, and its position possible in a log that ends at `end`. */
function agree(live: Folding, fromLog: Folding, end: Position): boolean {
  if (!isDeepStrictEqual(live.document, fromLog.document)) return false;
  // To every reader a document that was removed and a document that never was are the same, whether a position is left or not.
  if (live.document === null) return true;
  const { position } = live;
  return position !== null && position <= end && position >= (fromLog.position ?? BEGINNING);
}

/** Documents in pages, so that the other side is read for many at once. */
async function* pagesOf(collection: Collection<object>): AsyncIterable<Stored<object>[]> {
  let page: Stored<object>[] = [];
  for await (const stored of collection.scan()) {
    page.push(stored);
    if (page.length === 500) {
      yield page;
      page = [];
    }
  }
  if (page.length > 0) yield page;
}
