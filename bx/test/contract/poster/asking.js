// test/contract/poster/asking.ts
import * as assert from "uvu/assert";
var nobody = { resolve: async () => [] };
var loopback = (address) => address === "127.0.0.1";
var SHORT_MS = 400;
var LONG_MS = 6e4;
async function allClosed(receiver) {
  for (let look = 0; receiver.open() > 0; look++) {
    if (look === 6e3) assert.unreachable("a socket was left open");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
function reasonOf(outcome) {
  return outcome.outcome === "failed" ? outcome.reason : `answered ${outcome.status}`;
}
var every = (ms, what) => {
  const timer = setInterval(what, ms);
  return () => clearInterval(timer);
};
function asking(open) {
  async function postTo(receiver, against = {}) {
    const { resolver = nobody, addressAllowed = loopback, timeoutMs = LONG_MS, url = receiver.url } = against;
    const poster = open({ resolver, addressAllowed, ca: [receiver.ca] });
    try {
      return await poster.post({ url, headers: { "webhook-id": "x" }, body: '{"a":1}', timeoutMs });
    } finally {
      await poster.close();
    }
  }
  async function outcomeAgainst(receiver, against = {}) {
    try {
      const outcome = await postTo(receiver, against);
      await allClosed(receiver);
      return outcome;
    } finally {
      await receiver.close();
    }
  }
  return { postTo, outcomeAgainst };
}
export {
  LONG_MS,
  SHORT_MS,
  allClosed,
  asking,
  every,
  loopback,
  nobody,
  reasonOf
};
//# sourceMappingURL=asking.js.map
