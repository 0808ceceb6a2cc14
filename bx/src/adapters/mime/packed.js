// src/adapters/mime/packed.ts
function packed(tokens, limit, start = "") {
  const lines = [];
  let line = start;
  for (const token of tokens) {
    if (line.length + token.length > limit) {
      lines.push(line);
      line = "";
    }
    line += token;
  }
  return [...lines, line];
}
export {
  packed
};
//# sourceMappingURL=packed.js.map
