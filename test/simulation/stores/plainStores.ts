import { leavesFrom } from '../../../src/adapters/leavesFrom.ts';
import { positionAt } from '../../../src/adapters/position.ts';
import type { Collection, CollectionDefinition, Documents } from '../../../src/ports/documents.ts';
import type { EventStore } from '../../../src/ports/eventStore.ts';
import { pageBack } from '../../support/pageBack.ts';
import type { Calls } from './calls.ts';
import { collectionView } from './documentsView.ts';
import type { Row, WorldDocuments } from './worldDocuments.ts';
import { countUpTo, seenBy, type WorldLog } from './worldLog.ts';

/** Calls that are done at once, and never fail: for the operator of the world and its auditor. */
const AT_ONCE: Calls = {
  read: async (act) => act(),
  write: async (act) => act(),
};

/** `own`: makes what is handed out the reader's own. */
export function plainDocuments(
  documents: WorldDocuments,
  own: <Known extends Row>(row: Known) => Known = (row) => structuredClone(row),
): Documents {
  return {
    collection: async <Document extends object>(
      definition: CollectionDefinition,
    ): Promise<Collection<Document>> =>
      collectionView<Document>(documents.collection(definition), AT_ONCE, () => {}, own),
    drop: async (name) => documents.drop(name),
    replace: async (pairs) => documents.replace(pairs),
    list: async () => documents.names(),
    close: async () => {},
  };
}

export function plainStore(log: WorldLog): EventStore {
  const head = async () => log.head();
  const readAll: EventStore['readAll'] = async ({ after, limit, types, withoutParts }) => {
    const from = countUpTo(after);
    const behind = log.events.slice(from);
    const wanted = behind.filter(({ type }) => types?.includes(type) ?? true);
    const events = wanted.slice(0, limit).map((event) => seenBy(event, withoutParts));
    const caughtUp = events.length < limit;
    return {
      events,
      caughtUp,
      position: caughtUp ? positionAt(from + behind.length) : (events.at(-1)?.position ?? after),
    };
  };
  return {
    append: async (stream, expected, events) => log.append(stream, expected, events, null),
    readStream: async (stream, { fromRevision = 0, limit = Number.POSITIVE_INFINITY } = {}) =>
      log.stream(stream).slice(fromRevision, fromRevision + limit),
    readAll,
    readBack: async (options) =>
      pageBack(
        log.events.map((event) => seenBy(event)),
        options,
      ),
    readLeaves: leavesFrom(readAll),
    async *subscribe({ after, types, signal }) {
      let at = after;
      while (!signal.aborted) {
        const batch = await readAll({ after: at, limit: 100, ...(types && { types }) });
        at = batch.position;
        if (batch.events.length > 0) yield batch;
        // An append may have come while the empty page was awaited.
        else if (log.head() <= at)
          await new Promise<void>((resolve) => {
            const wake = () => {
              end();
              signal.removeEventListener('abort', wake);
              resolve();
            };
            const end = log.onAppend(wake);
            signal.addEventListener('abort', wake, { once: true });
          });
      }
    },
    head,
    end: head,
    close: async () => {},
  };
}
