import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Settings whose whole value is a secret; of the addresses among the others, the password is. */
const WHOLE = /^POSTLEDGER_(ADMIN_TOKEN|MASTER_KEY|MASTER_KEY_PREVIOUS)$/;
const ADDRESS = /^\w+_URL$/;
/** A shorter one stands in any text. */
const LEAST_CHARACTERS = 6;

/**
 * The secrets that a process was given by its environment, or by a file that this names, and the master key of its data folder: each
 * in every way that it may be written.
 */
export function givenSecrets(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const named = Object.entries(env).flatMap(([variable, given = '']) => {
    const name = variable.replace(/_FILE$/, '');
    const value = name === variable ? given : contentOf(given);
    return WHOLE.test(name) ? [value] : ADDRESS.test(name) ? [passwordOf(value)] : [];
  });
  const all = [...named, contentOf(join(env.POSTLEDGER_DATA ?? 'data', 'master.key'))];
  return all.filter(({ length }) => length >= LEAST_CHARACTERS).flatMap(waysToWrite);
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
}

/** As it is meant; of an address that no one can read, as it is written. */
function passwordOf(address: string): string {
  const [, written = ''] = /^[^/]*:\/\/[^/@:]*:(.*)@/.exec(address) ?? [];
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}

function waysToWrite(secret: string): readonly string[] {
  const bytes = Buffer.from(secret, /^[\da-f]{64}$/i.test(secret) ? 'hex' : 'utf8');
  const hex = bytes.toString('hex');
  const written = [
    ...[secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)],
    ...[hex, hex.toUpperCase(), bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url')],
    // As node shows a buffer, and as JSON does.
    ...[hex.replace(/..(?=.)/g, '$& '), [...bytes].join(',')],
  ];
  return [...new Set(written)];
}
