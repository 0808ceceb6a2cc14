import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { type Settings, SettingsInvalid } from '../config.ts';
import { refuseOpenConsole } from './console.ts';
import { rolesOf } from './options.ts';
import { submissionCertificate } from './submission.ts';

/**
 * Makes sure that the service can listen where the settings say, before anything is opened or written: two services on one
 * port are mostly one that was started twice.
 * @throws SettingsInvalid naming the setting, and what to do
 */
export async function refusePorts(settings: Settings): Promise<void> {
  const listeners = listenersOf(settings);
  const taken: (Listener & { readonly addresses: readonly string[] })[] = [];
  for (const { prefix, host, port } of listeners) {
    const addresses = await addressesOf(`${prefix}_HOST`, host);
    const other = taken.find((one) => port !== 0 && one.port === port && overlap(one.addresses, addresses));
    if (other !== undefined)
      throw new SettingsInvalid(
        `${prefix}_PORT is ${port}, which is ${other.prefix}_PORT too: choose another one.`,
      );
    taken.push({ prefix, host, port, addresses });
  }
  if (listeners.some(({ prefix }) => prefix === 'POSTLEDGER_SUBMISSION')) submissionCertificate(settings);
  refuseOpenConsole(settings);
  // The intake is another process's where there are two, which tries again.
  for (const { prefix, host, port } of listeners)
    if (prefix !== 'POSTLEDGER_BOUNCE') await refusePort(prefix, host, port);
}

interface Listener {
  /** Of the settings that name host and port. */
  readonly prefix: string;
  readonly host: string;
  readonly port: number;
}

/** Where this service listens, by its roles. */
function listenersOf(settings: Settings): readonly Listener[] {
  const { api, background } = rolesOf(settings);
  const listens = {
    POSTLEDGER: api,
    POSTLEDGER_BOUNCE: background.has('sender'),
    POSTLEDGER_SUBMISSION: api,
    POSTLEDGER_ADMIN: true,
    POSTLEDGER_CONSOLE: api,
  } as const;
  return (Object.keys(listens) as (keyof typeof listens)[]).flatMap((prefix) => {
    const host = settings[`${prefix}_HOST` as const];
    // A port of the console that no setting names is left alone where it is in use.
    const port = settings[`${prefix}_PORT` as const];
    return listens[prefix] && typeof port === 'number' ? [{ prefix, host, port }] : [];
  });
}

/** @param prefix of the settings that name host and port */
async function refusePort(prefix: string, host: string, port: number): Promise<void> {
  const server = createServer().listen({ host, port });
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new SettingsInvalid(sentenceFor((error as NodeJS.ErrnoException).code ?? '', prefix, host, port));
  }
  server.close();
  await once(server, 'close');
}

const ANY = new Set(['0.0.0.0', '::']);
const overlap = (some: readonly string[], others: readonly string[]) =>
  some.some((one) => others.some((other) => one === other || ANY.has(one) || ANY.has(other)));

async function addressesOf(setting: string, host: string): Promise<readonly string[]> {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address);
  } catch {
    throw new SettingsInvalid(`${setting} is ${host}, which has no address here.`);
  }
}

function sentenceFor(code: string, prefix: string, host: string, port: number): string {
  switch (code) {
    case 'EADDRINUSE':
      return (
        `Port ${port} of ${host} is in use, by another program or by a service that runs already: stop that one, or set ` +
        `${prefix}_PORT to another port.`
      );
    case 'EADDRNOTAVAIL':
      return `${prefix}_HOST is ${host}, which is no address of this machine.`;
    case 'EACCES':
      return `${prefix}_PORT is ${port}, which needs a right: choose one from 1024 up, ${wayTo(prefix)}.`;
    default:
      return `${prefix}_HOST ${host} with ${prefix}_PORT ${port} cannot be listened on: ${code}.`;
  }
}

/** With a proxy in front every client of the submission listener would look like a program of this machine. */
const wayTo = (prefix: string) =>
  prefix === 'POSTLEDGER_SUBMISSION'
    ? 'and redirect that one to it (docs/submission.md)'
    : 'with a proxy in front of it';
