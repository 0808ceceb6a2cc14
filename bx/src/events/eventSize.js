// src/events/eventSize.ts
function charactersOf(data, depth = 2) {
  if (typeof data === "string") return data.length;
  if (typeof data !== "object" || data === null || depth === 0) return 0;
  let sum = 0;
  for (const part of Object.values(data)) sum += charactersOf(part, depth - 1);
  return sum;
}
export {
  charactersOf
};
//# sourceMappingURL=eventSize.js.map
