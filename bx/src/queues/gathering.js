// src/queues/gathering.ts
var PART_BYTES = 4194304;
function gathering() {
  const parts = [];
  let length = 0;
  let last = Buffer.alloc(0);
  let filled = 0;
  return {
    get length() {
      return length;
    },
    add(chunk) {
      for (let at = 0; at < chunk.length; ) {
        if (filled === last.length) {
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
    parts() {
      return parts.map((part) => part === last ? part.subarray(0, filled) : part);
    }
  };
}
export {
  gathering
};
//# sourceMappingURL=gathering.js.map
