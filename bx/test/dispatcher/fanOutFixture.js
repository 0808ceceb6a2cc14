// test/dispatcher/fanOutFixture.ts
import { webhookFanOut } from "../../src/dispatcher/fanOut.js";
import { email } from "../../src/events/email.js";
import { webhooks } from "../../src/events/webhooks.js";
import { manualClock } from "../support/manualClock.js";
import { memoryEventStore } from "../support/memoryEventStore.js";
import { noMetrics, quietLog } from "../support/quietLog.js";
import { seededIds } from "../support/seededIds.js";
var WORKSPACE = "w";
function fixture() {
  const store = memoryEventStore();
  const ids = seededIds();
  const clock = manualClock();
  const policyOver = (over = store) => webhookFanOut({ ledger: { store: over, clock, ids }, metrics: noMetrics, log: quietLog });
  const policy = policyOver();
  const append = async (stream, type, data) => {
    const last = (await store.readStream(stream)).at(-1);
    const metadata = {
      v: 1,
      workspace: WORKSPACE,
      actor: "a",
      correlation: "c",
      causation: null,
      at: "then"
    };
    await store.append(stream, last?.revision ?? "no-stream", [{ id: ids.uuid(), type, data, metadata }]);
    const recorded = store.log.at(-1);
    if (recorded === void 0) throw new Error("nothing was recorded");
    return recorded;
  };
  const endpoint = (endpointId, events = ["*"]) => append(webhooks.stream(WORKSPACE), "WebhookEndpointCreated", {
    ...{ endpointId, name: endpointId, url: "https://x.test/", events, sealedSecret: "s" }
  });
  const change = (endpointId, changes) => append(webhooks.stream(WORKSPACE), "WebhookEndpointChanged", { endpointId, ...changes });
  let mails = 0;
  const mail = (type = "Delivered", data = {}) => append(email.stream(`m${mails++}`), type, {
    deliveryId: "d",
    recipient: "a@b.co",
    sandbox: false,
    ...data
  });
  const deliveries = () => store.log.filter(({ type }) => type === "WebhookDeliveryScheduled");
  const pairs = () => deliveries().map(({ data }) => {
    const { eventId, endpointId, kind } = data;
    return { eventId, endpointId, kind };
  });
  return { store, policy, policyOver, append, endpoint, change, mail, deliveries, pairs };
}
export {
  fixture
};
//# sourceMappingURL=fanOutFixture.js.map
