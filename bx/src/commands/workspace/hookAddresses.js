// src/commands/workspace/hookAddresses.ts
import {
  firstHookIdOf,
  HOOK_ROUTES,
  HOOKS_STREAM
} from "../../events/hooks.js";
import { foldedStream } from "../../runtime/fold/foldedStream.js";
import { handle } from "../kernel/decider.js";
import { invalid, notFound } from "../kernel/refusal.js";
var MAX_ADDRESSES = 100;
var NAME_MAX = 100;
var INITIAL = new Map(
  HOOK_ROUTES.map((route) => {
    const hookId = firstHookIdOf(route);
    return [hookId, { hookId, route, name: null, isRevoked: false, account: null }];
  })
);
var hookAddressesDecider = {
  initial: INITIAL,
  evolve: (state, { type, data }) => {
    const { hookId } = data;
    if (type === "HookAddressCreated")
      return new Map(state).set(hookId, { ...data, isRevoked: false, account: null });
    const found = state.get(hookId);
    if (found === void 0) return state;
    const change = type === "HookAddressRevoked" ? { isRevoked: true } : { account: data.account };
    return new Map(state).set(hookId, { ...found, ...change });
  },
  decide: (command, state) => {
    const { hookId } = command;
    if (command.do !== "create") {
      const found = state.get(hookId);
      if (found === void 0) throw notFound("There is no such hook address.");
      if (command.do === "fix account") {
        const { account } = command;
        return found.account === null ? [{ type: "HookAccountFixed", data: { hookId, account } }] : [];
      }
      return found.isRevoked ? [] : [{ type: "HookAddressRevoked", data: { hookId } }];
    }
    const { route, name } = command;
    if (name !== null && (name === "" || [...name].length > NAME_MAX))
      throw invalid("/name", `must have 1 to ${NAME_MAX} characters`);
    if ([...state.values()].filter(({ isRevoked }) => !isRevoked).length >= MAX_ADDRESSES)
      throw invalid("/route", `has no room for more: ${MAX_ADDRESSES} addresses are in use; revoke some`);
    return [{ type: "HookAddressCreated", data: { hookId, route, name } }];
  }
};
async function decideHookAddress(ledger, origin, command) {
  await handle(ledger, origin, HOOKS_STREAM, hookAddressesDecider, command);
}
async function hookAddresses({ store }) {
  return [...(await foldedStream(store, HOOKS_STREAM, hookAddressesDecider)).state.values()];
}
async function isHookAddressOpen({ store }, hookId) {
  const { state } = await foldedStream(store, HOOKS_STREAM, hookAddressesDecider);
  return state.get(hookId)?.isRevoked === false;
}
async function hookAccount({ store }, hookId) {
  const { state } = await foldedStream(store, HOOKS_STREAM, hookAddressesDecider);
  return state.get(hookId)?.account ?? null;
}
async function firstHookAccount(ledger, hookId, account) {
  const known = await hookAccount(ledger, hookId);
  if (known !== null) return known;
  const command = { do: "fix account", hookId, account };
  const origin = { workspace: "", actor: "intake", correlation: ledger.ids.uuid(), causation: null };
  const { state } = await handle(ledger, origin, HOOKS_STREAM, hookAddressesDecider, command);
  return state.get(hookId)?.account ?? account;
}
export {
  decideHookAddress,
  firstHookAccount,
  hookAccount,
  hookAddresses,
  hookAddressesDecider,
  isHookAddressOpen
};
//# sourceMappingURL=hookAddresses.js.map
