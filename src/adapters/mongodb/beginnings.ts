import type { Collection as MongoCollection } from 'mongodb';
import type { Findable, FoundParts, PartQuery } from '../../ports/documents.ts';
import { encodeValue } from './indexKey.ts';
import type { DocumentRecord } from './record.ts';

/** Field of the record's `index`: what a document is found by, where parts of texts are. No index of a collection has this name. */
export const PARTS = '_parts';

/** Letters of a beginning that are kept, and so the most of a part that are compared. */
const LONGEST = 40;
/** Of one document. */
const MOST = 200;
/** Documents with a part that one page orders by their age. */
const LOOKED_AT = 1_000;

/** The rest of each text from each of its words on, as far as it is kept, each after the place. */
export function beginningsOf({ place, texts }: Findable): readonly string[] {
  const found = new Set<string>();
  for (const text of Object.values(texts))
    for (const { index } of text.matchAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}]|[^\p{L}\p{N}\s]/gu))
      if (found.size < MOST) found.add(begun(place, text.slice(index, index + LONGEST)));
  return [...found];
}

/** Above every letter. */
const BEYOND = '\u{10ffff}';

/** Without the end that `encodeValue` writes: what begins with it is found by it. */
const begun = (place: string, text: string) => encodeValue(place) + encodeValue(text).slice(0, -1);

/** A page of `Collection.byPart`. */
export async function foundByBeginning(
  collection: MongoCollection<DocumentRecord>,
  { place, part, limit, after }: PartQuery,
  maxTimeMS: number,
): Promise<FoundParts> {
  const $gte = begun(place, part.slice(0, LONGEST));
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
