import type { App } from '../../src/api/dependencies.ts';

export interface AnyRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Its pattern: `/login/:secret`. */
  readonly path: string;
}

const METHODS: readonly AnyRoute['method'][] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Every route of an app, as fastify's own tree has it. */
export function routesOf(app: Pick<App, 'printRoutes'>): readonly AnyRoute[] {
  const parts: string[] = [];
  const routes: AnyRoute[] = [];
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', part = '', methods] = /^([│ ]*[├└]── )(\S*)(?: \((.*)\))?$/.exec(line) ?? [];
    if (indent === '') continue;
    parts.splice(indent.length / 4 - 1, parts.length, part);
    const path = parts.join('');
    for (const method of METHODS) if (methods?.split(', ').includes(method)) routes.push({ method, path });
  }
  return routes;
}
