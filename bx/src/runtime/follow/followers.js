// src/runtime/follow/followers.ts
var FOLLOW_EVERY_MS = 20;
var FORGET_EVERY_MS = 1e3;
var RETRY_MS = 1e3;
function startFollowers({ store, lowestCheckpoint, clock, log }, followers, after, signal) {
  const types = [...new Set(followers.flatMap((follower) => follower.types))];
  let position = after;
  let waiting = [];
  const size = () => followers.reduce((sum, { backedBy }) => sum + (backedBy?.size() ?? 0), 0);
  const resolvePassed = () => {
    waiting = waiting.filter((waiter) => {
      if (waiter.position > position && !signal.aborted) return true;
      waiter.resolve();
      return false;
    });
  };
  const follow = async () => {
    for await (const batch of store.subscribe({ after: position, types, signal })) {
      for (const event of batch.events) for (const follower of followers) follower.take(event);
      position = batch.position;
      resolvePassed();
      void forget();
      if (batch.caughtUp && batch.events.length > 0) await clock.sleep(FOLLOW_EVERY_MS, signal);
    }
  };
  const followOn = async () => {
    while (!signal.aborted) {
      await follow().catch(
        (fault) => log.error({ err: fault }, "the log could not be followed, trying again")
      );
      await clock.sleep(RETRY_MS, signal);
    }
    resolvePassed();
  };
  let forgetting = false;
  const forget = async () => {
    if (forgetting) return;
    forgetting = true;
    while (size() > 0 && !signal.aborted) {
      await clock.sleep(FORGET_EVERY_MS, signal);
      for (const { backedBy } of followers) {
        if (backedBy === void 0 || backedBy.size() === 0) continue;
        await lowestCheckpoint(backedBy.consumer).then(backedBy.forget, () => {
        });
      }
    }
    forgetting = false;
  };
  void followOn();
  return {
    passed: (wanted) => new Promise((resolve) => {
      waiting.push({ position: wanted, resolve });
      resolvePassed();
    }),
    size
  };
}
export {
  startFollowers
};
//# sourceMappingURL=followers.js.map
