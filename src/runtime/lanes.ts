import type { Collection } from '../ports/documents.ts';
import type { WorkDocument } from '../ports/workDocument.ts';

/** Behind every key of a lane. */
const LAST_KEY = '\uffff';
/** Items read at once: as many lanes where each has one. */
const PAGE_ITEMS = 128;

export interface DueLane<Document extends WorkDocument = WorkDocument> {
  readonly lane: string;
  /** When its first item is due. */
  readonly dueAtMs: number;
  /** That item. */
  readonly first: Document;
}

/** A stretch of a partition's lanes, in the order of their names. */
interface LaneStretch<Document extends WorkDocument> {
  readonly lanes: readonly DueLane<Document>[];
  /** The lane behind which the next stretch begins; null when there is none. */
  readonly last: string | null;
}

/**
 * The lanes of a partition that have work and stand behind `after` (null: from the first one on), each with its earliest
 * time. One look-up, however many items they hold: few lanes of many items, many of few.
 */
export async function lanesBehind<Document extends WorkDocument>(
  collection: Pick<Collection<Document>, 'page'>,
  partition: number,
  after: string | null,
): Promise<LaneStretch<Document>> {
  const page = await collection.page({
    index: 'due',
    equals: [partition],
    limit: PAGE_ITEMS,
    ...(after !== null && {
      after: { values: [partition, after, Number.MAX_SAFE_INTEGER], key: LAST_KEY },
    }),
  });
  const lanes: DueLane<Document>[] = [];
  for (const { document } of page) {
    const { lane, dueAtMs } = document;
    if (lanes.at(-1)?.lane !== lane) lanes.push({ lane, dueAtMs, first: document });
  }
  return { lanes, last: page.length < PAGE_ITEMS ? null : (lanes.at(-1)?.lane ?? null) };
}

/** All of them. */
export async function* dueLanes<Document extends WorkDocument>(
  collection: Pick<Collection<Document>, 'page'>,
  partition: number,
): AsyncIterable<DueLane<Document>> {
  for (let after: string | null = null; ; ) {
    const { lanes, last }: LaneStretch<Document> = await lanesBehind(collection, partition, after);
    yield* lanes;
    if (last === null) return;
    after = last;
  }
}
