import { buildApp } from '../api/app.ts';
import type { ApiDependencies, App } from '../api/dependencies.ts';
import { operatorRoutes, publicRoutes } from '../api/routes/index.ts';
import type { Settings } from '../config.ts';
import type { Ports } from '../ports/ports.ts';

/** What customers see where operators have a listener of their own. */
export const WITHOUT_OPERATORS = { routes: publicRoutes, docs: 'none' } as const;

/** Of a process that takes no requests of customers. */
const NOTHING_AWAITED = { takesSends: false, knowsKeys: false, checks: () => ({}) };

/**
 * Listens for operators: metrics, the details of readiness, and the description of the interface.
 * @param app what answers customers; null in a process without the api role, which describes nothing
 * @returns what is to be closed at the end
 */
export async function openAdmin(
  { POSTLEDGER_ADMIN_HOST: host, POSTLEDGER_ADMIN_PORT: port = 0 }: Settings,
  context: ApiDependencies & Pick<Ports, 'log'>,
  app: App | null,
): Promise<App> {
  const own = app === null ? { ...context, startUp: NOTHING_AWAITED } : context;
  const admin = await buildApp(own, context.log, { routes: operatorRoutes, docs: app ?? 'none' });
  context.log.info({ url: await admin.listen({ host, port }) }, 'operators are answered');
  return admin;
}
