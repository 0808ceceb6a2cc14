/** RFC 4648, section 6, in lower case. */
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const BITS = 5;

/** Base32 in lower case without padding. */
export function base32(bytes: Uint8Array): string {
  let text = '';
  let pending = 0;
  let bits = 0;
  for (const byte of bytes) {
    pending = ((pending << 8) | byte) & 0xfff;
    bits += 8;
    while (bits >= BITS) {
      bits -= BITS;
      text += ALPHABET[(pending >> bits) & 31];
    }
  }
  return bits === 0 ? text : text + ALPHABET[(pending << (BITS - bits)) & 31];
}

/** The reverse of `base32`; null for any other text, also for another spelling of the same bytes. */
export function bytesOfBase32(text: string): Uint8Array | null {
  const bytes: number[] = [];
  let pending = 0;
  let bits = 0;
  for (const character of text) {
    const value = ALPHABET.indexOf(character);
    if (value === -1) return null;
    pending = ((pending << BITS) | value) & 0xfff;
    bits += BITS;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((pending >> bits) & 0xff);
    }
  }
  const found = Uint8Array.from(bytes);
  return base32(found) === text ? found : null;
}
