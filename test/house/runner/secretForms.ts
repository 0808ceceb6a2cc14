/** In the folder of the compiled files: what `secretWatch` has found since the run began. */
export const FOUND_NAME = 'secretsFound.txt';

/** The forms of secrets that a service makes, each with its name. */
const FORMS: Readonly<Record<string, RegExp>> = {
  'an API key': /\bpl_[\w-]{43}/g,
  'the secret of a webhook': /\bwhsec_[\w+/=-]{16,}/g,
  'a log-in link': /\/login\/[\w-]{43}/g,
  "a recipient's link": /\/[uoc]\/[\w-]{40,}/g,
  'the address of a hook': /\/hooks\/[a-z]+\/[\w-]{24,}/g,
  'a bearer credential': /\bbearer [\w.~+/=-]{16,}/gi,
};

/** What of a text looks like a secret: its kind, and what stands before it, without the secret itself. */
export function secretsIn(text: string): readonly string[] {
  return Object.entries(FORMS).flatMap(([kind, form]) =>
    [...text.matchAll(form)].map(({ index, 0: secret }) => {
      const before = text.slice(Math.max(0, index - 60), index).replace(/\s+/g, ' ');
      return `${kind}, after “${before}${secret.slice(0, 8)}…”`;
    }),
  );
}
