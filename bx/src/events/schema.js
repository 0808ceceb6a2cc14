// src/events/schema.ts
import { Type } from "../../packages/typebox.js";
import { INSTANT_PATTERN, UUID_PATTERN } from "./fieldPatterns.js";
var PERSONAL = "x-personal";
function personal(schema) {
  return { ...schema, [PERSONAL]: true };
}
var nullable = (schema) => Type.Union([schema, Type.Null()]);
var Uuid = Type.String({ pattern: UUID_PATTERN });
var Instant = Type.String({ pattern: INSTANT_PATTERN });
var Sha256 = Type.String({ pattern: "^[0-9a-f]{64}$" });
var BlobRef = Type.Object({
  sha256: Sha256,
  length: Type.Integer({ minimum: 0 })
});
var StoredText = Type.Union([
  Type.Object({ inline: Type.String() }),
  Type.Object({ blob: BlobRef })
]);
export {
  BlobRef,
  Instant,
  PERSONAL,
  Sha256,
  StoredText,
  Uuid,
  nullable,
  personal
};
//# sourceMappingURL=schema.js.map
