// src/projections/pages.ts
var PAGE = 500;
async function* storedOf(...query) {
  for await (const page of pages(...query)) yield* page;
}
async function* documentsOf(...query) {
  for await (const { document } of storedOf(...query)) yield document;
}
async function* pages(collection, query, valuesOf, pageSize = PAGE) {
  for (let after; ; ) {
    const page = await collection.page({ ...query, limit: pageSize, ...after && { after } });
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (last === void 0 || page.length < pageSize) return;
    after = { values: valuesOf(last.document), key: last.key };
  }
}
export {
  documentsOf,
  pages,
  storedOf
};
//# sourceMappingURL=pages.js.map
