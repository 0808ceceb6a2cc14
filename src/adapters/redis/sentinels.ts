import type { RedisOptions } from 'ioredis';

const SENTINEL_PORT = 26_379;
const ADDRESS = /^redis\+sentinel:\/\/(?:([^@/]*)@)?([^/?]+)\/([^/?]+)(?:\/(\d+))?$/;

/**
 * The driver's options for a primary that Sentinels name, from the address
 * `redis+sentinel://[user:password@]host[:port],host[:port]/primary[/database]`; null for an address of another form. User and
 * password are those of Redis, percent-encoded.
 * @throws Error when the rest of such an address is wrong; without the address, which may contain a password
 */
export function sentinelsOf(url: string): RedisOptions | null {
  if (!url.startsWith('redis+sentinel:')) return null;
  const [, credentials = '', hosts, name, database = '0'] = ADDRESS.exec(url) ?? [];
  if (hosts === undefined || name === undefined)
    throw new Error('REDIS_URL must be redis+sentinel://HOST,HOST,HOST/PRIMARY where it names Sentinels');
  return {
    ...credentialsOf(credentials),
    sentinels: hosts.split(',').map(sentinelOf),
    name: decodeURIComponent(name),
    db: Number(database),
  };
}

function credentialsOf(text: string): RedisOptions {
  const colon = text.indexOf(':');
  if (colon < 0) return text === '' ? {} : { username: decodeURIComponent(text) };
  const [username, password] = [text.slice(0, colon), text.slice(colon + 1)].map(decodeURIComponent);
  return { ...(username && { username }), ...(password && { password }) };
}

function sentinelOf(text: string): { readonly host: string; readonly port: number } {
  const [, host = text, port] = /^(.*?)(?::(\d+))?$/.exec(text) ?? [];
  return { host, port: Number(port ?? SENTINEL_PORT) };
}
