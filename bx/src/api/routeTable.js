// src/api/routeTable.ts
function routeTable() {
  const routes = /* @__PURE__ */ new Map();
  return {
    add(method, pattern) {
      const route = routes.get(pattern) ?? { matcher: matcherOf(pattern), methods: /* @__PURE__ */ new Set() };
      routes.set(pattern, route);
      for (const one of typeof method === "string" ? [method] : method) route.methods.add(one);
    },
    methodsOf(path) {
      const methods = /* @__PURE__ */ new Set();
      for (const route of routes.values()) {
        if (route.matcher.test(path)) for (const method of route.methods) methods.add(method);
      }
      if (methods.size > 0) methods.add("OPTIONS");
      return [...methods].sort();
    }
  };
}
function matcherOf(pattern) {
  const source = pattern.split("/").map(
    (part) => part.startsWith(":") ? "[^/]+" : part.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replace(/\*/g, ".*")
  ).join("/");
  return new RegExp(`^${source}$`);
}
export {
  routeTable
};
//# sourceMappingURL=routeTable.js.map
