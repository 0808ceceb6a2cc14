/** The tags of a `DKIM-Signature` field's value (RFC 6376, section 3.2), by name, without white space. */
export function dkimTags(value: string): ReadonlyMap<string, string> {
  return new Map(
    value.split(';').map((tag) => {
      const [name = '', ...rest] = tag.replace(/\s+/g, '').split('=');
      return [name, rest.join('=')] as const;
    }),
  );
}

/** Where DNS has the key of a signature (section 3.6.2.1); null where the signature names none. */
export function dkimKeyName(tags: ReadonlyMap<string, string>): string | null {
  const name = `${tags.get('s')}._domainkey.${tags.get('d')}`.toLowerCase();
  return tags.has('s') && tags.has('d') && /^[a-z0-9_-][a-z0-9._-]{0,250}$/.test(name) ? name : null;
}
