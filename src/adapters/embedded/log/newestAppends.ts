import type { WrittenAppend } from '../../../ports/logGrowth.ts';
import { TEXTS_AN_EVENT } from './logFormat.ts';

/** Characters that are held at most: a reader that lags further reads the file. */
const MAX_CHARACTERS = 8 * 1_048_576;

/** A reader of the newest appends: nothing is dropped for lack of readers before it has passed it. */
export interface AppendReader {
  /** The appends that follow its place without a gap: none where one is missing; null where nothing after it is held. */
  next(): readonly WrittenAppend[] | null;
  /** It has everything up to this position. */
  passed(position: number): void;
  end(): void;
}

/** Position of the last event of an append. */
export const lastOf = ({ first, texts }: WrittenAppend): number => first + texts.length / TEXTS_AN_EVENT - 1;

/** What was written to the log lately, here and by the other process, until all readers have it. It comes in any order. */
export function newestAppends() {
  /** In the order of the log. */
  let appends: WrittenAppend[] = [];
  let characters = 0;
  const readers = new Set<{ at: number }>();

  const dropFirst = (count: number) => {
    if (count === 0) return;
    for (const append of appends.slice(0, count)) characters -= append.characters;
    appends = appends.slice(count);
  };
  const dropPassed = () => {
    const passed = Math.min(...[...readers].map(({ at }) => at));
    const kept = appends.findIndex((append) => lastOf(append) > passed);
    dropFirst(kept === -1 ? appends.length : kept);
  };

  return {
    /** Where no one reads nothing is held. */
    add(written: readonly WrittenAppend[]) {
      if (readers.size === 0) return;
      for (const append of written) {
        let at = appends.length;
        while (at > 0 && (appends[at - 1]?.first ?? 0) > append.first) at--;
        appends.splice(at, 0, append);
        characters += append.characters;
      }
      dropPassed();
      let count = 0;
      for (let over = characters - MAX_CHARACTERS; over > 0; count++) over -= appends[count]?.characters ?? 0;
      dropFirst(count);
    },
    /** Begins to read after a position. */
    reader(position: number): AppendReader {
      const place = { at: position };
      readers.add(place);
      return {
        next() {
          const from = appends.findLastIndex((append) => lastOf(append) <= place.at) + 1;
          if (from === appends.length) return null;
          const found: WrittenAppend[] = [];
          for (let at = from, end = place.at; at < appends.length; at++) {
            const append = appends[at];
            if (append === undefined || append.first > end + 1) break;
            if (lastOf(append) <= end) continue;
            found.push(append);
            end = lastOf(append);
          }
          return found;
        },
        passed(position) {
          place.at = position;
          dropPassed();
        },
        end() {
          readers.delete(place);
          dropPassed();
        },
      };
    },
  };
}
