// src/events/emailEvidence.ts
import { Type } from "../../packages/typebox.js";
import { nullable, personal, Sha256 } from "./schema.js";
var AgentClass = Type.Union([
  Type.Literal("none"),
  Type.Literal("privacy proxy"),
  Type.Literal("picture proxy"),
  Type.Literal("crawler"),
  Type.Literal("library"),
  Type.Literal("scanner"),
  Type.Literal("preview"),
  Type.Literal("browser"),
  Type.Literal("other")
]);
var AutomatedBy = Type.Union([
  Type.Literal("method"),
  Type.Literal("prefetch"),
  Type.Literal("agent")
]);
var Handover = Type.Object({
  /** The server that took it; absent: it was written to a file. */
  server: Type.Optional(
    Type.Object({
      host: personal(Type.String()),
      /** IPv4 or IPv6. */
      address: personal(Type.String()),
      /** Version, such as `TLSv1.3`; null: the connection was not encrypted. */
      tls: nullable(Type.String())
    })
  ),
  /** Envelope sender. */
  sender: personal(Type.String()),
  /** Where DNS has the keys that signed it: `SELECTOR._domainkey.DOMAIN`. */
  dkim: Type.Array(Type.String()),
  /** Of the message as it was sent, before dots at the beginning of lines were doubled (RFC 5321 section 4.5.2). */
  sha256: Sha256
});
var UnsubscribeWay = Type.Union([
  Type.Literal("page"),
  Type.Literal("one click"),
  Type.Literal("mail"),
  Type.Literal("report")
]);
export {
  AgentClass,
  AutomatedBy,
  Handover,
  UnsubscribeWay
};
//# sourceMappingURL=emailEvidence.js.map
