/** What a secret is replaced by in logs. */
export const REDACTED = '[redacted]';

/** Field names, without regard to letter case, `_` and `-`, whose values are never logged. */
const SECRET_NAMES =
  /^(authorization|proxyauthorization|cookie|setcookie|(\w*)(password|passwd|secret|secrets|token|credential|credentials|signature|privatekey|masterkey|apikey)|key|keys|pass|body|rawbody|payload|html|text|raw|headers|variables|sealed|envelope)$/;

/** Secrets inside of texts: bearer credentials, signing secrets, passwords in addresses. */
const SECRET_TEXTS: readonly [RegExp, string][] = [
  [/\b(bearer|basic)\s+[\w.~+/=-]{6,}/gi, `$1 ${REDACTED}`],
  [/\bwhsec_[\w+/=-]+/g, REDACTED],
  [/(\b[a-z][a-z0-9+.-]*:\/\/)[^/\s@]*@/gi, `$1${REDACTED}@`],
];

const DEEPEST = 6;
const LONGEST_TEXT = 4_000;

/** A copy of log fields that is safe to write: secrets out by name and by form, errors as plain objects, bounded. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === DEEPEST) return '[deeper]';
  if (value instanceof Error) return redactError(value, depth);
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (Array.isArray(value)) return value.slice(0, 100).map((item) => redact(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, own]) => [
      name,
      isSecretName(name) && own !== null && own !== undefined ? REDACTED : redact(own, depth + 1),
    ]),
  );
}

export function redactText(text: string): string {
  const bounded = text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;
  return SECRET_TEXTS.reduce((cleaned, [form, instead]) => cleaned.replace(form, instead), bounded);
}

function isSecretName(name: string): boolean {
  return SECRET_NAMES.test(name.toLowerCase().replace(/[_-]/g, ''));
}

/** Only what names a fault: a driver's error may carry whole requests in its other fields. */
function redactError(error: Error, depth: number): object {
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: redactText(error.message),
    ...(error.stack !== undefined && { stack: redactText(error.stack) }),
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    ...(error.cause !== undefined && { cause: redact(error.cause, depth + 1) }),
  };
}
