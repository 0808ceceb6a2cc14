// src/events/headerNames.ts
var NAME_MAX = 255;
var FIELD_NAME = /^[!-9;-~]+$/;
var RESERVED = /* @__PURE__ */ new Set([
  "from",
  "to",
  "cc",
  "bcc",
  "sender",
  "subject",
  "reply-to",
  "return-path",
  "received",
  "delivered-to",
  "dkim-signature",
  "message-id",
  "date",
  "mime-version"
]);
var RESERVED_PREFIXES = ["content-", "resent-", "arc-"];
var RESERVED_ON_BROADCAST = /* @__PURE__ */ new Set(["list-unsubscribe", "list-unsubscribe-post"]);
function headerNameFault(name, stream) {
  if (!FIELD_NAME.test(name) || name.length > NAME_MAX) return "is no name of a header field";
  const lower = name.toLowerCase();
  if (RESERVED.has(lower) || RESERVED_PREFIXES.some((prefix) => lower.startsWith(prefix)))
    return "is a header that the service writes itself";
  if (stream === "broadcast" && RESERVED_ON_BROADCAST.has(lower))
    return "is a header that the service writes itself on broadcast mail";
  return null;
}
export {
  headerNameFault
};
//# sourceMappingURL=headerNames.js.map
