// src/projections/audiences.ts
import { streamId } from "../events/category.js";
import { projection } from "../runtime/fold/projection.js";
import { pages } from "./pages.js";
var audiences = projection({
  name: "audiences",
  version: 1,
  indexes: { listed: ["listedIn", "createdAt"] },
  key: ({ stream }) => streamId(stream),
  on: {
    AudienceCreated: (_, { data, metadata: { workspace, at } }) => {
      const listedIn = data.contactCount === 0 ? workspace : null;
      return { workspace, ...data, added: 0, listedIn, createdAt: at };
    },
    AudienceContactsAdded: (document, { data }) => {
      if (document === null || data.contactIds.length === 0) return document;
      const added = document.added + data.contactIds.length;
      return { ...document, added, listedIn: added === document.contactCount ? document.workspace : null };
    }
  }
});
function listAudiences(collection, workspace) {
  const query = { index: "listed", equals: [workspace], descending: true };
  return pages(collection, query, ({ createdAt }) => [workspace, createdAt]);
}
export {
  audiences,
  listAudiences
};
//# sourceMappingURL=audiences.js.map
