// test/simulation/planning/rebuilds.ts
var HOUR_MS = 36e5;
var EVERY_HOURS = 0.75;
var KILLED_AFTER_MS = 4e3;
var AGAIN_MS = 4e4;
var SOME = [
  "email_outbox",
  "email_retries",
  "webhook_work",
  "suppressions",
  "messages",
  "balances",
  "sms_carrier_ids"
];
function rebuilds(chance, lastsMs) {
  return Array.from({ length: Math.ceil(lastsMs / HOUR_MS / EVERY_HOURS) }, () => {
    const atMs = chance.between(0.05, 0.9) * lastsMs;
    const models = chance.is(0.5) ? [] : SOME.filter(() => chance.is(0.4));
    const whole = { of: "rebuild", do: "whole", atMs, models, afterMs: 0 };
    if (!chance.is(0.5)) return [whole];
    const afterMs = chance.between(0.01, 1) * KILLED_AFTER_MS;
    return [
      { ...whole, do: "killed", afterMs },
      { ...whole, atMs: atMs + chance.of([1e3, AGAIN_MS]) }
    ];
  }).flat();
}
export {
  rebuilds
};
//# sourceMappingURL=rebuilds.js.map
