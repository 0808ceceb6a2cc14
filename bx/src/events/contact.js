// src/events/contact.ts
import { Type } from "../../packages/typebox.js";
import { category } from "./category.js";
import { nullable, personal, StoredText } from "./schema.js";
import { uuid5 } from "./uuid5.js";
var contact = category("contact", {
  ContactSaved: {
    v: 1,
    meaning: "The contact was created, or the fields given were changed.",
    schema: Type.Object({
      email: personal(Type.String()),
      firstName: Type.Optional(nullable(personal(Type.String()))),
      lastName: Type.Optional(nullable(personal(Type.String()))),
      phone: Type.Optional(nullable(personal(Type.String()))),
      subscribed: Type.Optional(Type.Boolean()),
      tags: Type.Optional(Type.Array(Type.String())),
      /** JSON object. */
      customFields: Type.Optional(personal(StoredText))
    })
  }
});
function contactIdOf(workspaceId, address) {
  return uuid5("contact", workspaceId, address.toLowerCase());
}
export {
  contact,
  contactIdOf
};
//# sourceMappingURL=contact.js.map
