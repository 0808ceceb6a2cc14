import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { type Settings, SettingsInvalid } from '../config.ts';
import { rolesOf } from './options.ts';
import { submissionCertificate } from './submission.ts';

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
  const own = api ? await addressesOf('POSTLEDGER_HOST', host) : [];
  const ofIntake = hasIntake ? await addressesOf('POSTLEDGER_BOUNCE_HOST', intakeHost) : [];
  if (intakePort === port && port !== 0 && overlap(own, ofIntake))
    throw new SettingsInvalid(
      `POSTLEDGER_BOUNCE_PORT is ${port}, which is POSTLEDGER_PORT too: choose another one.`,
    );
  if (!api) return;
  await refusePort('POSTLEDGER', host, port);
  const { POSTLEDGER_SUBMISSION_HOST: submissionHost, POSTLEDGER_SUBMISSION_PORT: submissionPort } = settings;
  if (submissionPort === undefined) return;
  submissionCertificate(settings);
  const others = { POSTLEDGER_PORT: port, ...(hasIntake && { POSTLEDGER_BOUNCE_PORT: intakePort }) };
  for (const [name, other] of Object.entries(others))
    if (submissionPort !== 0 && submissionPort === other)
      throw new SettingsInvalid(
        `POSTLEDGER_SUBMISSION_PORT is ${other}, which is ${name} too: choose another one.`,
      );
  await refusePort('POSTLEDGER_SUBMISSION', submissionHost, submissionPort);
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
      return `${prefix}_PORT is ${port}, which needs a right: choose one from 1024 up, with a proxy in front of it.`;
    default:
      return `${prefix}_HOST ${host} with ${prefix}_PORT ${port} cannot be listened on: ${code}.`;
  }
}
