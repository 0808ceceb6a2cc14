// test/simulation/auditor/acceptedOnce.ts
import { isDeepStrictEqual } from "node:util";
var MAIL = { stream: "email-", type: "EmailAccepted" };
var SENDS = /* @__PURE__ */ new Map([
  ["POST /v1/emails", MAIL],
  ["POST /v1/emails/batch", MAIL],
  ["POST /emails", MAIL],
  ["POST /emails/batch", MAIL],
  ["POST /v1/sms", { stream: "sms-", type: "SmsAccepted" }]
]);
var acceptedOnce = {
  name: "every 202 stands in the log once",
  check({ journals, stream }) {
    const receipts = /* @__PURE__ */ new Map();
    const breaches = [];
    for (const { workspace, call, key, status, answer, atMs } of journals.clients) {
      const wanted = SENDS.get(call);
      if (wanted === void 0 || status === null || status < 200 || status > 299) continue;
      const receipt = answer;
      const ids = "data" in receipt ? receipt.data.map(({ id }) => id) : [receipt.id];
      const name = `${workspace} ${call} ${key}`;
      const first = receipts.get(name);
      if (first !== void 0) {
        if (!isDeepStrictEqual(first, answer))
          breaches.push({ rule: this.name, what: `key ${key} got another receipt`, atMs, about: ids });
        continue;
      }
      receipts.set(name, answer);
      for (const id of ids) {
        const accepted = stream(`${wanted.stream}${id}`).filter(({ type }) => type === wanted.type);
        if (accepted.length === 1) continue;
        breaches.push({
          ...{ rule: this.name, atMs, about: [id] },
          what: `the receipt ${id} of key ${key} stands in the log ${accepted.length} times`
        });
      }
    }
    return breaches;
  }
};
export {
  acceptedOnce
};
//# sourceMappingURL=acceptedOnce.js.map
