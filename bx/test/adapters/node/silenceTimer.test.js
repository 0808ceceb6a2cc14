// test/adapters/node/silenceTimer.test.ts
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { silenceTimer } from "../../../src/adapters/node/silenceTimer.js";
import { withTimeout } from "../../../src/adapters/node/withTimeout.js";
var test = suite("timers that judge a peer");
function stall(ms) {
  for (const endMs = performance.now() + ms; performance.now() < endMs; ) ;
}
async function connected() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const near = connect(typeof address === "object" && address !== null ? address.port : 0, "127.0.0.1");
  const [[far]] = await Promise.all([once(server, "connection"), once(near, "connect")]);
  const close = () => {
    near.destroy();
    far.destroy();
    server.close();
  };
  return { near, far, close };
}
test("an answer that arrived while our own event loop stood still is read before the peer is judged", async () => {
  const { near, far, close } = await connected();
  const outcome = await new Promise((resolve) => {
    const timer = silenceTimer(20, () => resolve("silent"));
    near.once("data", () => {
      timer.clear();
      resolve("answered");
    });
    far.write("an answer");
    stall(100);
  });
  assert.is(outcome, "answered");
  close();
});
test("work that ends in the turns after a stall is no timeout", async () => {
  const { near, far, close } = await connected();
  const answer = withTimeout(once(near, "data"), 20, () => new Error("late"));
  far.write("an answer");
  stall(100);
  assert.is(String((await answer)[0]), "an answer");
  close();
});
test("a peer that sends nothing is silent, and one that does is not", async () => {
  const { near, far, close } = await connected();
  let refreshed = 0;
  const silent = new Promise((resolve) => {
    const timer = silenceTimer(20, resolve);
    near.on("data", () => {
      refreshed += 1;
      timer.refresh();
    });
  });
  far.write("one");
  await silent;
  assert.is(refreshed, 1);
  close();
});
test.run();
//# sourceMappingURL=silenceTimer.test.js.map
