// src/runtime/follow/eventsAfter.ts
async function eventsAfter(store, { after, limit, types }) {
  const events = [];
  for (let position = after; ; ) {
    const page = await store.readAll({
      after: position,
      limit: limit - events.length,
      ...types && { types }
    });
    events.push(...page.events);
    if (page.caughtUp || events.length >= limit) return events;
    position = page.position;
  }
}
export {
  eventsAfter
};
//# sourceMappingURL=eventsAfter.js.map
