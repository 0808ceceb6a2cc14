// src/projections/smsMessages.ts
import { streamId } from "../events/category.js";
import { projection } from "../runtime/fold/projection.js";
var smsMessages = projection({
  name: "sms_messages",
  version: 1,
  indexes: {
    byCreation: ["workspace", "createdAt"],
    byDirection: ["workspace", "direction", "createdAt"]
  },
  key: ({ stream }) => streamId(stream),
  on: {
    SmsAccepted: (_, { data, metadata: { workspace, at } }) => {
      const { from, to, templateId, segments, credits } = data;
      const message = { workspace, from, to, templateId, segments, credits, createdAt: at, attempts: [] };
      return { ...message, direction: "outbound", status: "queued" };
    },
    SmsReceived: (_, { data: { from, to, segments }, metadata: { workspace, at } }) => {
      const message = { workspace, from, to, templateId: null, segments, credits: 0, createdAt: at };
      return { ...message, attempts: [], direction: "inbound", status: "received" };
    },
    SmsSubmissionAttempted: (document, { data: { attempt }, metadata: { at } }) => document && after(document, { attempt, at, outcome: "attempted", detail: null }),
    SmsSent: (document, { data: { attempt }, metadata: { at } }) => document && after(document, { attempt, at, outcome: "sent", detail: null }, "sent"),
    SmsSegmentSent: "ignored",
    SmsSegmentDelivered: "ignored",
    SmsPartReceived: "ignored",
    SmsDelivered: (document, { data: { detail }, metadata: { at } }) => {
      const attempt = document?.attempts.at(-1)?.attempt ?? 1;
      return document && after(document, { attempt, at, outcome: "delivered", detail }, "delivered");
    },
    SmsFailed: (document, { data: { attempt, detail, nextAttemptAt }, metadata: { at } }) => {
      if (document === null) return null;
      return nextAttemptAt === null ? after(document, { attempt, at, outcome: "failed", detail }, "failed") : after(document, { attempt, at, outcome: "deferred", detail });
    }
  }
});
function after(document, attempt, status = document.status) {
  const attempts = put(document.attempts, attempt);
  return { ...document, attempts, status: document.status === "delivered" ? "delivered" : status };
}
function put(attempts, one) {
  const earlier = attempts.find(({ attempt }) => attempt === one.attempt);
  if (earlier === void 0) return [...attempts, one];
  return attempts.map((known) => known === earlier ? { ...one, at: earlier.at } : known);
}
function smsPage(collection, workspace, direction, limit, after2) {
  const equals = direction === null ? [workspace] : [workspace, direction];
  return collection.page({
    index: direction === null ? "byCreation" : "byDirection",
    equals,
    descending: true,
    limit,
    ...after2 && { after: { values: [...equals, after2.createdAt], key: after2.smsId } }
  });
}
export {
  smsMessages,
  smsPage
};
//# sourceMappingURL=smsMessages.js.map
