// src/events/gsmAlphabet.ts
var BASIC = `@\xA3$\xA5\xE8\xE9\xF9\xEC\xF2\xC7
\xD8\xF8\r\xC5\xE5\u0394_\u03A6\u0393\u039B\u03A9\u03A0\u03A8\u03A3\u0398\u039E\x1B\xC6\xE6\xDF\xC9 !"#\xA4%&'()*+,-./0123456789:;<=>?\xA1ABCDEFGHIJKLMNOPQRSTUVWXYZ\xC4\xD6\xD1\xDC\xA7\xBFabcdefghijklmnopqrstuvwxyz\xE4\xF6\xF1\xFC\xE0`;
var ESCAPE = 27;
var EXTENSION = [
  ["\f", 10],
  ["^", 20],
  ["{", 40],
  ["}", 41],
  ["\\", 47],
  ["[", 60],
  ["~", 61],
  ["]", 62],
  ["|", 64],
  ["\u20AC", 101]
];
var septets = new Map([
  ...[...BASIC].flatMap(
    (character, septet) => septet === ESCAPE ? [] : [[character, [septet]]]
  ),
  ...EXTENSION.map(([character, septet]) => [character, [ESCAPE, septet]])
]);
function gsmSeptetsOf(character) {
  return septets.get(character) ?? null;
}
function gsmBytes(text) {
  const bytes = [];
  for (const character of text) {
    const found = septets.get(character);
    if (found === void 0) return null;
    bytes.push(...found);
  }
  return Uint8Array.from(bytes);
}
export {
  gsmBytes,
  gsmSeptetsOf
};
//# sourceMappingURL=gsmAlphabet.js.map
