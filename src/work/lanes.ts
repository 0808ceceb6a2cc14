import type { Collection, Stored } from '../ports/documents.ts';
import type { WorkDocument } from '../ports/workDocument.ts';

/** Sorts after every key of a lane. */
const LAST_KEY = '\uffff';
/** Items read at once: where each lane has one item, as many lanes. */
const PAGE_ITEMS = 128;

export interface DueLane {
  readonly lane: string;
  /** When its first item is due. */
  readonly dueAtMs: number;
  /** Whether one of those that were read waits for no date. */
  readonly isAtOnce: boolean;
}

/** Some successive lanes of a partition, in the order of their names. */
interface LaneStretch {
  readonly lanes: readonly DueLane[];
  /** The lane after which to read on; null when there are no more. */
  readonly last: string | null;
}

/**
 * The lanes of a partition that have work and come after `after` (null: from the first one on), each with its earliest
 * time. One page is read, however many items they have: few lanes with many items, or many with few.
 */
export async function lanesAfter(
  collection: Pick<Collection<WorkDocument>, 'page'>,
  partition: number,
  after: string | null,
): Promise<LaneStretch> {
  const page = await collection.page({
    index: 'due',
    equals: [partition],
    limit: PAGE_ITEMS,
    ...(after !== null && {
      after: { values: [partition, after, Number.MAX_SAFE_INTEGER], key: LAST_KEY },
    }),
  });
  const lanes = firstOfEach(page);
  return { lanes, last: page.length < PAGE_ITEMS ? null : (lanes.at(-1)?.lane ?? null) };
}

/** Of items in the order of their lanes, and then of their time. */
function firstOfEach(items: readonly Stored<WorkDocument>[]): DueLane[] {
  const lanes: DueLane[] = [];
  for (const { document } of items) {
    const { lane, dueAtMs, isAtOnce = false } = document;
    const last = lanes.at(-1);
    if (last?.lane !== lane) lanes.push({ lane, dueAtMs, isAtOnce });
    else if (isAtOnce && !last.isAtOnce) lanes.splice(-1, 1, { ...last, isAtOnce });
  }
  return lanes;
}
