// test/simulation/fast/clients.ts
var CALL_MS = 1e4;
var AGAIN_MS = 6e4;
function fastClients(service, journal, time) {
  const calls = /* @__PURE__ */ new Set();
  let stopped = false;
  const attempt = async ({ key, recipients, scheduledForMs }) => {
    const begunAtMs = time.nowMs();
    const note = (status, answer) => journal.note("clients", { key, recipients, status, answer, begunAtMs });
    try {
      const response = await fetch(`${service.url}/v1/emails`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${service.key}`,
          "content-type": "application/json",
          "idempotency-key": key
        },
        body: JSON.stringify({
          from: "shop@sender.test",
          to: recipients,
          subject: `Order ${key}`,
          text: `Your order ${key} is on its way.`,
          ...scheduledForMs !== null && { scheduled_for: new Date(scheduledForMs).toISOString() }
        }),
        signal: AbortSignal.timeout(CALL_MS)
      });
      note(response.status, await response.json());
      return response.status !== 503 && response.status !== 408;
    } catch (error) {
      note(null, String(error));
      return false;
    }
  };
  const untilAnswered = async (sending) => {
    while (!stopped && !await attempt(sending)) await time.sleep(AGAIN_MS);
  };
  const begin = (sending) => {
    const call = untilAnswered(sending).finally(() => calls.delete(call));
    calls.add(call);
  };
  return {
    send(sending) {
      for (let one = 0; one < sending.callsAtOnce; one += 1) begin(sending);
    },
    repeat: begin,
    async allAnswered(timeoutMs) {
      let timer;
      const late = new Promise((_resolve, reject) => {
        timer = setTimeout(
          () => reject(new Error(`${calls.size} calls were never answered within ${timeoutMs} ms`)),
          timeoutMs
        );
      });
      try {
        while (calls.size > 0) await Promise.race([Promise.all(calls), late]);
      } finally {
        clearTimeout(timer);
      }
    },
    stop() {
      stopped = true;
    }
  };
}
export {
  fastClients
};
//# sourceMappingURL=clients.js.map
