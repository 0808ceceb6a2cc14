// src/adapters/embedded/documents/documentText.ts
var LOW = "";
var HIGH = "\uD7FF";
var NUL = "\0";
var LOW_ITSELF = "";
var FIRST_SURROGATE = 55296;
var FIRST_PRIVATE = 57344;
var ODD = new RegExp(`[${NUL}${LOW}${HIGH}]|\\p{Surrogate}`, "u");
var EVERY_ODD = new RegExp(ODD, "gu");
var EVERY_PAIR = new RegExp(`[${LOW}${HIGH}]([^])`, "g");
function textFor(text) {
  if (!ODD.test(text)) return text;
  return text.replace(EVERY_ODD, (character) => {
    if (character === NUL) return LOW + LOW;
    if (character === LOW) return LOW + LOW_ITSELF;
    if (character === HIGH) return HIGH + LOW;
    return HIGH + String.fromCharCode(character.charCodeAt(0) - FIRST_SURROGATE + FIRST_PRIVATE);
  });
}
function textFrom(stored) {
  if (!stored.includes(LOW) && !stored.includes(HIGH)) return stored;
  return stored.replace(EVERY_PAIR, (pair, second) => {
    if (pair.startsWith(LOW)) return second === LOW ? NUL : LOW;
    if (second === LOW) return HIGH;
    return String.fromCharCode(second.charCodeAt(0) - FIRST_PRIVATE + FIRST_SURROGATE);
  });
}
export {
  textFor,
  textFrom
};
//# sourceMappingURL=documentText.js.map
