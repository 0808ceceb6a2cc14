// src/intake/hooks/hookToken.ts
import { firstHookIdOf, HOOK_ROUTES } from "../../events/hooks.js";
function hookToken(tokens, { hookId, route }) {
  return Buffer.from(tokens.sign("hook", Buffer.from(payloadOf({ hookId, route })))).toString("base64url");
}
function hookOf(tokens, route, token) {
  const known = HOOK_ROUTES.find((one) => one === route);
  const bytes = Buffer.from(token, "base64url");
  if (known === void 0 || bytes.toString("base64url") !== token) return null;
  const opened = tokens.open("hook", bytes);
  if (opened === null) return null;
  const payload = Buffer.from(opened).toString();
  const hookId = payload === known ? firstHookIdOf(known) : payload.slice(known.length + 1);
  return payload === payloadOf({ hookId, route: known }) ? { hookId, route: known } : null;
}
function payloadOf({ hookId, route }) {
  return hookId === firstHookIdOf(route) ? route : `${route} ${hookId}`;
}
export {
  hookOf,
  hookToken
};
//# sourceMappingURL=hookToken.js.map
