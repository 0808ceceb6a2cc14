import { BEGINNING } from '../events/event.ts';
import type { Contents } from '../ports/contents.ts';
import type { EventStore } from '../ports/eventStore.ts';
import { logPages } from './logPages.ts';

const PAGE = 500;

/** The contents of a log that can only be asked for its events. `store`: one that gives their parts. */
export const contentsFrom = (store: Pick<EventStore, 'readAll' | 'head'>): Contents =>
  async function* () {
    for await (const { events } of logPages(store, { after: BEGINNING, limit: PAGE }))
      yield events.flatMap(({ parts }) => parts?.contents?.text ?? []);
  };
