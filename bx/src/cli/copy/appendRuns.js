// src/cli/copy/appendRuns.ts
import { email } from "../../events/email.js";
import { sms } from "../../events/sms.js";
import { webhookDelivery } from "../../events/webhookDelivery.js";
import { smsCarrierIds } from "../../projections/smsCarrierIds.js";
import { suppressions } from "../../projections/suppressions.js";
var FREE = [email, sms, webhookDelivery].map((category) => category.stream(""));
var ORDERED = [suppressions, smsCarrierIds];
async function appendRuns(runs, append, { atOnce, inLanes = false }) {
  const slot = slots(atOnce);
  const afterItsLane = lanes();
  const all = runs.map((run) => {
    const begin = () => slot(() => append(run));
    return inLanes ? afterItsLane(run, begin) : begin();
  });
  await Promise.allSettled(all);
  await Promise.all(all);
}
function lanes() {
  const known = /* @__PURE__ */ new Map();
  let fixed = Promise.resolve();
  let sinceFixed = [];
  return (run, begin) => {
    const isFree = run.every(({ stream }) => FREE.some((prefix) => stream.startsWith(prefix)));
    const shared = isFree ? run.flatMap(sharedBy) : [];
    const before = isFree ? [...shared, ...run.flatMap(namedBy)].map((name) => known.get(name)) : sinceFixed;
    const done = Promise.all([fixed, ...before]).then(begin);
    if (isFree) {
      for (const name of [...shared, ...run.map(({ id }) => id)]) known.set(name, done);
      sinceFixed.push(done);
    } else {
      fixed = done;
      sinceFixed = [];
      known.clear();
    }
    return done;
  };
}
function sharedBy(event) {
  const models = ORDERED.filter(({ types }) => types.includes(event.type));
  return [event.stream, ...models.flatMap(({ name, keys }) => keys(event).map((key) => `${name}/${key}`))];
}
function namedBy({ metadata, data }) {
  const { eventId } = Object(data);
  return [metadata.causation ?? "", typeof eventId === "string" ? eventId : ""];
}
function slots(count) {
  const waiting = [];
  let free = count;
  let fault = null;
  return async (run) => {
    if (free === 0) await new Promise((resolve) => waiting.push(resolve));
    else free -= 1;
    try {
      if (fault !== null) throw fault.error;
      await run();
    } catch (error) {
      fault ??= { error };
      throw error;
    } finally {
      const next = waiting.shift();
      if (next === void 0) free += 1;
      else next();
    }
  };
}
export {
  appendRuns
};
//# sourceMappingURL=appendRuns.js.map
