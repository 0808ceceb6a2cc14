// src/dispatcher/turns.ts
function turns(groupUsage, memberUsage) {
  const groups = /* @__PURE__ */ new Map();
  let size = 0;
  return {
    add(group, member) {
      const members = groups.get(group);
      if (members?.has(member)) return;
      size++;
      if (members === void 0) groups.set(group, /* @__PURE__ */ new Set([member]));
      else members.add(member);
    },
    delete(group, member) {
      const members = groups.get(group);
      if (members?.delete(member) !== true) return;
      size--;
      if (members.size === 0) groups.delete(group);
    },
    next(mayHave) {
      let found = null;
      for (const [group, members] of groups) {
        const used = groupUsage.of(group);
        if (found !== null && found.used <= used) continue;
        const member = leastUsed(members, memberUsage, mayHave);
        if (member !== null) found = { used, member };
      }
      return found?.member ?? null;
    },
    get size() {
      return size;
    }
  };
}
function leastUsed(members, usage, mayHave) {
  let least = null;
  for (const member of members) {
    const used = usage.of(member);
    if ((least === null || used < least.used) && mayHave(member)) least = { used, member };
  }
  return least?.member ?? null;
}
export {
  turns
};
//# sourceMappingURL=turns.js.map
