// src/projections/templates.ts
import { streamId } from "../events/category.js";
import { projection } from "../runtime/fold/projection.js";
import { pages } from "./pages.js";
var templates = projection({
  name: "templates",
  version: 1,
  indexes: { byCreation: ["workspace", "createdAt"], byName: ["workspace", "friendlyName"] },
  key: ({ stream }) => streamId(stream),
  on: {
    TemplateCreated: (_, { data, metadata: { workspace, at } }) => ({
      workspace,
      ...data,
      createdAt: at,
      updatedAt: at
    }),
    TemplateRevised: (document, { data, metadata }) => document && { ...document, ...data, updatedAt: metadata.at },
    // An empty change changes nothing: it is a fence (decision 0010).
    TemplateChanged: (document, { data, metadata }) => document && Object.keys(data).length > 0 ? { ...document, ...data, updatedAt: metadata.at } : document,
    TemplateDeleted: () => null
  }
});
var PAGE = 4;
async function* listTemplates(collection, workspace, giveWay = async () => {
}) {
  const order = [];
  const query = { index: "byCreation", equals: [workspace] };
  for await (const page of pages(collection, query, ({ createdAt }) => [workspace, createdAt], PAGE)) {
    for (const { key, position, document } of page)
      order.push({ key, updated: `${document.updatedAt} ${position}` });
    await giveWay();
  }
  order.sort((one, other) => one.updated < other.updated ? 1 : -1);
  for (let from = 0; from < order.length; from += PAGE) {
    const keys = order.slice(from, from + PAGE).map(({ key }) => key);
    const found = await collection.getMany(keys);
    yield keys.flatMap((key) => found.get(key) ?? []);
  }
}
async function templateNamed(collection, workspace, friendlyName) {
  const found = await collection.page({ index: "byName", equals: [workspace, friendlyName], limit: 2 });
  return found.length === 1 ? found[0] ?? null : null;
}
export {
  listTemplates,
  templateNamed,
  templates
};
//# sourceMappingURL=templates.js.map
