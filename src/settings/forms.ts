import { statSync } from 'node:fs';
import { isIP } from 'node:net';
import { parseNetworks } from '../queues/networks.ts';
import type { Form } from './setting.ts';

const textForm = (expected: string, example: string, isRight: (text: string) => boolean): Form<string> => ({
  expected,
  example,
  read: (text) => (isRight(text) ? text : undefined),
});

/** In decimal digits alone: other spellings of numbers are mostly mistakes. */
export const wholeNumber = (
  least: number,
  most = Number.MAX_SAFE_INTEGER,
  example = least,
): Form<number> => ({
  expected:
    most === Number.MAX_SAFE_INTEGER
      ? `a whole number from ${least} up`
      : `a whole number from ${least} to ${most}`,
  example: String(example),
  read(text) {
    const value = Number(text);
    return /^\d{1,16}$/.test(text) && value >= least && value <= most ? value : undefined;
  },
});

/** 0 picks a free one. */
export const port = (example: number) => wholeNumber(0, 65_535, example);

/** A port, or the word that says that there is none. */
export const portOrOff = (example: number): Form<number | 'off'> => ({
  ...port(example),
  expected: `${port(example).expected}, or \`off\``,
  read: (text) => (text === 'off' ? text : port(example).read(text)),
});

export const oneOf = <Name extends string>(...names: readonly [Name, ...Name[]]): Form<Name> => ({
  expected: `one of ${names.join(', ')}`,
  example: names[0],
  read: (text) => names.find((name) => name === text),
});

/** Names of a comma list without spaces; `all` stands alone. */
export const listOf = (names: readonly string[], example: string): Form<string> =>
  textForm(
    `\`all\`, or a comma list of ${names.join(', ')} without spaces`,
    example,
    (text) => text === 'all' || text.split(',').every((name) => names.includes(name)),
  );

const LABEL = '[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const NAME = new RegExp(`^${LABEL}(\\.${LABEL})*$`);
const LONGEST_NAME = 180;
const isName = (text: string) => text.length <= LONGEST_NAME && NAME.test(text);

export const domainName = (example: string): Form<string> =>
  textForm('one domain name', example, (text) => isName(text) && isIP(text) === 0);

/** At least two labels, the last one with a letter, as other servers look it up. */
export const hostName = (example: string): Form<string> =>
  textForm(
    'one host name with its domain',
    example,
    (text) => isName(text) && /\.[A-Za-z][A-Za-z0-9-]*$/.test(text),
  );

export const listenHost: Form<string> = textForm(
  'an address of this machine or its name, without brackets and port',
  '127.0.0.1',
  (text) => isIP(text) !== 0 || isName(text),
);

/** It has no character that would need escaping where links are written. */
const WEB_ADDRESS = /^https?:\/\/([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(:\d{1,5})?(\/[A-Za-z0-9._~-]+)*\/?$/;

/** Read without a slash at its end, since paths follow. */
export const webAddress = (example: string): Form<string> => ({
  expected:
    'an address that begins with http:// or https://, without a user, a password, a query and characters that need escaping',
  example,
  read: (text) => (WEB_ADDRESS.test(text) && URL.canParse(text) ? text.replace(/\/$/, '') : undefined),
});

/** The same without a path, as what is there has links from its root. */
export const webOrigin = (example: string): Form<string> => {
  const { expected, read } = webAddress(example);
  return {
    expected: `${expected}, and without a path`,
    example,
    read: (text) => (/^https?:\/\/[^/]+\/?$/.test(text) ? read(text) : undefined),
  };
};

const SERVER = /^(\[[0-9A-Fa-f:.]+\]|[\w.%-]+)(:\d{1,5})?$/;

/** One server, or several of a comma list; none only where the path of a socket follows. */
function namesServers(rest: string): boolean {
  const [authority = ''] = rest.split(/[/?]/, 1);
  const servers = authority.slice(authority.lastIndexOf('@') + 1);
  if (servers === '') return authority === '' && /^\/[^/]/.test(rest);
  return servers.split(',').every((server) => {
    const found = SERVER.exec(server);
    return found !== null && Number(found[2]?.slice(1) ?? 0) <= 65_535;
  });
}

/** An address of servers, of which their driver reads the rest. */
export const serverAddress = (schemes: readonly [string, ...string[]], rest: string): Form<string> =>
  textForm(
    `an address that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}, then the server's name and its port`,
    `${schemes[0]}://${rest}`,
    (text) =>
      schemes.some(
        (scheme) => text.startsWith(`${scheme}://`) && namesServers(text.slice(scheme.length + 3)),
      ),
  );

export const networks: Form<string> = textForm(
  'a comma list of networks, each with its length, and no bit set after that',
  '10.0.0.0/8,fd00::/8',
  (text) => {
    try {
      return parseNetworks(text).length > 0;
    } catch {
      return false;
    }
  },
);

/** The entries of a comma list. */
export function listIn(text: string): readonly string[] {
  return text.split(',').flatMap((entry) => entry.trim() || []);
}

export const addresses: Form<string> = textForm(
  'a comma list of IP addresses',
  '192.0.2.7,2001:db8::7',
  (text) => listIn(text).length > 0 && listIn(text).every((entry) => isIP(entry) !== 0),
);

/** The shell replaces `~` only at the start of a word: here it would be the name of a folder. */
export const folder = (example: string): Form<string> =>
  textForm(
    'a path of a folder, or of one that can be made; ~ does not stand for the home folder here',
    example,
    (text) => {
      if (text.startsWith('~')) return false;
      try {
        return statSync(text, { throwIfNoEntry: false })?.isDirectory() !== false;
      } catch (error) {
        // One that may not be looked at is refused when it is opened.
        return (error as NodeJS.ErrnoException).code !== 'ENOTDIR';
      }
    },
  );

export const file = (example: string): Form<string> =>
  textForm('a path of a file', example, (text) => !text.startsWith('~') && !text.endsWith('/'));

export const textUpTo = (most: number, example: string): Form<string> =>
  textForm(`a text of 1 to ${most} characters`, example, (text) => text.trim() !== '' && text.length <= most);

export const randomText: Form<string> = textForm(
  'a text of 20 to 200 visible ASCII characters from a random source',
  'what `openssl rand -hex 32` prints',
  (text) => /^[!-~]{20,200}$/.test(text),
);

export const masterKeyForm: Form<string> = textForm(
  '64 hex digits from a random source',
  'what `openssl rand -hex 32` prints',
  (text) => /^[0-9a-fA-F]{64}$/.test(text) && !/^0+$/.test(text),
);
