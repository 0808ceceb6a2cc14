import { blobRefsIn } from '../events/blobRefs.ts';
import { BEGINNING, plainPosition } from '../events/event.ts';
import { logPages } from '../rebuild/logPages.ts';
import type { Search } from './place.ts';

const PAGE_EVENTS = 500;
/** Fields with an id of the one whom the object they are in names. */
const STANDING_FOR = new Set(['deliveryId', 'suppressionId', 'contactId']);

/**
 * Parts of the log, by the positions of their events. The ids and blobs in these that are the person's are what other places
 * are searched for.
 */
export const inLog: Search = {
  async *find({ store }, { is, isNamedIn, ids }) {
    const learn = (_: string, value: unknown) => {
      const fields = Object.entries(Object(value) as object);
      const standing = fields.filter(([name]) => STANDING_FOR.has(name));
      if (standing.length > 0 && fields.some(([, field]) => is(field)))
        for (const [, id] of standing) ids.add(String(id));
      return value;
    };
    for await (const { events } of logPages(store, { after: BEGINNING, limit: PAGE_EVENTS }))
      for (const { data, metadata, position } of events) {
        if (!isNamedIn(JSON.stringify([data, metadata.person], learn))) continue;
        for (const { sha256 } of blobRefsIn(JSON.stringify(data))) ids.add(sha256);
        yield plainPosition(position);
      }
  },
  cut: ({ cutParts }, positions) => cutParts(positions),
};
