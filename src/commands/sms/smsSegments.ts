import { gsmSeptetsOf } from '../../events/gsmAlphabet.ts';

/** Most parts of a concatenated message: its header counts them in one byte (3GPP TS 23.040, 9.2.3.24.1). */
export const MAX_SMS_SEGMENTS = 255;

/** How a text is transmitted. */
export interface SmsDivision {
  readonly coding: 'gsm7' | 'ucs2';
  /** The text of each segment; joined they give the whole text. */
  readonly segments: readonly string[];
}

/** Most units of a single message, and of each part of several, whose header takes six bytes. */
const GSM_7 = { alone: 160, part: 153 };
const UCS_2 = { alone: 70, part: 67 };

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A piece of text that is not divided, and its length in units. */
type Piece = readonly [text: string, units: number];

/**
 * Divides a text into SMS parts: in GSM-7 when all its characters are in that alphabet, in UCS-2 otherwise. A character
 * as readers see it (a grapheme) is not divided between parts. Null when there are too many parts; no segment for the
 * empty text. Both charging and sending use it.
 */
export function divideSms(text: string): SmsDivision | null {
  // A text as long as this can't fit, so it isn't counted.
  if (text.length > MAX_SMS_SEGMENTS * GSM_7.part) return null;
  const gsm = gsmPieces(text);
  const division: SmsDivision =
    gsm === null
      ? { coding: 'ucs2', segments: segmentsOf(ucsPieces(text), UCS_2) }
      : { coding: 'gsm7', segments: segmentsOf(gsm, GSM_7) };
  return division.segments.length > MAX_SMS_SEGMENTS ? null : division;
}

/** The number of segments of a text; null when there are too many, 0 for the empty text. */
export function smsSegments(text: string): number | null {
  return divideSms(text)?.segments.length ?? null;
}

function gsmPieces(text: string): Piece[] | null {
  const pieces: Piece[] = [];
  for (const character of text) {
    const septets = gsmSeptetsOf(character);
    if (septets === null) return null;
    pieces.push([character, septets.length]);
  }
  return pieces;
}

function ucsPieces(text: string): Piece[] {
  const pieces: Piece[] = [];
  for (const { segment } of graphemes.segment(text)) {
    // A grapheme that is longer than a part, such as many combining marks, must be divided.
    if (segment === '\r\n' || segment.length > UCS_2.part)
      for (const point of segment) pieces.push([point, point.length]);
    else pieces.push([segment, segment.length]);
  }
  return pieces;
}

function segmentsOf(pieces: readonly Piece[], { alone, part }: typeof GSM_7): string[] {
  if (pieces.length === 0) return [];
  const total = pieces.reduce((sum, [, units]) => sum + units, 0);
  const room = total <= alone ? alone : part;
  const segments: string[] = [];
  let segment = '';
  let used = 0;
  for (const [text, units] of pieces) {
    if (used + units > room) {
      segments.push(segment);
      segment = '';
      used = 0;
    }
    segment += text;
    used += units;
  }
  return [...segments, segment];
}
