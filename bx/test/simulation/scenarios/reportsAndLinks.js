// test/simulation/scenarios/reportsAndLinks.ts
import { client, MINUTE_MS, SECOND_MS, scenarioPlan, send } from "./scenario.js";
var shop = client("shop", ["healthy.test"]);
var GONE = "gone@mail.test";
var READER = "reader@mail.test";
var FORWARDS = "forwards@mail.test";
var LATER_GONE = "later-gone@mail.test";
var about = (address) => ({ client: "shop", key: "news", address });
var report = (atMs, parts) => ({
  ...{ of: "report", do: "bounce", proof: "signed", times: 1, everyMs: 0, atMs, ...about(GONE) },
  ...parts
});
var RULE = "reports and links do what they say, once";
var EXPECTED = [
  ["Bounced", GONE, 1],
  ["Bounced", READER, 0],
  ["Bounced", FORWARDS, 0],
  ["Delivered", FORWARDS, 1],
  ["Bounced", LATER_GONE, 1],
  ["Delivered", READER, 1],
  ["Opened", READER, 1],
  ["Clicked", READER, 1],
  ["Unsubscribed", READER, 1],
  ["Resubscribed", READER, 1]
];
var reportsAndLinks = {
  name: "reports that come late and twice, and links that are followed",
  issue: 21,
  ingredients: [],
  plan: scenarioPlan({
    lastsMs: 310 * MINUTE_MS,
    clients: [shop],
    receivers: [{ host: "healthy.test", behaviour: "fast" }],
    plannedEvents: [
      { ...send(shop, 5 * SECOND_MS, "news"), to: [GONE, READER, FORWARDS, LATER_GONE], stream: "broadcast" },
      report(MINUTE_MS, { proof: "forged", ...about(READER) }),
      report(2 * MINUTE_MS, { do: "delivered", ...about(READER), times: 2, everyMs: 5 * SECOND_MS }),
      ...["open", "click", "unsubscribe", "undo"].map((what, at) => ({
        ...{ of: "recipient", do: what, atMs: (3 + at) * MINUTE_MS, ...about(READER) },
        ...{ times: 2, everyMs: SECOND_MS }
      })),
      report(8 * MINUTE_MS, { do: "partly", proof: "forwarded", ...about(FORWARDS) }),
      report(9 * MINUTE_MS, { proof: "in capitals", ...about(LATER_GONE) }),
      report(300 * MINUTE_MS, { times: 2, everyMs: MINUTE_MS }),
      { ...send(shop, 305 * MINUTE_MS, "again"), to: [GONE, READER] }
    ]
  }),
  rule: {
    name: RULE,
    check({ journals, events }) {
      const breaches = [];
      const wrong = (what, recipient) => breaches.push({ rule: RULE, what, atMs: null, about: [recipient] });
      for (const [type, recipient, count] of EXPECTED) {
        const found = events.filter(
          (one) => one.type === type && one.data.recipient === recipient
        ).length;
        if (found !== count) wrong(`${type} of ${recipient} ${found} times, not ${count}`, recipient);
      }
      for (const { proof, answer, recipient } of journals.reports)
        if (answer !== (proof === "forged" ? "unknown" : "taken"))
          wrong(`a report, ${proof}, was answered: ${answer}`, recipient);
      for (const [recipient, count] of [
        [GONE, 1],
        [READER, 2]
      ]) {
        const mails = journals.mail.filter((line) => line.recipient === recipient && line.has).length;
        if (mails !== count) wrong(`${recipient} got ${mails} mails, not ${count}`, recipient);
      }
      return breaches;
    }
  }
};
export {
  reportsAndLinks
};
//# sourceMappingURL=reportsAndLinks.js.map
