import type { Collection } from '../ports/documents.ts';
import type { WorkDocument } from '../ports/workDocument.ts';

/** Behind every key of a lane. */
const LAST_KEY = '\uffff';

export interface DueLane<Document extends WorkDocument = WorkDocument> {
  readonly lane: string;
  /** When its first item is due. */
  readonly dueAtMs: number;
  /** That item. */
  readonly first: Document;
}

/**
 * The lanes of a partition that have work, each with its earliest time, beginning behind `startAfter` and coming
 * round to it. One index look-up a lane, however many items it holds.
 */
export async function* dueLanes<Document extends WorkDocument>(
  collection: Pick<Collection<Document>, 'page'>,
  partition: number,
  startAfter: string | undefined,
): AsyncIterable<DueLane<Document>> {
  let after = startAfter;
  let wrapped = startAfter === undefined;
  for (;;) {
    const [first] = await collection.page({
      index: 'due',
      equals: [partition],
      limit: 1,
      ...(after !== undefined && {
        after: { values: [partition, after, Number.MAX_SAFE_INTEGER], key: LAST_KEY },
      }),
    });
    const lane = first?.document.lane;
    const ended =
      first === undefined || lane === undefined || (wrapped && startAfter !== undefined && lane > startAfter);
    if (!ended) {
      yield { lane, dueAtMs: first.document.dueAtMs, first: first.document };
      after = lane;
    } else if (wrapped) {
      return;
    } else {
      wrapped = true;
      after = undefined;
    }
  }
}
