import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { buildApp } from '../api/app.ts';
import type { ApiDependencies, App } from '../api/dependencies.ts';
import { ApiError } from '../api/errors.ts';
import { operatorRoutes, publicRoutes } from '../api/routes/index.ts';
import type { Settings } from '../config.ts';
import type { Ports } from '../ports/ports.ts';
import { isSafeFromRebinding } from '../queues/hostHeader.ts';
import { isLoopback } from './options.ts';

/** What customers see where operators have a listener of their own. */
export const WITHOUT_OPERATORS = { routes: publicRoutes, docs: 'none' } as const;

/** Of a process that takes no requests of customers. */
const NOTHING_AWAITED = { takesSends: false, knowsKeys: false, checks: () => ({}), building: () => ({}) };

/**
 * Listens for operators: metrics, the details of readiness, and the description of the interface.
 * @param app what answers customers; null in a process without the api role, which describes nothing
 * @returns what is to be closed at the end
 */
export async function openAdmin(
  settings: Settings,
  context: ApiDependencies & Pick<Ports, 'log'>,
  app: App | null,
): Promise<App> {
  const { POSTLEDGER_ADMIN_HOST: host, POSTLEDGER_ADMIN_PORT: port = 0, POSTLEDGER_ADMIN_TOKEN } = settings;
  const own = app === null ? { ...context, startUp: NOTHING_AWAITED } : context;
  const admin = await buildApp(own, context.log, {
    ...{ routes: operatorRoutes, docs: app ?? 'none' },
    admit: operatorCheck(POSTLEDGER_ADMIN_TOKEN ?? null),
  });
  if (!isLoopback(host))
    context.log.warn(
      { host },
      POSTLEDGER_ADMIN_TOKEN === undefined
        ? 'OPERATORS ARE ANSWERED TO ANYONE: other machines reach their listener; set POSTLEDGER_ADMIN_TOKEN_FILE, or POSTLEDGER_ADMIN_HOST to 127.0.0.1'
        : 'OTHER MACHINES REACH THE LISTENER FOR OPERATORS, and its token crosses the network unencrypted',
    );
  context.log.info({ url: await admin.listen({ host, port }) }, 'operators are answered');
  return admin;
}

/**
 * What refuses requests to operators: by a name that another site may have given this machine, or without the token.
 * @param token null: none is asked for
 */
export function operatorCheck(token: string | null): (request: FastifyRequest) => void {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const expected = digest(`Bearer ${token}`);
  return ({ headers: { host = 'localhost', authorization = '' } }) => {
    if (!isSafeFromRebinding(host))
      throw new ApiError(
        'bad_request',
        `Operators are not answered as ${host}: use an address or localhost.`,
      );
    const given = digest(authorization.replace(/^bearer +/i, 'Bearer '));
    if (token !== null && !timingSafeEqual(given, expected))
      throw new ApiError('unauthorized', 'The token of operators is missing or wrong.', {
        'www-authenticate': 'Bearer realm="postledger operators"',
      });
  };
}
