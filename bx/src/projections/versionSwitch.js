// src/projections/versionSwitch.ts
function versionSwitch({
  current,
  older,
  indexes,
  fromOlder
}) {
  let switched = false;
  const converted = ({ key, position, document }) => ({
    key,
    position,
    document: fromOlder(document)
  });
  const hasIndex = (name) => {
    const [own, its] = [indexes.older[name], indexes.current[name]];
    return own !== void 0 && own.join() === its?.join();
  };
  return {
    isSwitched: () => switched,
    switchOver() {
      switched = true;
    },
    known: {
      async getForFold(keys) {
        if (switched) return current.getForFold(keys);
        const found = await older.getForFold(keys);
        return new Map(
          [...found].map(([key, { position, document }]) => [
            key,
            { position, document: document === null ? null : fromOlder(document) }
          ])
        );
      }
    },
    collection: {
      async get(key) {
        if (switched) return current.get(key);
        const stored = await older.get(key);
        return stored === null ? null : converted(stored);
      },
      async getMany(keys) {
        if (switched) return current.getMany(keys);
        const found = await older.getMany(keys);
        return new Map([...found].map(([key, stored]) => [key, converted(stored)]));
      },
      async page(query) {
        if (switched || !hasIndex(query.index)) return current.page(query);
        return (await older.page(query)).map(converted);
      },
      async *scan() {
        if (switched) yield* current.scan();
        else for await (const stored of older.scan()) yield converted(stored);
      },
      getForFold: (keys) => current.getForFold(keys),
      writeMany: (writes) => current.writeMany(writes),
      forget: (keys) => current.forget(keys)
    }
  };
}
export {
  versionSwitch
};
//# sourceMappingURL=versionSwitch.js.map
