// test/double/subscriptionLater.ts
import { caughtUpMessage, checkpointMessage, confirmationMessage, readMessage } from "./messages.js";
import { CHANNEL_PLACES } from "./outbox.js";
import { checkpointOf, compared, placeOf } from "./scan.js";
import { turn } from "./subscription.js";
var BEFORE_ALL = { commit: -1, prepare: -1 };
async function serveLater(subscription) {
  const { log, outbox } = subscription;
  const live = liveOf(subscription);
  const last = log.records.at(-1);
  let at = subscription.after ?? BEFORE_ALL;
  let index = subscription.after === null ? subscription.firstIndex : log.indexFrom(at.commit);
  if (!await outbox.put(confirmationMessage())) return;
  if (last !== void 0 && compared(at, placeOf(last)) >= 0) at = await goLive(at);
  while (!outbox.isOver) {
    at = await catchUp(at);
    if (!outbox.isOver) at = await goLive(at);
  }
  async function catchUp(from) {
    const { readPage, checkpointEvery } = subscription;
    let reached = from;
    let counted = 0;
    for (; ; ) {
      const page = readPage(index);
      for (const record of page.matching) {
        if (compared(placeOf(record), from) <= 0) continue;
        if (!await outbox.put(readMessage(record))) return reached;
      }
      reached = latest(reached, checkpointOf(page));
      counted += page.considered;
      index = page.nextIndex;
      if (page.isLast || checkpointEvery !== null && counted >= checkpointEvery) {
        counted = 0;
        if (!await checkpoint(reached) || page.isLast) return reached;
      }
      await turn();
    }
  }
  async function goLive(from) {
    let reached = from;
    if (!await outbox.put(caughtUpMessage())) return reached;
    for (let next = await live.next(); next !== null; next = await live.next()) {
      const { number, place, message, isCheckpoint } = next;
      const isNext = number === live.taken + 1;
      live.taken = number;
      const order = compared(place, reached);
      if (isCheckpoint ? order < 0 : order <= 0) continue;
      if (!isNext) {
        index = log.indexFrom(reached.commit);
        await checkpoint(reached);
        return reached;
      }
      if (!(isCheckpoint ? await checkpoint(place) : await outbox.put(message))) return reached;
      reached = place;
    }
    return reached;
  }
  async function checkpoint(place) {
    const { checkpointEvery } = subscription;
    if (checkpointEvery === null || compared(place, live.told) <= 0) return !outbox.isOver;
    live.told = place;
    return outbox.put(checkpointMessage(place));
  }
}
var latest = (one, other) => compared(one, other) < 0 ? other : one;
function liveOf({ log, gate, filter, outbox, checkpointEvery }) {
  const kept = [];
  let isComplete = true;
  let seen = log.records.length;
  let number = 0;
  let counted = 0;
  let news = () => {
  };
  const keep = (one) => {
    number += 1;
    kept.push({ ...one, number });
    if (kept.length > CHANNEL_PLACES) {
      kept.shift();
      if (isComplete) gate.fallenBehind += 1;
      isComplete = false;
    }
    news();
  };
  const stopListening = log.onGrowth(() => {
    for (; seen < log.records.length; seen += 1) {
      const record = log.records[seen];
      if (record === void 0) return;
      const place = placeOf(record);
      if (filter.matches(record)) keep({ place, message: readMessage(record), isCheckpoint: false });
      counted += 1;
      if (checkpointEvery === null || counted < checkpointEvery) continue;
      counted = 0;
      keep({ place, message: checkpointMessage(place), isCheckpoint: true });
    }
  });
  outbox.whenOver(() => {
    stopListening();
    news();
  });
  return {
    /** Number of the last that was taken. */
    taken: 0,
    /** The checkpoint that was sent last. */
    told: BEFORE_ALL,
    /** The oldest that is kept, as soon as there is one; null once the reader is gone. */
    async next() {
      while (!outbox.isOver) {
        const one = kept.shift();
        if (one !== void 0) return one;
        isComplete = true;
        await new Promise((resolve) => {
          news = resolve;
        });
      }
      return null;
    }
  };
}
export {
  serveLater
};
//# sourceMappingURL=subscriptionLater.js.map
