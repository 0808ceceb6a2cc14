import type { Collection as MongoCollection } from 'mongodb';
import type { FoundParts, PartQuery } from '../../ports/documents.ts';
import { begun, PARTS } from './beginnings.ts';
import type { DocumentRecord } from './record.ts';

/** Documents with a part that one page orders by their age. */
const LOOKED_AT = 1_000;
/** Above every letter. */
const BEYOND = '\u{10ffff}';

/** A page of `Collection.byPart`. */
export async function foundByBeginning(
  collection: MongoCollection<DocumentRecord>,
  { place, part, limit, after }: PartQuery,
  maxTimeMS: number,
): Promise<FoundParts> {
  const $gte = begun(place, part);
  // Of an array, one element must be within both bounds.
  const filter = { [`index.${PARTS}`]: { $elemMatch: { $gte, $lt: $gte + BEYOND } } };
  const records = await collection
    .find(filter, { maxTimeMS, projection: { position: 1, 'document.texts': 1 }, batchSize: LOOKED_AT })
    .limit(LOOKED_AT)
    .toArray();
  const places = records
    .filter(({ document }) => Object.values(document?.texts ?? {}).some((text) => text.includes(part)))
    .map(({ _id, position }) => ({ key: _id, at: `${position}/${_id}` }))
    .filter(({ at }) => after === undefined || at < after)
    .sort((one, other) => (one.at < other.at ? 1 : -1));
  const page = places.slice(0, limit);
  return {
    keys: page.map(({ key }) => key),
    next: places.length > limit ? (page.at(-1)?.at ?? null) : null,
  };
}
