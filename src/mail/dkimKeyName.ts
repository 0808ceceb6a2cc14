/**
 * Where DNS has the key of a `DKIM-Signature` field's value (RFC 6376, section 3.6.2.1). Null for a signature that proves
 * nothing of the whole mail: one that leaves a part of the body open (`l=`), or that is made by SHA-1 (RFC 8301).
 */
export function dkimKeyName(value: string): string | null {
  const tags = new Map(
    value.split(';').map((tag) => {
      const [name = '', ...rest] = tag.replace(/\s+/g, '').split('=');
      return [name, rest.join('=').toLowerCase()] as const;
    }),
  );
  const isWhole = !tags.has('l') && /^(?:rsa|ed25519)-sha256$/.test(tags.get('a') ?? '');
  const name = `${tags.get('s')}._domainkey.${tags.get('d')}`;
  return isWhole && tags.has('s') && tags.has('d') && /^[a-z0-9_][a-z0-9._-]{0,250}$/.test(name)
    ? name
    : null;
}
