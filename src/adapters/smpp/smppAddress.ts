/** Where the carrier is, and how to connect to it. */
export interface SmppAddress {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  readonly systemId: string;
  readonly password: string;
  readonly systemType: string;
  /** Submissions that may wait for their answers at once. */
  readonly window: number;
  /** Milliseconds between the questions whether the link is alive. */
  readonly enquireLinkMs: number;
}

/** An address of a carrier that is wrong. The message does not quote it, since it contains a password. */
class SmppAddressInvalid extends Error {
  override readonly name = 'SmppAddressInvalid';
}

const PORTS: Readonly<Record<string, number>> = { 'smpp:': 2775, 'ssmpp:': 3550 };
const QUERY = ['system_type', 'window', 'enquire_link_s'];

/**
 * Reads `smpp://SYSTEM_ID:PASSWORD@HOST:PORT` (`ssmpp:` over TLS), with a query of `system_type`, `window` (1 to 1000,
 * default 10) and `enquire_link_s` (5 to 600, default 30). Lengths as in SMPP 3.4, 4.1.5.
 * @throws SmppAddressInvalid naming what is wrong, without the password
 */
export function smppAddress(text: string): SmppAddress {
  if (!URL.canParse(text))
    throw new SmppAddressInvalid('SMPP_URL is no address: smpp://SYSTEM_ID:PASSWORD@HOST:PORT');
  const url = new URL(text);
  const port = PORTS[url.protocol];
  if (port === undefined)
    throw new SmppAddressInvalid('SMPP_URL must begin with smpp:// or, for TLS, ssmpp://');
  if (url.hostname === '') throw new SmppAddressInvalid('SMPP_URL names no host');
  if (url.pathname !== '' && url.pathname !== '/') throw new SmppAddressInvalid('SMPP_URL must have no path');
  for (const name of url.searchParams.keys())
    if (!QUERY.includes(name))
      throw new SmppAddressInvalid(`SMPP_URL: ${name} is none of ${QUERY.join(', ')}`);
  const address: SmppAddress = {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? port : Number(url.port),
    tls: url.protocol === 'ssmpp:',
    systemId: decoded(url.username, 'system id'),
    password: decoded(url.password, 'password'),
    systemType: url.searchParams.get('system_type') ?? '',
    window: numberOf(url, 'window', { least: 1, most: 1_000, fallback: 10 }),
    enquireLinkMs: numberOf(url, 'enquire_link_s', { least: 5, most: 600, fallback: 30 }) * 1_000,
  };
  if (address.systemId === '' || address.systemId.length > 15)
    throw new SmppAddressInvalid('SMPP_URL: the system id must have 1 to 15 characters');
  if (address.password.length > 8)
    throw new SmppAddressInvalid('SMPP_URL: the password must have at most 8 characters');
  if (address.systemType.length > 12)
    throw new SmppAddressInvalid('SMPP_URL: system_type must have at most 12 characters');
  return address;
}

function decoded(part: string, what: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new SmppAddressInvalid(`SMPP_URL: a % in the ${what} must be written as %25`);
  }
}

function numberOf(
  url: URL,
  name: string,
  { least, most, fallback }: { least: number; most: number; fallback: number },
): number {
  const text = url.searchParams.get(name);
  if (text === null) return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < least || value > most)
    throw new SmppAddressInvalid(`SMPP_URL: ${name} must be a whole number from ${least} to ${most}`);
  return value;
}
