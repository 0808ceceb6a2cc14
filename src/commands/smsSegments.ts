/** Parts that a concatenated message may have: its header counts them in one byte (3GPP TS 23.040, 9.2.3.24.1). */
export const MAX_SMS_SEGMENTS = 255;

/** The GSM 7-bit default alphabet (3GPP TS 23.038, 6.2.1), one septet each. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Its extension table (6.2.1.1): an escape and a septet, two in all. */
const EXTENDED = new Set('\f^{}\\[~]|€');

/** Units in a message of one part, and in each part of several, whose header takes six bytes. */
const GSM_7 = { alone: 160, part: 153 };
const UCS_2 = { alone: 70, part: 67 };

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * SMS parts of a text: in GSM-7 when all its characters are of that alphabet, in UCS-2 otherwise. What a reader
 * takes for one character is not divided between parts. Null above what any message may have; 0 for the empty text.
 */
export function smsSegments(text: string): number | null {
  // Nothing as long as this can fit, so it isn't counted.
  if (text.length > MAX_SMS_SEGMENTS * GSM_7.part) return null;
  const units = gsmUnits(text);
  const count = units === null ? partsOf(ucsUnits(text), UCS_2) : partsOf(units, GSM_7);
  return count > MAX_SMS_SEGMENTS ? null : count;
}

function gsmUnits(text: string): number[] | null {
  const units: number[] = [];
  for (const character of text) {
    if (BASIC.has(character)) units.push(1);
    else if (EXTENDED.has(character)) units.push(2);
    else return null;
  }
  return units;
}

function ucsUnits(text: string): number[] {
  const units: number[] = [];
  for (const { segment } of graphemes.segment(text)) {
    // A pile of combining marks that fills a part by itself must be divided after all.
    if (segment === '\r\n' || segment.length > UCS_2.part)
      for (const point of segment) units.push(point.length);
    else units.push(segment.length);
  }
  return units;
}

function partsOf(units: readonly number[], { alone, part }: typeof GSM_7): number {
  const total = units.reduce((sum, size) => sum + size, 0);
  if (total === 0) return 0;
  if (total <= alone) return 1;
  let parts = 1;
  let used = 0;
  for (const size of units) {
    if (used + size > part) {
      parts += 1;
      used = 0;
    }
    used += size;
  }
  return parts;
}
