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
 * Finds the entries of a JSON text that comes block by block, one in memory at a time: of a list, of the list within a
 * provider's answer, of several answers one after another, or an object a line. A list of texts counts as one of addresses.
 */
export function jsonEntries() {
  /** What is open around the next entry: a list of entries, an object that holds one by a name above, or something else. */
  const around: ('list' | 'holder' | 'other')[] = [];
  let entry = 0;
  let text = '';
  /** Brackets open within the entry; -1: none has begun. */
  let depth = -1;
  let inText = false;
  let escaped = false;
  let string = '';
  let lastString = '';
  let isTooLong = false;

  function finished(): JsonEntry {
    entry += 1;
    const result = isTooLong
      ? { entry, fault: `it has more than ${MAX_CHARS} characters` }
      : read(text, entry);
    text = '';
    depth = -1;
    isTooLong = false;
    return result;
  }

  function open(bracket: '[' | '{'): void {
    const outer = around.at(-1);
    const isNamed = LISTS.has(lastString);
    if (depth === 1 && outer === undefined && text.startsWith('{') && isNamed) {
      // What seemed to be an entry is the answer around the list.
      text = '';
      depth = -1;
      around.push('holder');
      open(bracket);
    } else if (depth >= 0) depth += 1;
    else if (outer === undefined || outer === 'list') {
      if (bracket === '{') depth = 1;
      else around.push('list');
    } else if (outer === 'holder' && isNamed) around.push(bracket === '[' ? 'list' : 'holder');
    else around.push('other');
  }

  /** Whether an entry ends with this character of a text. */
  function within(char: string): boolean {
    if (escaped || char !== '"') {
      escaped = !escaped && char === '\\';
      if (string.length < MAX_CHARS) string += char;
      return false;
    }
    inText = false;
    lastString = string.toLowerCase();
    if (depth >= 0 || around.at(-1) !== 'list') return false;
    text = `"${string}"`;
    return true;
  }

  /** Whether an entry ends with this character. */
  function step(char: string): boolean {
    if (inText) return within(char);
    if (char === '"') {
      inText = true;
      string = '';
    } else if (char === '[' || char === '{') open(char);
    else if (char === ']' || char === '}') {
      if (depth <= 0) around.pop();
      else depth -= 1;
      return depth === 0;
    }
    return false;
  }

  return {
    *add(block: string): Generator<JsonEntry> {
      for (const char of block) {
        const isWithin = depth > 0;
        const isEnd = step(char);
        if (depth > 0 || (isWithin && depth === 0)) {
          if (text.length < MAX_CHARS) text += char;
          else isTooLong = true;
        }
        if (isEnd) yield finished();
      }
    },
    *end(): Generator<JsonEntry> {
      if (depth > 0 || inText || around.length > 0)
        yield { entry: entry + 1, fault: 'the file ends within it' };
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
