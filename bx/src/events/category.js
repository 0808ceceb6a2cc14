// src/events/category.ts
function category(name, definitions) {
  const stream = (id) => `${name}-${id}`;
  return {
    name,
    definitions,
    stream,
    async read(source, id, options) {
      return await source.readStream(stream(id), options);
    }
  };
}
function streamId(stream) {
  return stream.slice(stream.indexOf("-") + 1);
}
export {
  category,
  streamId
};
//# sourceMappingURL=category.js.map
