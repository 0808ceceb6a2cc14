// src/api/jsonText.ts
var texts = [];
var PLACE = /"\\u0000(\d+)\\u0000"/g;
function rawJson(json) {
  return { toJSON: () => `\0${texts.push(json) - 1}\0` };
}
function jsonText(value) {
  const text = JSON.stringify(value);
  if (texts.length === 0) return text;
  const own = texts.splice(0);
  return text.replace(PLACE, (place, at) => own[Number(at)] ?? place);
}
export {
  jsonText,
  rawJson
};
//# sourceMappingURL=jsonText.js.map
