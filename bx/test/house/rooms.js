// test/house/rooms.ts
var roomOf = (path) => /^src\/(\w+)\//.exec(path)?.[1] ?? null;
function imports(modules) {
  const graph = /* @__PURE__ */ new Map();
  for (const { source, dependencies } of modules) {
    const from = roomOf(source);
    if (from === null) continue;
    const others = graph.get(from) ?? /* @__PURE__ */ new Set();
    graph.set(from, others);
    for (const { resolved } of dependencies) {
      const to = roomOf(resolved);
      if (to !== null && to !== from) others.add(to);
    }
  }
  return graph;
}
function circlesBetweenRooms(modules) {
  const graph = imports(modules);
  const circles = [];
  const walk = (path) => {
    const [first = "", last = first] = [path[0], path.at(-1)];
    for (const next of graph.get(last) ?? []) {
      if (next === first) circles.push([...path, first].join(" -> "));
      else if (next > first && !path.includes(next)) walk([...path, next]);
    }
  };
  for (const room of graph.keys()) walk([room]);
  return circles.sort();
}
export {
  circlesBetweenRooms
};
//# sourceMappingURL=rooms.js.map
