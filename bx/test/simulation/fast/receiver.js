// test/simulation/fast/receiver.ts
import { httpsReceiver, isVerified } from "../../support/httpsReceiver.js";
async function fastReceiver(journal, time, isFailing) {
  const met = /* @__PURE__ */ new Set();
  const receiver = await httpsReceiver({
    answer(webhook) {
      const eventId = String(webhook.headers["webhook-id"]);
      const isFirst = met.size < met.add(eventId).size;
      const status = self.isAway ? 503 : isFirst && isFailing() ? 500 : 200;
      const verified = isVerified(webhook, self.secret, time.nowMs());
      journal.note("posts", { eventId, verified, status });
      return { status };
    }
  });
  const self = Object.assign(receiver, { secret: "", isAway: false });
  return self;
}
export {
  fastReceiver
};
//# sourceMappingURL=receiver.js.map
