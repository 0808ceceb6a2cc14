/** The value with all its parts frozen: an attempt to change what others read as well meets an error. */
export function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}

/** A copy as JSON would make it of an object of plain values: frozen, and without what is undefined. */
export function frozenCopy<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return Object.freeze(value.map((part) => frozenCopy(part ?? null))) as Value;
  const copy: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(value)) if (part !== undefined) copy[name] = frozenCopy(part);
  return Object.freeze(copy) as Value;
}
