import { join } from 'node:path';
import type { ApiOptions } from '../api/dependencies.ts';
import { type Settings, SettingsInvalid } from '../config.ts';
import { isWithin, parseNetworks } from '../queues/networks.ts';
import type { Role } from './role.ts';

/**
 * Shares that the work is divided into: one over the embedded log, which a single process works on. Over engines a process that is
 * alone has as many as it will share with others later: with another number everything is folded again.
 */
export function partitionsOf({ EVENTSTORE_URL, REDIS_URL, POSTLEDGER_PARTITIONS }: Settings): number {
  return EVENTSTORE_URL === undefined && REDIS_URL === undefined ? 1 : POSTLEDGER_PARTITIONS;
}

/**
 * Whether the service is two processes: one that answers requests, and a background for all other work.
 * @throws SettingsInvalid where the number of processes is set together with some roles
 */
export function runsInTwo({ POSTLEDGER_ROLES: roles, POSTLEDGER_PROCESSES: processes }: Settings): boolean {
  if (roles === 'all') return processes !== '1';
  if (processes === undefined) return false;
  throw new SettingsInvalid(
    `POSTLEDGER_PROCESSES is for all roles, and POSTLEDGER_ROLES is '${roles}': unset one of them.`,
  );
}

/** The roles of a process: whether it answers requests, and what it does in the background. */
export interface ProcessRoles {
  readonly api: boolean;
  readonly background: ReadonlySet<Role>;
}

export function rolesOf(settings: Settings): ProcessRoles {
  const named = new Set(settings.POSTLEDGER_ROLES.split(','));
  const all = named.has('all');
  const background: readonly Role[] = ['projector', 'sender', 'dispatcher'];
  return {
    api: all || named.has('api'),
    background: new Set(background.filter((role) => all || named.has(role))),
  };
}

/** Whether programs of this machine alone reach what listens there. */
export const isLoopback = (host: string): boolean => /^(?:127\.|::1$|\[::1\]$|localhost$)/.test(host);

/** The address of what listens at a host's name or number and a port. */
export const httpAddress = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

/** The address at which customers reach the service. */
export function baseUrl({ POSTLEDGER_BASE_URL, POSTLEDGER_HOST, POSTLEDGER_PORT }: Settings): string {
  return POSTLEDGER_BASE_URL ?? httpAddress(POSTLEDGER_HOST, POSTLEDGER_PORT);
}

/** The address at which recipients reach the service. */
export function recipientsUrl(settings: Settings): string {
  return settings.POSTLEDGER_TRACKING_URL ?? baseUrl(settings);
}

/** The domain whose mail the bounce intake accepts; null where there is no intake. */
export function intakeDomain(settings: Settings): string | null {
  const { POSTLEDGER_BOUNCE_PORT: port, POSTLEDGER_BOUNCE_DOMAIN: domain } = settings;
  return port === undefined ? null : (domain ?? null);
}

/** @throws NetworksInvalid when the setting of the proxies names no networks */
export function apiOptions(settings: Settings): ApiOptions {
  const proxies = parseNetworks(settings.POSTLEDGER_TRUSTED_PROXIES);
  return {
    isTrustedProxy: (address) => isWithin(proxies, address),
    baseUrl: baseUrl(settings),
    sandboxDomain: settings.POSTLEDGER_SANDBOX_DOMAIN,
    maxBodyBytes: settings.POSTLEDGER_MAX_BODY_BYTES,
    maxBodiesBytes: settings.POSTLEDGER_MAX_BODIES_BYTES,
    creditsPerRecipient: settings.POSTLEDGER_CREDITS_EMAIL,
    creditsPerSegment: settings.POSTLEDGER_CREDITS_SMS_SEGMENT,
  };
}

/** Where mails to a bounce address are stored that belong to no delivery. */
export function unmatchedFolder(settings: Pick<Settings, 'POSTLEDGER_DATA'>): string {
  return join(settings.POSTLEDGER_DATA, 'unmatched-mail');
}

/** Where what the carrier brought is stored that nothing could be recorded of. */
export function unmatchedSmsFolder(settings: Pick<Settings, 'POSTLEDGER_DATA'>): string {
  return join(settings.POSTLEDGER_DATA, 'unmatched-sms');
}
