// test/api/auth.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { positionAt } from "../../src/adapters/position.js";
import { authenticator } from "../../src/api/auth.js";
import { apiKeyHash, apiKeyIdOf } from "../../src/commands/workspace/apiKeySecret.js";
import { manualClock } from "../support/manualClock.js";
var test = suite("the key of a request");
var secret = (n) => `pl_${String(n).padStart(43, "0")}`;
function setUp() {
  const lookUps = [];
  const clock = manualClock();
  const auth = authenticator({
    live: {
      apiKeys: {
        async get(key) {
          lookUps.push(key);
          const hash = secrets.get(key);
          if (hash === void 0) return null;
          const state = {
            scopes: [],
            createdAt: "2026-01-01T00:00:00.000Z",
            expiresAt: null,
            revokedAt: null
          };
          return {
            key,
            position: positionAt(1),
            document: { hash, workspace: "w", keyId: key, name: null, ...state }
          };
        }
      },
      workspaces: { get: async () => null }
    },
    clock,
    hints: { publish: () => {
    }, subscribe: () => () => {
    }, close: async () => {
    } },
    startUp: { knowsKeys: true }
  });
  const secrets = /* @__PURE__ */ new Map();
  const call = (n) => auth.callerOf(`Bearer ${secret(n)}`);
  const open = (n) => secrets.set(apiKeyIdOf(apiKeyHash(secret(n))), apiKeyHash(secret(n)));
  return { lookUps, clock, call, open };
}
test("a key is looked up once in half a second", async () => {
  const { lookUps, clock, call, open } = setUp();
  open(1);
  await Promise.all([call(1), call(1)]);
  await call(1);
  assert.is(lookUps.length, 1);
  clock.pass(500);
  await call(1);
  assert.is(lookUps.length, 2);
});
test("ten thousand keys are cached at most; the one that is unused for longest goes first", async () => {
  const { lookUps, call, open } = setUp();
  for (let n = 0; n <= 1e4; n++) open(n);
  for (let n = 0; n < 1e4; n++) await call(n);
  await call(0);
  assert.is(lookUps.length, 1e4, "all of them are cached");
  await call(1e4);
  await call(1e4);
  await call(0);
  assert.is(lookUps.length, 10001, "only the new one is looked up");
  await call(1);
  assert.is(lookUps.length, 10002, "it has replaced the one that was unused for longest");
});
test("unknown keys fill no cache", async () => {
  const { lookUps, call, open } = setUp();
  open(0);
  await call(0);
  for (let n = 1; n <= 1e4; n++) {
    try {
      await call(n);
      assert.unreachable();
    } catch {
    }
  }
  await call(0);
  assert.is(lookUps.length, 10001);
});
test.run();
//# sourceMappingURL=auth.test.js.map
