// src/sender/email/unsubscribeLink.ts
import { PUBLIC_PATHS } from "../../commands/email/publicLinks.js";
var UNSUBSCRIBE_VARIABLE = "unsubscribe_url";
var STAND_IN = "UnsubscribeTokenOfTheRecipient5b0c9e1f7a2d4836";
var PLACEHOLDER = /\{\{-?[ \t]*unsubscribe_url[ \t]*-?\}\}/g;
function linkStandIn({ messageStream }, links) {
  if (messageStream !== "broadcast" || links === void 0) return null;
  return `${links.base}${PUBLIC_PATHS.unsubscribe}${STAND_IN}`;
}
function withStandIn(words, standIn) {
  return standIn === null ? words : words.replace(PLACEHOLDER, standIn);
}
function holdsStandIn(words) {
  return words?.includes(STAND_IN) === true;
}
function withoutStandIn(words, standIn) {
  return standIn === null ? words : words.replaceAll(standIn, "").replaceAll(STAND_IN, "");
}
function ownLink(links, ref) {
  const link = links.unsubscribe(ref);
  const token = link.slice(link.lastIndexOf("/") + 1);
  return (words) => words.replaceAll(STAND_IN, token);
}
export {
  UNSUBSCRIBE_VARIABLE,
  holdsStandIn,
  linkStandIn,
  ownLink,
  withStandIn,
  withoutStandIn
};
//# sourceMappingURL=unsubscribeLink.js.map
