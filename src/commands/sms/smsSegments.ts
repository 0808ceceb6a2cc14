import { gsmSeptetsOf } from '../../events/gsmAlphabet.ts';

/** Parts that a concatenated message may have: its header counts them in one byte (3GPP TS 23.040, 9.2.3.24.1). */
export const MAX_SMS_SEGMENTS = 255;

/** How a text goes over the air. */
export interface SmsDivision {
  readonly coding: 'gsm7' | 'ucs2';
  /** The text of each segment; joined they are the text. */
  readonly segments: readonly string[];
}

/** Units in a message of one part, and in each part of several, whose header takes six bytes. */
const GSM_7 = { alone: 160, part: 153 };
const UCS_2 = { alone: 70, part: 67 };

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A piece of text that stays whole, and the units that it takes. */
type Piece = readonly [text: string, units: number];

/**
 * Divides a text into SMS parts: in GSM-7 when all its characters are of that alphabet, in UCS-2 otherwise. What a
 * reader takes for one character is not divided between parts. Null above what any message may have; no segment for the
 * empty text. What is charged and what is sent are both this.
 */
export function divideSms(text: string): SmsDivision | null {
  // Nothing as long as this can fit, so it isn't counted.
  if (text.length > MAX_SMS_SEGMENTS * GSM_7.part) return null;
  const gsm = gsmPieces(text);
  const division: SmsDivision =
    gsm === null
      ? { coding: 'ucs2', segments: segmentsOf(ucsPieces(text), UCS_2) }
      : { coding: 'gsm7', segments: segmentsOf(gsm, GSM_7) };
  return division.segments.length > MAX_SMS_SEGMENTS ? null : division;
}

/** How many segments a text has; null above what any message may have, 0 for the empty text. */
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
    // A pile of combining marks that fills a part by itself must be divided after all.
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
