/** One object of a list, or what is wrong with it. `entry`: its number in the file, from 1. */
export type JsonEntry = { readonly entry: number } & (
  | { readonly value: unknown }
  | { readonly fault: string }
);

/** Names under which answers of providers hold their list, in lower case. */
const LISTS = new Set(
  'data results result items contacts members suppressions suppresseddestinationsummaries templates recipients'.split(
    ' ',
  ),
);
/** Of one entry: a template may hold pictures. */
const MAX_CHARS = 8_000_000;

/**
 * Where a character of the text is: outside of entries, within one, its last one, or the one that shows that what seemed to be
 * an entry is the answer around a list. A text in a list is given at its end.
 */
type Place = 'outside' | 'within' | 'end' | 'dropped' | { readonly text: string };

/** Follows the brackets and texts of a JSON text, character by character. */
function entryScanner() {
  /** What is open around the next entry: a list of entries, an object that holds one by a name above, or something else. */
  const around: ('list' | 'holder' | 'other')[] = [];
  /** Brackets open within the entry; 0: none has begun. */
  let depth = 0;
  let inText = false;
  let escaped = false;
  let string = '';
  let lastString = '';

  function open(bracket: '[' | '{'): Place {
    const outer = around.at(-1);
    const isNamed = LISTS.has(lastString);
    if (depth === 1 && outer === undefined && isNamed) {
      depth = 0;
      around.push('holder', bracket === '[' ? 'list' : 'holder');
      return 'dropped';
    }
    if (depth > 0 || (bracket === '{' && (outer === undefined || outer === 'list'))) {
      depth += 1;
      return 'within';
    }
    if (bracket === '[')
      around.push(
        outer === undefined || outer === 'list' || (outer === 'holder' && isNamed) ? 'list' : 'other',
      );
    else around.push(outer === 'holder' && isNamed ? 'holder' : 'other');
    return 'outside';
  }

  function close(): Place {
    if (depth === 0) {
      around.pop();
      return 'outside';
    }
    depth -= 1;
    return depth === 0 ? 'end' : 'within';
  }

  function inString(char: string): Place {
    const place = depth > 0 ? 'within' : 'outside';
    if (escaped || char !== '"') {
      escaped = !escaped && char === '\\';
      if (string.length < MAX_CHARS) string += char;
      return place;
    }
    inText = false;
    lastString = string.toLowerCase();
    return depth === 0 && around.at(-1) === 'list' ? { text: `"${string}"` } : place;
  }

  return {
    step(char: string): Place {
      if (inText) return inString(char);
      if (char === '[' || char === '{') return open(char);
      if (char === ']' || char === '}') return close();
      if (char === '"') {
        inText = true;
        string = '';
      }
      return depth > 0 ? 'within' : 'outside';
    },
    isOpen: () => depth > 0 || inText || around.length > 0,
  };
}

/**
 * Finds the entries of a JSON text that comes block by block, one in memory at a time: of a list, of the list within a
 * provider's answer, of several answers one after another, or an object a line. A list of texts counts as one of addresses.
 */
export function jsonEntries() {
  const scanner = entryScanner();
  let entry = 0;
  let text = '';
  let isTooLong = false;

  function finished(): JsonEntry {
    entry += 1;
    const result = isTooLong
      ? { entry, fault: `it has more than ${MAX_CHARS} characters` }
      : read(text, entry);
    text = '';
    isTooLong = false;
    return result;
  }

  return {
    *add(block: string): Generator<JsonEntry> {
      for (const char of block) {
        const place = scanner.step(char);
        if (place === 'outside') continue;
        if (place === 'dropped') {
          text = '';
          isTooLong = false;
        } else if (typeof place === 'object') text = place.text;
        else if (text.length < MAX_CHARS) text += char;
        else isTooLong = true;
        if (place === 'end' || typeof place === 'object') yield finished();
      }
    },
    *end(): Generator<JsonEntry> {
      if (scanner.isOpen()) yield { entry: entry + 1, fault: 'the file ends within it' };
    },
  };
}

function read(text: string, entry: number): JsonEntry {
  try {
    const value: unknown = JSON.parse(text);
    return { entry, value: typeof value === 'string' ? { address: value } : value };
  } catch {
    return { entry, fault: 'it is not JSON' };
  }
}
