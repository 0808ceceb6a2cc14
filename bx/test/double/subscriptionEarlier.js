// test/double/subscriptionEarlier.ts
import { Metadata, status } from "@grpc/grpc-js";
import { caughtUpMessage, checkpointMessage, confirmationMessage, readMessage } from "./messages.js";
import { CHANNEL_PLACES } from "./outbox.js";
import { checkpointOf, placeOf } from "./scan.js";
import { turn } from "./subscription.js";
async function serveEarlier(subscription) {
  const { outbox, readPage, checkpointEvery } = subscription;
  let index = subscription.firstIndex;
  let counted = 0;
  if (!await outbox.put(confirmationMessage())) return;
  for (; ; ) {
    const page = readPage(index);
    index = page.nextIndex;
    for (const record of page.matching) if (!await outbox.put(readMessage(record))) return;
    counted += page.considered;
    if (page.isLast) break;
    if (checkpointEvery !== null && counted >= checkpointEvery) {
      counted %= checkpointEvery;
      if (!await outbox.put(checkpointMessage(checkpointOf(page)))) return;
    }
    await turn();
  }
  await turn();
  await goLive(subscription, index, counted);
}
async function goLive({ log, gate, outbox, filter, readPage, checkpointEvery }, from, alreadyCounted) {
  const live = [];
  let counted = alreadyCounted;
  let seen = log.records.length;
  let isCaughtUp = false;
  let news = () => {
  };
  const tooSlow = () => {
    if (outbox.isOver) return;
    gate.fallenBehind += 1;
    stopListening();
    outbox.fail(ended(isCaughtUp ? "live" : "transitioning to live"));
  };
  const queue = (message) => {
    if (live.length >= CHANNEL_PLACES) return tooSlow();
    live.push(message);
    news();
  };
  const stopListening = log.onGrowth(() => {
    for (; seen < log.records.length; seen += 1) {
      const record = log.records[seen];
      if (record === void 0 || outbox.isOver) return;
      if (filter.matches(record)) queue(readMessage(record));
      counted += 1;
      if (checkpointEvery === null || counted < checkpointEvery) continue;
      counted = 0;
      queue(checkpointMessage(placeOf(record)));
    }
  });
  outbox.whenOver(() => {
    stopListening();
    news();
  });
  const confirmedAt = seen;
  history: for (let index = from; !outbox.isOver; ) {
    await turn();
    const page = readPage(index);
    if (page.matching.length === 0 && page.isLast) break;
    for (const record of page.matching) {
      if (log.indexFrom(record.position) >= confirmedAt) break history;
      if (!outbox.tryPut(readMessage(record))) return tooSlow();
    }
    index = page.nextIndex;
  }
  isCaughtUp = true;
  if (!await outbox.put(caughtUpMessage())) return;
  let given = 0;
  while (!outbox.isOver) {
    const message = live.shift();
    if (message !== void 0) {
      if (!await outbox.put(message)) return;
      if (message.hasEvent()) given += 1;
      if (given >= gate.liveEventsUntilTooSlow) return tooSlow();
      continue;
    }
    await new Promise((resolve) => {
      news = resolve;
    });
  }
}
function ended(state) {
  const details = `Operation timed out: Consumer too slow to handle event while ${state}. Client resubscription required.`;
  return Object.assign(new Error(details), { code: status.ABORTED, details, metadata: new Metadata() });
}
export {
  serveEarlier
};
//# sourceMappingURL=subscriptionEarlier.js.map
