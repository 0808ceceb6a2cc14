// src/events/audience.ts
import { Type } from "../../packages/typebox.js";
import { category } from "./category.js";
import { nullable, Uuid } from "./schema.js";
var AUDIENCE_CHUNK = 1e4;
var audience = category("audience", {
  AudienceCreated: {
    v: 1,
    meaning: "An audience of contactCount distinct contacts was announced.",
    schema: Type.Object({
      name: Type.String(),
      description: nullable(Type.String()),
      contactCount: Type.Integer({ minimum: 0 })
    })
  },
  AudienceContactsAdded: {
    v: 1,
    meaning: "At most 10,000 of the announced contacts, in their order.",
    schema: Type.Object({ contactIds: Type.Array(Uuid, { maxItems: AUDIENCE_CHUNK }) })
  }
});
export {
  AUDIENCE_CHUNK,
  audience
};
//# sourceMappingURL=audience.js.map
