// src/console/dayCheck.ts
import { documentsAsOf } from "../audit/asOf.js";
import { dailyAnalytics } from "../projections/dailyAnalytics.js";
import { inBackground } from "./background.js";
function dayCheck({ store, clock }, days) {
  const check = inBackground(clock, { events: 0, counted: 0 });
  return (workspace, day) => {
    const key = `${workspace}/${day}`;
    return check(key, async (onProgress) => {
      const stored = await days.get(key);
      const until = { position: stored?.position ?? await store.head() };
      let sums = { events: 0, counted: 0 };
      const found = await documentsAsOf(store, dailyAnalytics, [key], until, (events, own) => {
        sums = { events: sums.events + events, counted: sums.counted + own };
        onProgress(sums);
      });
      return { ...sums, stored, byLog: found.get(key)?.document ?? null };
    });
  };
}
export {
  dayCheck
};
//# sourceMappingURL=dayCheck.js.map
