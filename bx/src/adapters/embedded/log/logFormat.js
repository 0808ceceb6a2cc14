// src/adapters/embedded/log/logFormat.ts
var TEXTS_AN_EVENT = 6;
var TYPE_AT = 1;
function appendTexts(stream, expected, events) {
  const texts = [];
  for (const { id, type, data, metadata } of events) {
    const dataText = JSON.stringify(data);
    if (dataText === void 0) throw new TypeError(`data of ${type} is nothing that JSON can hold`);
    if (!isColumnText(type) || type.includes("\n")) throw new TypeError("an event type is one line of text");
    if (!isColumnText(id)) throw new TypeError("an event id is one line of text");
    texts.push(id, type, columnText(metadata.at), columnText(metadata.workspace));
    texts.push(dataText, JSON.stringify(metadata));
  }
  const characters = texts.reduce((sum, { length }) => sum + length, stream.length);
  return { stream, expected, texts, characters };
}
function countedBytes({ texts, characters }, limitBytes) {
  if (characters * 3 <= limitBytes) return 0;
  let bytes = 0;
  for (let at = 0; at < texts.length; at += TEXTS_AN_EVENT) {
    const [id = "", type = "", , , data = "", metadata = ""] = texts.slice(at, at + TEXTS_AN_EVENT);
    bytes += Buffer.byteLength(JSON.stringify(id)) + Buffer.byteLength(JSON.stringify(type));
    bytes += Buffer.byteLength(data) + Buffer.byteLength(metadata);
  }
  return bytes;
}
function isColumnText(text) {
  return !text.includes("\0") && text.isWellFormed();
}
function columnText(value) {
  return typeof value === "string" && isColumnText(value) ? value : "";
}
export {
  TEXTS_AN_EVENT,
  TYPE_AT,
  appendTexts,
  columnText,
  countedBytes,
  isColumnText
};
//# sourceMappingURL=logFormat.js.map
