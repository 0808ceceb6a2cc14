// test/simulation/planning/answers.ts
var SECOND_MS = 1e3;
var MINUTE_MS = 6e4;
var HOUR_MS = 36e5;
var SHARES = { reader: 0.15, report: 0.1 };
var BROADCAST = 0.3;
var isReal = (address) => !address.endsWith("@example.com");
function withAnswers(chance, plannedEvents, lastsMs) {
  return plannedEvents.flatMap((one) => {
    if (one.do !== "send") return [one];
    const sent = chance.is(BROADCAST) ? { ...one, stream: "broadcast" } : one;
    const [first, ...others] = one.to.filter(isReal);
    if (first === void 0) return [sent];
    const of = { client: one.client, key: one.key, address: chance.of([first, ...others]) };
    const answers = [];
    if (chance.is(SHARES.reader)) answers.push(reaction(chance, sent, of));
    if (chance.is(SHARES.report)) answers.push(report(chance, sent, of));
    return [sent, ...answers.filter(({ atMs }) => atMs < lastsMs)];
  });
}
var afterMs = (chance, { atMs, laterMs }) => atMs + laterMs + chance.of([2 * SECOND_MS, 30 * SECOND_MS, 10 * MINUTE_MS, 5 * HOUR_MS]) * chance.between(0.5, 1);
function reaction(chance, sent, of) {
  const whats = ["open", "open", "click", "unsubscribe", "undo", "changes mind"];
  const isFlood = chance.is(0.05);
  return {
    ...{ of: "recipient", do: chance.of([...whats]), ...of },
    atMs: afterMs(chance, sent),
    times: isFlood ? chance.whole(20, 60) : chance.whole(1, 3),
    everyMs: isFlood ? chance.whole(20, 500) : chance.whole(200, 20 * SECOND_MS)
  };
}
function report(chance, sent, of) {
  return {
    ...{
      of: "report",
      do: chance.of(["bounce", "delay", "delivered", "complaint"]),
      ...of
    },
    proof: chance.of([
      "signed",
      "signed",
      "signed",
      "forwarded",
      "unsigned",
      "forged"
    ]),
    atMs: afterMs(chance, sent),
    times: chance.is(0.3) ? 2 : 1,
    everyMs: chance.whole(0, 10 * MINUTE_MS)
  };
}
export {
  withAnswers
};
//# sourceMappingURL=answers.js.map
