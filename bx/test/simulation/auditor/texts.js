// test/simulation/auditor/texts.ts
var ALONE = 160;
var PART = 153;
var segmentsOf = ({ length }) => length <= ALONE ? 1 : Math.ceil(length / PART);
function textStories({ events, stream }) {
  return events.flatMap((accepted) => {
    if (accepted.type !== "SmsAccepted") return [];
    const { from, to, text } = accepted.data;
    const [, ...others] = stream(accepted.stream);
    return [
      {
        ...{ accepted, from, to, segments: segmentsOf(text) },
        smsId: accepted.stream.slice("sms-".length),
        workspace: accepted.metadata.workspace,
        own: others.filter(({ metadata }) => metadata.actor === "sender"),
        reported: others.filter(({ metadata }) => metadata.actor !== "sender")
      }
    ];
  });
}
function endsText({ type, data }) {
  const { nextAttemptAt } = data;
  return type === "SmsSent" || type === "SmsFailed" && nextAttemptAt === null;
}
export {
  endsText,
  segmentsOf,
  textStories
};
//# sourceMappingURL=texts.js.map
