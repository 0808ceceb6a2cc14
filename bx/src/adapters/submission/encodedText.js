// src/adapters/submission/encodedText.ts
var WORDS = /=\?[^?\s]+\?[bq]\?[^?]*\?=(?:[ \t]*=\?[^?\s]+\?[bq]\?[^?]*\?=)*/gi;
var WORD = /=\?([^?*\s]+)(?:\*[^?\s]*)?\?([bq])\?([^?]*)\?=/gi;
function decodedWords(text) {
  if (!text.includes("=?")) return text;
  return text.replace(WORDS, (run) => {
    const parts = [];
    for (const [, given = "", encoding = "", content = ""] of run.matchAll(WORD)) {
      const charset = given.toLowerCase();
      const bytes = encoding.toLowerCase() === "b" ? Buffer.from(content, "base64") : quotedBytes(content);
      const last = parts.at(-1);
      if (last?.charset === charset) last.bytes.push(bytes);
      else parts.push({ charset, bytes: [bytes] });
    }
    try {
      return parts.map(({ charset, bytes }) => new TextDecoder(charset).decode(Buffer.concat(bytes))).join("");
    } catch {
      return run;
    }
  });
}
function quotedBytes(text) {
  const plain = text.replaceAll("_", " ").replace(/=([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(plain, "latin1");
}
export {
  decodedWords
};
//# sourceMappingURL=encodedText.js.map
