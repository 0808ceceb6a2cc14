import { hasControlCharacter } from '../events/fieldPatterns.ts';
import { decodedWords } from './decodedWords.ts';

/**
 * Fields of addresses (RFC 5322, sections 3.6.2, 3.6.3 and 3.6.6; RFC 8098, 9057; those of common use), and List-Id (RFC 2919):
 * a name may stand before the angle brackets.
 */
const WITH_NAMES =
  /^(?:(?:resent-)?(?:from|sender|reply-to|to|cc|bcc)|author|original-from|apparently-to|errors-to|return-receipt-to|disposition-notification-to|mail-(?:followup|reply|copies)-to|x-confirm-reading-to|list-id)$/i;
/**
 * Other fields of addresses, ids and links (RFC 2369, 5064, 5322, 5536, 7293, 8058; Autocrypt): nothing in them is for
 * readers.
 */
const WITHOUT_NAMES =
  /^(?:list-.+|resent-.+|(?:original-)?message-id|in-reply-to|references|supersedes|obsoletes|(?:x-)?archived-at|content-(?:id|base|location)|return-path|delivered-to|envelope-to|(?:x-)?original-(?:to|recipient)|require-recipient-valid-since|autocrypt(?:-gossip)?|jabber-id)$/i;

/** Fields of other syntaxes, whose comments alone may have encoded words (RFC 2045, 5322, 6376, 8601, 8617; that of common use). */
const WITHOUT_ADDRESSES =
  /^(?:date|received|mime-version|content-transfer-encoding|(?:x-)?authentication-results|dkim-signature|arc-.+|auto-submitted|feedback-id)$/i;

/** Whether a field is none of free text (RFC 2047, section 5). */
export const isStructured = (name: string): boolean =>
  [WITH_NAMES, WITHOUT_NAMES, WITHOUT_ADDRESSES].some((names) => names.test(name));

/** A longer token has no place in a line (RFC 5322, section 2.1.1), after the space that begins it. */
export const TOKEN_MAX = 996;

/** A piece of a value: ASCII as it is written, or a name that the writer of the field encodes. */
export type FieldPart = string | { readonly name: string };

/** A text's tokens, each with the spaces before it: a line may be folded before each. */
export const tokensOf = (text: string): readonly string[] => text.match(/ *\S+/g) ?? [];

/**
 * The parts of a field whose syntax has addresses or angle brackets: encoded words may stand for names in it and nowhere else
 * (RFC 2047, section 5). Those of a client are decoded, also where it encoded the whole value, as some do with long links.
 * A text says what is wrong with the value; null: a field of free text.
 */
export function structuredField(name: string, given: string): readonly FieldPart[] | string | null {
  const hasNames = WITH_NAMES.test(name);
  if (!hasNames && !WITHOUT_NAMES.test(name)) return null;
  const decoded = decodedWords(given);
  if (hasControlCharacter(decoded)) return 'must be free of control characters, also within encoded words';
  const value = ONLY_WORDS.test(given) ? decoded : given;
  if (ONLY_WORDS.test(value)) return 'must not be an encoded word as a whole';
  const parts = hasNames ? partsOf(value, /^list-id$/i.test(name)) : [value];
  const written = parts.map((part) => (typeof part === 'string' ? part : '')).join('');
  if (!/^[ -~]*$/.test(written)) return 'must be ASCII, except for a name before angle brackets';
  if (tokensOf(written).some(({ length }) => length > TOKEN_MAX))
    return `must have a space after at most ${TOKEN_MAX} characters, where its line can be folded`;
  return parts;
}

const ONLY_WORDS = /^\s*(?:=\?[^?\s]+\?[bq]\?[^?]*\?=\s*)+$/i;
/** Quoted texts, comments, angle brackets, separators, and what is between them. None of these is searched for twice. */
const PIECES = /"(?:\\.|[^"\\])*"?|\([^()]*\)?|<[^<>]*>?|[,;:]|[^"(<,;:]+/gs;

/** @param isOne there is one name at most, with any separators */
function partsOf(value: string, isOne: boolean): FieldPart[] {
  const parts: FieldPart[] = [];
  let plain = '';
  let words: string[] = [];
  for (const [piece] of value.matchAll(PIECES)) {
    const endsName = piece.startsWith('<') || (piece === ':' && !isOne);
    const name = endsName ? nameIn(words) : null;
    if (!endsName && (isOne || !/^[,;(]/.test(piece))) words.push(piece);
    else {
      if (name !== null) parts.push(plain, { name });
      plain = name === null ? plain + words.join('') + piece : ` ${piece}`;
      words = [];
    }
  }
  return [...parts, plain + words.join('')];
}

/** The name that these words are; null when they can stay as they are written. */
function nameIn(words: readonly string[]): string | null {
  const written = words.join('');
  if (/^[ -~]*$/.test(written) && decodedWords(written) === written) return null;
  const unquoted = words.map((word) => word.replace(/^"(.*?)"?$/, (_, text) => text.replace(/\\(.)/g, '$1')));
  return decodedWords(unquoted.join('')).trim() || null;
}
