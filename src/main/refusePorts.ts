import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { type Settings, SettingsInvalid } from '../config.ts';
import { rolesOf } from './options.ts';

/**
 * Makes sure that the service can listen where the settings say, before anything is opened or written: two services on one
 * port are mostly one that was started twice.
 * @throws SettingsInvalid naming the setting, and what to do
 */
export async function refusePorts(settings: Settings): Promise<void> {
  const { POSTLEDGER_HOST: host, POSTLEDGER_PORT: port } = settings;
  const { POSTLEDGER_BOUNCE_HOST: intakeHost, POSTLEDGER_BOUNCE_PORT: intakePort } = settings;
  const { api, background } = rolesOf(settings);
  const hasIntake = intakePort !== undefined && background.has('sender');
  if (api && hasIntake && intakePort === port && port !== 0 && overlap(host, intakeHost))
    throw new SettingsInvalid(
      `POSTLEDGER_BOUNCE_PORT is ${port}, which is POSTLEDGER_PORT too: choose another one.`,
    );
  if (hasIntake) await refuseHost('POSTLEDGER_BOUNCE_HOST', intakeHost);
  if (!api) return;
  await refuseHost('POSTLEDGER_HOST', host);
  const server = createServer().listen({ host, port });
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new SettingsInvalid(sentenceFor((error as NodeJS.ErrnoException).code ?? '', host, port));
  }
  server.close();
  await once(server, 'close');
}

const ANY = new Set(['0.0.0.0', '::']);
const overlap = (one: string, other: string) => one === other || ANY.has(one) || ANY.has(other);

async function refuseHost(setting: string, host: string): Promise<void> {
  await lookup(host).catch(() => {
    throw new SettingsInvalid(`${setting} is ${host}, which has no address here.`);
  });
}

function sentenceFor(code: string, host: string, port: number): string {
  switch (code) {
    case 'EADDRINUSE':
      return (
        `Port ${port} of ${host} is in use, by another program or by a service that runs already: stop that one, or set ` +
        'POSTLEDGER_PORT to another port.'
      );
    case 'EADDRNOTAVAIL':
      return `POSTLEDGER_HOST is ${host}, which is no address of this machine.`;
    case 'EACCES':
      return `POSTLEDGER_PORT is ${port}, which needs a right: choose one from 1024 up, with a proxy in front of it.`;
    default:
      return `POSTLEDGER_HOST ${host} with POSTLEDGER_PORT ${port} cannot be listened on: ${code}.`;
  }
}
