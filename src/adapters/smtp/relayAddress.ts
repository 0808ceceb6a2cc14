/** Whether a connection must be encrypted, with a checked certificate, or only if the server offers it. */
type TlsPolicy = 'required' | 'opportunistic';

export interface RelayAddress {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte (RFC 8314), instead of STARTTLS. */
  readonly implicitTls: boolean;
  readonly tls: TlsPolicy;
  readonly login: { readonly user: string; readonly password: string } | null;
}

/** An invalid address of a relay. The message does not quote it, since it may contain a password. */
class RelayAddressInvalid extends Error {
  override readonly name = 'RelayAddressInvalid';
}

const SUBMISSION_PORT = 587;
const SUBMISSIONS_PORT = 465;
const FORM = 'smtp://HOST:PORT, smtp://USER:PASSWORD@HOST:PORT, or smtps:// for TLS from the first byte on';

/**
 * Reads `SMTP_URL`. With a password TLS is required, and its certificate checked, unless `?tls=opportunistic` says
 * otherwise; without one TLS is used where the relay offers it, unless `?tls=required`.
 * @throws RelayAddressInvalid naming what is wrong
 */
export function relayAddress(text: string): RelayAddress {
  if (!/^smtps?:\/\//i.test(text))
    throw new RelayAddressInvalid(`SMTP_URL must begin with smtp:// or smtps://. Write it like ${FORM}.`);
  const url = parsed(text);
  if (url.hostname === '') throw new RelayAddressInvalid('SMTP_URL names no host.');
  if ((url.pathname !== '' && url.pathname !== '/') || url.hash !== '')
    throw new RelayAddressInvalid(
      'SMTP_URL has something after the host that is no port. A slash, a question mark or a hash in the password is ' +
        'written as %2F, %3F or %23.',
    );
  if (url.port === '0') throw new RelayAddressInvalid('SMTP_URL has the port 0; it must be 1 to 65535.');
  const login = loginOf(url);
  const implicitTls = url.protocol.toLowerCase() === 'smtps:';
  const asked = tlsAsked(url);
  if (implicitTls && asked === 'opportunistic')
    throw new RelayAddressInvalid(
      'SMTP_URL begins with smtps://, which is always TLS: leave out tls=opportunistic.',
    );
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? (implicitTls ? SUBMISSIONS_PORT : SUBMISSION_PORT) : Number(url.port),
    implicitTls,
    tls: implicitTls ? 'required' : (asked ?? (login === null ? 'opportunistic' : 'required')),
    login,
  };
}

function parsed(text: string): URL {
  try {
    return new URL(text);
  } catch {
    // The parser's own error repeats the address.
    throw new RelayAddressInvalid(
      `SMTP_URL is no address; write it like ${FORM}. Signs like @, : and % in the password are written as %40, %3A, %25.`,
    );
  }
}

function loginOf({ username, password }: URL): RelayAddress['login'] {
  if (username === '' && password === '') return null;
  if (username === '') throw new RelayAddressInvalid('SMTP_URL has a password and no user name.');
  if (password === '') throw new RelayAddressInvalid('SMTP_URL has a user name and no password.');
  try {
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    throw new RelayAddressInvalid(
      'SMTP_URL has a user name or password with a % that begins no code; write it as %25.',
    );
  }
}

function tlsAsked({ searchParams }: URL): TlsPolicy | null {
  for (const name of searchParams.keys())
    if (name !== 'tls')
      throw new RelayAddressInvalid(`SMTP_URL has the parameter ${name}; it may have only tls.`);
  const [asked, ...more] = searchParams.getAll('tls');
  if (asked === undefined) return null;
  if (more.length > 0 || (asked !== 'required' && asked !== 'opportunistic'))
    throw new RelayAddressInvalid('SMTP_URL must have tls=required or tls=opportunistic, once.');
  return asked;
}
