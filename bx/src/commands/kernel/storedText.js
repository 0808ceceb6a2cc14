// src/commands/kernel/storedText.ts
var MAX_INLINE_BYTES = 65536;
function givenText(text) {
  return text.length > MAX_INLINE_BYTES ? Buffer.from(text) : text;
}
function inlineText(text) {
  if (typeof text !== "string") return null;
  if (text.length * 6 <= MAX_INLINE_BYTES) return { inline: text };
  const mayFit = text.length <= MAX_INLINE_BYTES;
  return mayFit && Buffer.byteLength(JSON.stringify(text)) <= MAX_INLINE_BYTES ? { inline: text } : null;
}
async function storeText(blobs, text) {
  const bytes = () => typeof text === "string" ? Buffer.from(text) : text;
  return inlineText(text) ?? { blob: await blobs.put(bytes()) };
}
async function loadText(blobs, stored) {
  return "inline" in stored ? stored.inline : (await blobs.get(stored.blob)).toString();
}
export {
  givenText,
  inlineText,
  loadText,
  storeText
};
//# sourceMappingURL=storedText.js.map
