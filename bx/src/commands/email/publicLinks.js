// src/commands/email/publicLinks.ts
import { deliveryLocalPart, deliveryToken } from "./deliveryToken.js";
var PUBLIC_PATHS = { unsubscribe: "/u/", open: "/o/", click: "/c/" };
function publicLinks(tokens, base, mailDomain = null) {
  return {
    base,
    unsubscribe: (ref) => `${base}${PUBLIC_PATHS.unsubscribe}${deliveryToken(tokens, "unsubscribe", ref)}`,
    unsubscribeAddress: (ref) => mailDomain === null ? null : `${deliveryLocalPart(tokens, ref, "unsubscribe")}@${mailDomain}`,
    open: (ref) => `${base}${PUBLIC_PATHS.open}${deliveryToken(tokens, "open", ref)}`,
    click: (ref, target) => `${base}${PUBLIC_PATHS.click}${deliveryToken(tokens, "click", ref, target)}`
  };
}
export {
  PUBLIC_PATHS,
  publicLinks
};
//# sourceMappingURL=publicLinks.js.map
