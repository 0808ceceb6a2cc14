// src/commands/kernel/base32.ts
var ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
var BITS = 5;
function base32(bytes) {
  let text = "";
  let pending = 0;
  let bits = 0;
  for (const byte of bytes) {
    pending = (pending << 8 | byte) & 4095;
    bits += 8;
    while (bits >= BITS) {
      bits -= BITS;
      text += ALPHABET[pending >> bits & 31];
    }
  }
  return bits === 0 ? text : text + ALPHABET[pending << BITS - bits & 31];
}
function bytesOfBase32(text) {
  const bytes = [];
  let pending = 0;
  let bits = 0;
  for (const character of text) {
    const value = ALPHABET.indexOf(character);
    if (value === -1) return null;
    pending = (pending << BITS | value) & 4095;
    bits += BITS;
    if (bits >= 8) {
      bits -= 8;
      bytes.push(pending >> bits & 255);
    }
  }
  const found = Uint8Array.from(bytes);
  return base32(found) === text ? found : null;
}
export {
  base32,
  bytesOfBase32
};
//# sourceMappingURL=base32.js.map
