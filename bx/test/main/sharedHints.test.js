// test/main/sharedHints.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { inProcessHints } from "../../src/adapters/embedded/coordination/hints.js";
import { KEY_REVOKED_CHANNEL } from "../../src/commands/workspace/revokeApiKey.js";
import { hintGrowth, REQUEST_CHANNELS, sharedHints } from "../../src/main/background/sharedHints.js";
import { quietLog } from "../support/quietLog.js";
var test = suite("hints between the two processes of a service");
var turn = () => new Promise((resolve) => setImmediate(resolve));
function twoProcesses() {
  const sent = [];
  const one = sharedHints(inProcessHints(quietLog), (channel, message) => {
    sent.push(message);
    other.receive(channel, message);
  });
  const other = sharedHints(inProcessHints(quietLog), (channel, message) => {
    sent.push(message);
    one.receive(channel, message);
  });
  return { one: one.hints, other: other.hints, sent };
}
test("reach the other one once, and their own process too", async () => {
  const { one, other, sent } = twoProcesses();
  const seen = [];
  one.subscribe("keys", (message) => seen.push(`one ${message}`));
  other.subscribe("keys", (message) => seen.push(`other ${message}`));
  one.publish("keys", "a");
  other.publish("keys", "b");
  await turn();
  assert.equal(seen.sort(), ["one a", "one b", "other a", "other b"]);
  assert.equal(sent, ["a", "b"]);
});
test("for which the other process has no use stay in their own", async () => {
  const sent = [];
  const seen = [];
  const send = (channel) => void sent.push(channel);
  const { hints } = sharedHints(inProcessHints(quietLog), send, REQUEST_CHANNELS);
  for (const channel of ["lanes", "log-grown", "members:sender", KEY_REVOKED_CHANNEL]) {
    hints.subscribe(channel, () => seen.push(channel));
    hints.publish(channel, "");
  }
  await turn();
  assert.equal(seen, ["lanes", "log-grown", "members:sender", KEY_REVOKED_CHANNEL]);
  assert.equal(sent, ["log-grown", KEY_REVOKED_CHANNEL]);
});
test("say what was appended to an embedded log to the other process, until that is ended", async () => {
  const { one, other } = twoProcesses();
  const announced = [];
  let grow = () => {
  };
  const growth = {
    announce: (message) => void announced.push(message),
    onGrown: (handler) => {
      grow = handler;
      return () => {
        grow = () => {
        };
      };
    },
    startWriter: () => {
    }
  };
  hintGrowth({ hints: other, growth: { ...growth, onGrown: () => () => {
  } } });
  const unheard = { announce: () => assert.unreachable("a process knows what it wrote itself") };
  const end = hintGrowth({ hints: one, growth: { ...growth, ...unheard } });
  hintGrowth({ hints: one, growth: null });
  grow("7");
  await turn();
  assert.equal(announced, ["7"]);
  end();
  grow("8");
  await turn();
  assert.equal(announced, ["7"]);
});
test.run();
//# sourceMappingURL=sharedHints.test.js.map
