// src/adapters/eventstoredb/confirmedEnd.ts
var LOOKS = 5;
var LOOK_AGAIN_MS = 500;
async function confirmedEnd(known, end, clock) {
  for (let look = 1; ; look++) {
    const found = await end();
    if (found === null || found >= known || look === LOOKS) return found;
    await clock.sleep(LOOK_AGAIN_MS);
  }
}
export {
  confirmedEnd
};
//# sourceMappingURL=confirmedEnd.js.map
