// test/double/serveSubscription.ts
import { noFilter, readFilter } from "./filter.js";
import { outboxOf } from "./outbox.js";
import { pagesOf, recordAt } from "./scan.js";
import { serveEarlier } from "./subscriptionEarlier.js";
import { serveLater } from "./subscriptionLater.js";
async function serveSubscription(call, log, gate, { broken, version }, options, firstIndex) {
  const filter = broken.has("filter") ? noFilter : readFilter(options);
  const at = options.getAll()?.getPosition();
  const shift = broken.has("gap") ? 1 : broken.has("from-position") ? -1 : 0;
  const subscription = {
    ...{ log, gate, filter },
    outbox: outboxOf(call, gate),
    readPage: pagesOf(log, filter, (index) => recordAt(log, index, broken)),
    checkpointEvery: broken.has("checkpoints") ? null : filter.checkpointEvery,
    firstIndex: Math.max(0, firstIndex + shift),
    after: at === void 0 || shift !== 0 ? null : { commit: Number(at.getCommitPosition()), prepare: Number(at.getPreparePosition()) }
  };
  await (version === "23.10" ? serveEarlier(subscription) : serveLater(subscription));
}
export {
  serveSubscription
};
//# sourceMappingURL=serveSubscription.js.map
