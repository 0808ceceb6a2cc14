import type { Findable } from '../../ports/documents.ts';
import { encodeValue } from './indexKey.ts';

/** Field of the record's `index`: what a document is found by, where parts of texts are. No index of a collection has this name. */
export const PARTS = '_parts';

/** Letters of a beginning that are kept, and so the most of a part that are compared. */
const LONGEST = 40;
/** Of one document. */
const MOST = 200;

/** The rest of each text from each of its words on, as far as it is kept, each after the place. */
export function beginningsOf({ place, texts }: Findable): readonly string[] {
  const found = new Set<string>();
  for (const text of Object.values(texts))
    for (const { index } of text.matchAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}]|[^\p{L}\p{N}\s]/gu))
      if (found.size < MOST) found.add(begun(place, text.slice(index)));
  return [...found];
}

/** Without the end that `encodeValue` writes: what begins with it is found by it. */
export const begun = (place: string, text: string) =>
  encodeValue(place) + encodeValue(text.slice(0, LONGEST)).slice(0, -1);
