// test/simulation/planning/sends.ts
var HOUR_MS = 36e5;
var DAY_MS = 24 * HOUR_MS;
var NIGHT_MS = 8 * HOUR_MS;
var SANDBOX = ["delivered", "bounce", "complaint", "transient"];
function sends(chance, { clients, mailDomains, lastsMs, messages }) {
  const plannedEvents = [];
  const [first, ...others] = clients;
  if (first === void 0) return [];
  const oneOf = () => chance.of([first, ...others]).name;
  const address = () => {
    if (chance.is(0.2)) return `${chance.of(SANDBOX)}@example.com`;
    const domain = chance.is(0.6) ? "mail1.test" : mailDomains[chance.whole(0, mailDomains.length - 1)]?.domain ?? "mail1.test";
    return `reader${chance.whole(1, 400)}@${domain}`;
  };
  const recipients = () => {
    const count = chance.is(0.85) ? 1 : chance.whole(2, 5);
    return [...new Set(Array.from({ length: count }, address))];
  };
  const send = (client, atMs, number) => ({
    ...{ of: "client", do: "send", atMs, client, key: `key-${number}`, to: recipients() },
    laterMs: chance.is(0.05) ? chance.whole(6e4, 2 * HOUR_MS) : 0,
    callsAtOnce: chance.is(0.08) ? chance.whole(2, 4) : 1
  });
  for (let sent = 0; sent < messages; ) {
    const atMs = awake(chance.between(0, lastsMs), lastsMs);
    const flood = chance.is(0.04) ? chance.whole(5, 40) : 1;
    const client = oneOf();
    for (let one = 0; one < flood && sent < messages; one += 1) {
      sent += 1;
      plannedEvents.push(send(client, atMs + one * chance.between(0, 300), sent));
    }
  }
  return plannedEvents;
}
function awake(atMs, lastsMs) {
  if (lastsMs < DAY_MS) return atMs;
  const ofDayMs = atMs % DAY_MS;
  const wakeMs = DAY_MS - NIGHT_MS;
  return ofDayMs < wakeMs ? atMs : atMs - ofDayMs + (ofDayMs - wakeMs) / NIGHT_MS * wakeMs;
}
export {
  sends
};
//# sourceMappingURL=sends.js.map
