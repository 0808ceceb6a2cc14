import { hash } from 'node:crypto';

const NAMESPACE_BYTES = 16;
/** Characters that fit into the buffer below, of at most three bytes each. */
const ROOM = 1_024;
const VARIANTS = '89ab';

/**
 * Makes name-based uuids (RFC 9562, version 5) in a namespace of 16 bytes: the same parts give the same id.
 * Each part is preceded by its length, so ('ab','c') and ('a','bc') differ.
 */
export function uuid5In(namespace: Uint8Array): (...parts: readonly string[]) => string {
  if (namespace.length !== NAMESPACE_BYTES) throw new Error(`a namespace has ${NAMESPACE_BYTES} bytes`);
  // One buffer for all ids, which begins with the namespace: several ids are made for each accepted message.
  const shared = Buffer.concat([namespace, Buffer.alloc(ROOM * 3)]);
  return (...parts) => {
    let name = '';
    for (const part of parts) name += `${part.length}:${part}`;
    const bytes = name.length <= ROOM ? shared : Buffer.concat([namespace, Buffer.alloc(name.length * 3)]);
    const length = NAMESPACE_BYTES + bytes.write(name, NAMESPACE_BYTES);
    const hex = hash('sha1', bytes.subarray(0, length), 'hex');
    const variant = VARIANTS.charAt(Number.parseInt(hex.charAt(16), 16) & 0x3);
    return `${hex.substring(0, 8)}-${hex.substring(8, 12)}-5${hex.substring(13, 16)}-${variant}${hex.substring(17, 20)}-${hex.substring(20, 32)}`;
  };
}

/**
 * In the public namespace of Postledger: for ids of what says nothing of a person, since who knows the parts, or guesses
 * them, knows the id. All others are made by `SecretNames`.
 */
export const uuid5 = uuid5In(Buffer.from('5b0c4a0e9c3f5d1e8f6a2b7d4e913c58', 'hex'));

/** Makes ids of addresses, numbers and keys. */
export interface SecretNames {
  /**
   * Name-based uuid (RFC 9562, version 5) in the ledger's secret namespace: the same parts give the same id in this ledger and
   * another one elsewhere, and who has the ids but not the namespace cannot try what they were made of.
   */
  named(...parts: readonly string[]): string;
}
