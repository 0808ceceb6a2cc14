/** Counts the characters of the texts in an event's data, down to `depth`: an estimate to bound memory use. */
export function charactersOf(data: unknown, depth = 2): number {
  if (typeof data === 'string') return data.length;
  if (typeof data !== 'object' || data === null || depth === 0) return 0;
  let sum = 0;
  for (const part of Object.values(data)) sum += charactersOf(part, depth - 1);
  return sum;
}
