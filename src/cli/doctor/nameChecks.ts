import { hostname } from 'node:os';
import { mailRouteOf } from '../../main/mailer.ts';
import type { CliDependencies } from '../cli.ts';
import { type Check, type CheckResult, fine, wrong } from './check.ts';

type Dependencies = Pick<CliDependencies, 'settings' | 'dns'>;

/** Checks of what DNS says of this machine's names: where bounces come back to, and how it greets other mail servers. */
export function nameChecks({ settings, dns }: Dependencies): readonly Check[] {
  const { POSTLEDGER_BOUNCE_DOMAIN: bounces, POSTLEDGER_EHLO_NAME: greeting } = settings;
  const isDirect = mailRouteOf(settings) === 'mx';
  const name = greeting ?? (isDirect ? hostname() : undefined);
  return [
    ...(bounces === undefined ? [] : [{ name: 'bounce domain', run: () => exchangerCheck(bounces, dns) }]),
    ...(name === undefined ? [] : [{ name: 'EHLO name', run: () => greetingCheck(name, isDirect, dns) }]),
  ];
}

async function exchangerCheck(domain: string, dns: Dependencies['dns']): Promise<CheckResult> {
  const hosts = await dns.mx(domain);
  if (hosts.length === 0)
    return wrong(
      `${domain} has no MX record: bounces do not come back`,
      `Set: ${domain}. MX 10 and the name of this machine.`,
    );
  const lost: string[] = [];
  for (const host of hosts) if ((await dns.addresses(host)).length === 0) lost.push(host);
  const says = `mail to ${domain} goes to ${hosts.join(', ')}`;
  if (lost.length === 0) return fine(says);
  return wrong(`${says}, and ${lost.join(', ')} has no address`, 'Set an A or AAAA record for it.');
}

/** RFC 5321, sections 2.3.5 and 4.1.4: receivers compare the name with the address that the connection comes from. */
async function greetingCheck(
  name: string,
  isDirect: boolean,
  dns: Dependencies['dns'],
): Promise<CheckResult> {
  const addresses = await dns.addresses(name);
  if (addresses.length === 0)
    return wrong(
      `${name} has no address`,
      'Set POSTLEDGER_EHLO_NAME to a name of this machine, or an A or AAAA record for it.',
    );
  const back: string[] = [];
  const isSame = (other: string) => other.replace(/\.$/, '').toLowerCase() === name.toLowerCase();
  for (const address of addresses) if ((await dns.names(address)).some(isSame)) back.push(address);
  const lost = addresses.filter((address) => !back.includes(address));
  if (lost.length === 0) return fine(`${name} is ${addresses.join(', ')}, and back`);
  const says = `${name} is ${addresses.join(', ')}, but ${lost.join(', ')} does not lead back to it`;
  if (!isDirect) return fine(`${says}; a relay does not mind`);
  return wrong(says, 'Ask who gave you the address for its PTR record: receivers refuse mail without it.');
}
