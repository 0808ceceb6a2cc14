// test/simulation/auditor/attemptsDue.ts
var MINUTE_MS = 6e4;
var DELAYS_MS = [1, 5, 30, 120, 480, 1440].map((minutes) => minutes * MINUTE_MS);
var ENDS = /* @__PURE__ */ new Set(["WebhookDelivered", "WebhookDeliveryDied"]);
var isEnd = ({ type }) => ENDS.has(type);
function attemptsDue({ appendedAtMs }, { event, recorded, posts }) {
  const happenedMs = appendedAtMs(event);
  if (recorded.length === 0)
    return { attempts: [{ dueMs: happenedMs, since: null, posts, next: null }], afterEnds: [] };
  const attempts = [];
  const afterEnds = [];
  recorded.forEach((since, at) => {
    const next = recorded[at + 1] ?? null;
    const fromMs = appendedAtMs(since);
    const untilMs = next === null ? Number.POSITIVE_INFINITY : appendedAtMs(next);
    const own = posts.filter(({ atMs }) => atMs > fromMs && atMs <= untilMs);
    if (isEnd(since)) {
      afterEnds.push(...own.map((post) => ({ end: since, post })));
      return;
    }
    if (since.type === "WebhookDeliveryScheduled")
      attempts.push({ dueMs: happenedMs, since, posts: own, next });
    else if (since.type === "WebhookDeliveryRequeued")
      attempts.push({ dueMs: fromMs, since, posts: own, next });
    else {
      const { attempt, nextAttemptAt } = since.data;
      const delayMs = DELAYS_MS[attempt - 1];
      if (nextAttemptAt === null || delayMs === void 0) return;
      const ended = posts.filter(({ endedAtMs }) => endedAtMs !== null && endedAtMs <= fromMs).at(-1);
      attempts.push({ dueMs: (ended?.endedAtMs ?? fromMs) + delayMs, since, posts: own, next });
    }
  });
  return { attempts, afterEnds };
}
export {
  DELAYS_MS,
  attemptsDue
};
//# sourceMappingURL=attemptsDue.js.map
