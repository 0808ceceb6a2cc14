// test/simulation/auditor/recipients.ts
function recipientStories({ events, stream }) {
  const stories = [];
  for (const accepted of events) {
    if (accepted.type !== "EmailAccepted") continue;
    const { recipients, scheduledFor } = accepted.data;
    const all = stream(accepted.stream);
    for (const { deliveryId, address, sandbox } of recipients)
      stories.push({
        ...{ accepted, scheduledFor, deliveryId, address, isSandbox: sandbox, stream: accepted.stream },
        emailId: accepted.stream.slice("email-".length),
        workspace: accepted.metadata.workspace,
        events: all.filter(
          ({ data }) => data.deliveryId === deliveryId
        )
      });
  }
  return stories;
}
var ENDS = /* @__PURE__ */ new Set([
  "Submitted",
  "Delivered",
  "Bounced",
  "Rejected",
  "RenderingFailed"
]);
export {
  ENDS,
  recipientStories
};
//# sourceMappingURL=recipients.js.map
