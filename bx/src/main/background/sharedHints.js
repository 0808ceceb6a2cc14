// src/main/background/sharedHints.ts
import { KEY_REVOKED_CHANNEL } from "../../commands/workspace/revokeApiKey.js";
var LOG_GROWN = "log-grown";
var REQUEST_CHANNELS = /* @__PURE__ */ new Set([LOG_GROWN, KEY_REVOKED_CHANNEL]);
function sharedHints(own, send, channels = null) {
  const publish = (channel, message) => {
    own.publish(channel, message);
    if (channels === null || channels.has(channel)) send?.(channel, message);
  };
  return { hints: { ...own, publish }, receive: own.publish };
}
function hintGrowth({
  growth,
  hints
}) {
  if (growth === null) return () => {
  };
  let own = "";
  const endHints = hints.subscribe(LOG_GROWN, (message) => {
    if (message !== own) growth.announce(message);
  });
  const endGrowth = growth.onGrown((message) => {
    own = message;
    hints.publish(LOG_GROWN, message);
  });
  return () => {
    endGrowth();
    endHints();
  };
}
export {
  REQUEST_CHANNELS,
  hintGrowth,
  sharedHints
};
//# sourceMappingURL=sharedHints.js.map
