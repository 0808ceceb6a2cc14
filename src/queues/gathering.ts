/** What arrived is gathered in parts of at most this size: of a large body nothing is copied twice, or joined at the end. */
const PART_BYTES = 4_194_304;

/**
 * Bytes as they arrive, copied into parts that each have their own memory: a chunk that is kept takes a hundred bytes next to
 * its own, and what arrived with it stays in memory too.
 */
export function gathering() {
  const parts: Buffer[] = [];
  let length = 0;
  let last: Buffer = Buffer.alloc(0);
  /** Bytes of the last part that are in use. */
  let filled = 0;
  return {
    get length() {
      return length;
    },
    add(chunk: Buffer) {
      for (let at = 0; at < chunk.length; ) {
        if (filled === last.length) {
          // As large as all before it: so they are few, and take at most twice of what arrived.
          last = Buffer.allocUnsafeSlow(Math.min(PART_BYTES, Math.max(length, chunk.length - at)));
          parts.push(last);
          filled = 0;
        }
        const copied = chunk.copy(last, filled, at);
        filled += copied;
        at += copied;
        length += copied;
      }
    },
    parts(): readonly Buffer[] {
      return parts.map((part) => (part === last ? part.subarray(0, filled) : part));
    },
  };
}
