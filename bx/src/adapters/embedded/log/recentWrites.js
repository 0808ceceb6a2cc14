// src/adapters/embedded/log/recentWrites.ts
var MAX_WRITES = 256;
function recentWrites() {
  let writes = [];
  return {
    /** In any order, and again: other processes' messages come when they come. */
    add(write) {
      if (write.last < write.first) return;
      let at = writes.length;
      while (at > 0 && (writes[at - 1]?.first ?? 0) > write.first) at--;
      const before = writes[at - 1];
      if (before !== void 0 && write.last <= before.last) return;
      if (before?.last === write.first - 1 && areSame(before.types, write.types))
        writes[at - 1] = { ...before, last: write.last };
      else writes.splice(at, 0, write);
      if (writes.length > MAX_WRITES) writes = writes.slice(MAX_WRITES / 2);
    },
    /** What must be read after `after` for events of these types: the positions after `from`, up to `until`. */
    unread(after, types) {
      let from = after;
      for (const { first, last, types: written } of writes) {
        if (last <= from || types.some((type) => written.includes(type))) continue;
        if (first > from + 1) return { from, until: first - 1 };
        from = last;
      }
      return { from, until: Number.POSITIVE_INFINITY };
    }
  };
}
var areSame = (some, others) => some.length === others.length && some.every((type) => others.includes(type));
export {
  recentWrites
};
//# sourceMappingURL=recentWrites.js.map
