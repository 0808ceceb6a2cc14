import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { dnsRecords } from '../adapters/dns/records.ts';
import { readPosition } from '../adapters/position.ts';
import { limitConnections } from '../api/connectionLimits.ts';
import { type Settings, SettingsInvalid } from '../config.ts';
import type { ConsoleDependencies } from '../console/dependencies.ts';
import type { Tokens } from '../ports/tokens.ts';
import { mailShower } from './mailShower.ts';
import { mailsAgainFrom } from './mailsAgainFrom.ts';
import { apiOptions, isLoopback, partitionsOf, rolesOf } from './options.ts';

/** Where the console listens unless a setting says otherwise. */
const CONSOLE_PORT = 3026;

/**
 * The port of the console; null where there is none. It is on by default on one machine, in the process that answers
 * customers.
 */
export function consolePort(settings: Settings): number | null {
  const { POSTLEDGER_CONSOLE_PORT: port, EVENTSTORE_URL, MONGODB_URL } = settings;
  if (!rolesOf(settings).api || port === 'off') return null;
  const isOneMachine = EVENTSTORE_URL === undefined && MONGODB_URL === undefined;
  return port ?? (isOneMachine ? CONSOLE_PORT : null);
}

/**
 * Other machines reach the console by https alone: sessions are cookies.
 * @throws SettingsInvalid
 */
export function refuseOpenConsole(settings: Settings): void {
  const { POSTLEDGER_CONSOLE_HOST: host, POSTLEDGER_CONSOLE_URL: url } = settings;
  if (consolePort(settings) === null) return;
  const isHttps = url?.startsWith('https://') === true;
  if (url !== undefined && !isHttps && !isLoopback(new URL(url).hostname))
    throw new SettingsInvalid(`POSTLEDGER_CONSOLE_URL is ${url}: it must begin with https://.`);
  if (!isLoopback(host) && !isHttps)
    throw new SettingsInvalid(
      `POSTLEDGER_CONSOLE_HOST is ${host}: set POSTLEDGER_CONSOLE_URL to the https address of a proxy in front of it.`,
    );
}

/**
 * Listens for people. A port that no setting names may be in use, by another service of this machine: then there is no
 * console, and the log says so.
 * @returns what is to be closed at the end
 */
export async function openConsole(
  settings: Settings,
  dependencies: Omit<ConsoleDependencies, 'options' | 'dns' | 'mails' | 'again'> & {
    readonly tokens: Tokens;
  },
): Promise<FastifyInstance | null> {
  const port = consolePort(settings);
  if (port === null) return null;
  const { POSTLEDGER_CONSOLE_HOST: host, POSTLEDGER_CONSOLE_URL: url, POSTLEDGER_BOUNCE_DOMAIN } = settings;
  const { log, tokens } = dependencies;
  // Loaded only where it is: a worker does not wait for it.
  const { buildConsole } = await import('../console/consoleApp.ts');
  const { blobs, renderer, ledger } = dependencies;
  const again = mailsAgainFrom(settings, { blobs, renderer, tokens, ledger });
  const mails = mailShower({ clock: ledger.clock, log });
  const { isTrustedProxy } = apiOptions(settings);
  const app = await buildConsole({
    ...dependencies,
    ...{ mails, again },
    dns: dnsRecords(),
    options: {
      url: url ?? null,
      port,
      positionIn: readPosition,
      isTrustedProxy,
      partitions: partitionsOf(settings),
      bounceDomain: POSTLEDGER_BOUNCE_DOMAIN ?? null,
      cookieKey: createHash('sha256')
        .update(tokens.sign('console', Buffer.from('cookies')))
        .digest(),
    },
  });
  app.addHook('onClose', () => mails.close());
  limitConnections(app.server, { clock: ledger.clock, isTrustedProxy });
  try {
    const address = await app.listen({ host, port });
    log.info({ url: url ?? address }, 'the console is there; `postledger console login` prints a link to it');
    return app;
  } catch (error) {
    await app.close();
    const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
    if (!isTaken || settings.POSTLEDGER_CONSOLE_PORT !== undefined) throw error;
    log.warn(
      { port },
      'the port of the console is in use: there is none until POSTLEDGER_CONSOLE_PORT names another',
    );
    return null;
  }
}
