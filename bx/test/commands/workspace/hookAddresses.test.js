// test/commands/workspace/hookAddresses.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import { hookAddressesDecider } from "../../../src/commands/workspace/hookAddresses.js";
import { firstHookIdOf } from "../../../src/events/hooks.js";
import { given } from "../../support/given.js";
var test = suite("hook addresses");
var idOf = (n) => `77777777-7777-4777-8777-${String(n).padStart(12, "0")}`;
var createdAs = (n) => ({
  type: "HookAddressCreated",
  data: { hookId: idOf(n), route: "ses", name: null }
});
var revoked = (hookId) => ({ type: "HookAddressRevoked", data: { hookId } });
var create = (n, name = null) => ({ do: "create", hookId: idOf(n), route: "ses", name });
var revoke = (hookId) => ({ do: "revoke", hookId });
test("a further address is made; it and the first of a route are revoked once each", () => {
  given(hookAddressesDecider).when(create(1)).then(createdAs(1));
  given(hookAddressesDecider, createdAs(1)).when(revoke(idOf(1))).then(revoked(idOf(1)));
  given(hookAddressesDecider, createdAs(1), revoked(idOf(1))).when(revoke(idOf(1))).then();
  const first = firstHookIdOf("postal");
  given(hookAddressesDecider).when(revoke(first)).then(revoked(first));
  given(hookAddressesDecider, revoked(first)).when(revoke(first)).then();
});
test("what is not there cannot be revoked, names are bounded, and so are the addresses in use", () => {
  given(hookAddressesDecider).when(revoke(idOf(1))).thenRefused("notFound");
  for (const name of ["", "x".repeat(101)])
    given(hookAddressesDecider).when(create(1, name)).thenRefused("invalid", { path: "/name" });
  const full = Array.from({ length: 97 }, (_, n) => createdAs(n));
  given(hookAddressesDecider, ...full).when(create(200)).thenRefused("invalid", { path: "/route" });
  given(hookAddressesDecider, ...full, revoked(idOf(1))).when(create(200)).then(createdAs(200));
});
test.run();
//# sourceMappingURL=hookAddresses.test.js.map
