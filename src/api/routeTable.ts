/** The methods of each path: decides between 405 and 404, and fills in `Allow`. */
export interface RouteTable {
  add(method: string | readonly string[], pattern: string): void;
  /** Methods of the path, sorted; empty when there is no such path. */
  methodsOf(path: string): string[];
}

export function routeTable(): RouteTable {
  const routes = new Map<string, { matcher: RegExp; methods: Set<string> }>();
  return {
    add(method, pattern) {
      const route = routes.get(pattern) ?? { matcher: matcherOf(pattern), methods: new Set<string>() };
      routes.set(pattern, route);
      for (const one of typeof method === 'string' ? [method] : method) route.methods.add(one);
    },
    methodsOf(path) {
      const methods = new Set<string>();
      for (const route of routes.values()) {
        if (route.matcher.test(path)) for (const method of route.methods) methods.add(method);
      }
      if (methods.size > 0) methods.add('OPTIONS');
      return [...methods].sort();
    },
  };
}

function matcherOf(pattern: string): RegExp {
  const source = pattern
    .split('/')
    .map((part) =>
      part.startsWith(':') ? '[^/]+' : part.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/\*/g, '.*'),
    )
    .join('/');
  return new RegExp(`^${source}$`);
}
