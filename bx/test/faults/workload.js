// test/faults/workload.ts
import { setTimeout as sleep } from "node:timers/promises";
var RETRY_MS = 40;
var PATIENCE_MS = 1e4;
function startWorkload(target, orderOf, clients, pauseMs = 0) {
  const acknowledged = /* @__PURE__ */ new Map();
  const refused = [];
  const unavailable = [];
  const unanswered = [];
  let next = 0;
  let ending = false;
  let abandoned = false;
  const send = async ({ key, body }) => {
    while (!abandoned) {
      const { url, key: apiKey } = target();
      try {
        const answer = await fetch(`${url}/v1/emails`, {
          method: "POST",
          headers: {
            authorization: `Bearer ${apiKey}`,
            "content-type": "application/json",
            "idempotency-key": key
          },
          body: JSON.stringify(body),
          signal: AbortSignal.timeout(PATIENCE_MS)
        });
        const text = await answer.text();
        if (answer.status === 202) {
          acknowledged.set(key, [...acknowledged.get(key) ?? [], text]);
          return;
        }
        if (answer.status === 503) unavailable.push(answer.headers.get("retry-after"));
        else refused.push(`${answer.status} ${text}`);
      } catch (error) {
        unanswered.push(String(error));
      }
      await sleep(RETRY_MS);
    }
  };
  const client = async () => {
    while (!ending) {
      const n = next++;
      const order = orderOf(n);
      if (n % 7 === 0) await Promise.all([send(order), send(order)]);
      else await send(order);
      if (pauseMs > 0) await sleep(pauseMs);
    }
  };
  const running = Array.from({ length: clients }, client);
  return {
    acknowledged,
    refused,
    unavailable,
    unanswered,
    async finish() {
      ending = true;
      await Promise.all(running);
    },
    abandon() {
      ending = true;
      abandoned = true;
    }
  };
}
export {
  startWorkload
};
//# sourceMappingURL=workload.js.map
