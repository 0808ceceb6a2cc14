// src/events/links.ts
import { Type } from "../../packages/typebox.js";
import { category } from "./category.js";
import { nullable, Uuid } from "./schema.js";
var Links = {
  /** Those of one message. */
  emailId: nullable(Uuid),
  /** Those to addresses that begin with this one. */
  url: nullable(Type.String())
};
var links = category("links", {
  LinksRevoked: {
    v: 1,
    meaning: "The links lead to a page that says so, and not to their targets any more.",
    schema: Type.Object({ ...Links, reason: Type.String() })
  },
  LinksRestored: {
    v: 1,
    meaning: "The links that were revoked lead to their targets again.",
    schema: Type.Object(Links)
  }
});
export {
  links
};
//# sourceMappingURL=links.js.map
