// test/faults/ledgerReader.ts
import { readSettings } from "../../src/config.js";
import { kindOf, REPORTED_TYPES } from "../../src/dispatcher/kinds.js";
import { BEGINNING } from "../../src/events/event.js";
import { openLedgerPorts } from "../../src/main/ledgerPorts.js";
var OUTCOMES = ["Submitted", "Delivered", "Bounced", "Rejected", "RenderingFailed"];
async function ledgerReader(data, env = {}) {
  const ports = await openLedgerPorts(readSettings({ ...env, POSTLEDGER_DATA: data }), "error");
  const isReported = (event) => REPORTED_TYPES.includes(event.type) && kindOf(event) !== null;
  const all = [];
  let after = BEGINNING;
  const events = async () => {
    for (; ; ) {
      const batch = await ports.store.readAll({ after, limit: 1e4 });
      all.push(...batch.events);
      after = batch.position;
      if (batch.caughtUp) return all;
    }
  };
  const counted = /* @__PURE__ */ new Map();
  const count = async (type) => {
    const so = counted.get(type) ?? { after: BEGINNING, count: 0 };
    for (; ; ) {
      const batch = await ports.store.readAll({ after: so.after, limit: 1e4, types: [type] });
      so.count += batch.events.length;
      so.after = batch.position;
      counted.set(type, so);
      if (batch.caughtUp) return so.count;
    }
  };
  return {
    events,
    count,
    isReported,
    async open() {
      await events();
      const pending = /* @__PURE__ */ new Set();
      const posted = /* @__PURE__ */ new Set();
      let reported = 0;
      for (const event of all) {
        const { type, data: payload } = event;
        if (type === "EmailAccepted")
          for (const { deliveryId } of payload.recipients) pending.add(deliveryId);
        if (OUTCOMES.includes(type)) pending.delete(payload.deliveryId);
        if (isReported(event)) reported++;
        if (type === "WebhookDelivered" || type === "WebhookDeliveryDied") posted.add(event.stream);
      }
      return { messages: pending.size, webhooks: reported - posted.size };
    },
    liveDeliveries: (accepted) => accepted.recipients.filter(({ sandbox }) => !sandbox).map(({ address }) => address),
    close: () => ports.close()
  };
}
export {
  ledgerReader
};
//# sourceMappingURL=ledgerReader.js.map
