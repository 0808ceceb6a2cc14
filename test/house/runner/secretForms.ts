/** In the folder of the compiled files: what `secretWatch` has found since the run began. */
export const FOUND_NAME = 'secretsFound.txt';

/** The forms of secrets that a service makes or is given, each with its name. */
const FORMS: Readonly<Record<string, RegExp>> = {
  'an API key': /\bpl_[\w-]{43}/g,
  'the secret of a webhook': /\bwhsec_[\w+/=-]{16,}/g,
  'a log-in link': /\/login\/[\w-]{43}/g,
  "a recipient's link": /\/[uoc]\/[\w-]{40,}/g,
  'the address of a hook': /\/hooks\/[a-z]+\/[\w-]{24,}/g,
  'a bearer credential': /\bbearer [\w.~+/=-]{16,}/gi,
  'the cookie of a session': /\bconsole-[0-9a-f]{8}(?:=|%3D)[^;\s]{40,}/gi,
  'a sealed session': /[\w+/-]{40,}(?:=|%3D)*(?:;|%3B)[\w+/-]{32}(?![\w+/-])/gi,
  'a private key': /-----BEGIN [A-Z ]*PRIVATE KEY-----/g,
  // PKCS #8 and PKCS #1 of RSA, PKCS #8 of Ed25519, as the body of a PEM file begins.
  "a private key's bytes": /MII[\w+/]{3}IBA(?:DANBgkqhkiG9w0BAQEFAASC|AKC)|MC4CAQAwBQYDK2VwBCIEI/g,
  // What is shown instead of one, and the example of the descriptions of settings, are none.
  'a password in an address':
    /\b[a-z][a-z\d+.-]*:\/\/[^/\s:@]*:(?!(?:\[redacted\]|password|…)@)[^/\s@"']+@/gi,
};

/** Of an encoded text, as credentials are in AUTH PLAIN and AUTH LOGIN, and in Basic: whatever is shorter holds no form. */
const BASE64 = /[A-Za-z\d+/_-]{8,}={0,2}/g;

/**
 * What of a text looks like a secret: its kind, and what stands before it, without the secret itself. It is also looked for in what
 * the text holds in base64.
 * @param known secrets that have no form of their own, each in every way it may be written
 */
export function secretsIn(text: string, known: readonly string[] = []): readonly string[] {
  const plain = foundIn(text, known);
  if (plain.length > 0) return plain;
  const decoded = [...text.matchAll(BASE64)].map(([word]) => Buffer.from(word, 'base64').toString('latin1'));
  return foundIn(decoded.join('\n'), known).map((found) => found.replace(/, after.*/s, ', in base64'));
}

function foundIn(text: string, known: readonly string[]): readonly string[] {
  const told = (kind: string, index: number, secret: string) =>
    `${kind}, after “${text.slice(Math.max(0, index - 60), index).replace(/\s+/g, ' ')}${secret.slice(0, 8)}…”`;
  const formed = Object.entries(FORMS).flatMap(([kind, form]) =>
    [...text.matchAll(form)].map(({ index, 0: secret }) => told(kind, index, secret)),
  );
  const given = known.filter((secret) => text.includes(secret));
  return [...formed, ...given.map((secret) => told('a secret of the settings', text.indexOf(secret), ''))];
}
