import pino from 'pino';
import { prettyFactory } from 'pino-pretty';
import type { Log } from '../../ports/log.ts';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** What each line says of the process that wrote it. */
export interface LogOrigin {
  /** Its roles, or `command` for one of the command line. */
  readonly role: string;
  readonly host: string;
  readonly pid: number;
  readonly version: string;
}

/**
 * Structured log, a JSON line an entry (readable text on a terminal), secrets redacted. It goes to standard error,
 * so that the standard output of a command holds its result and nothing else.
 */
export function pinoLog(
  level: LogLevel,
  origin: LogOrigin,
  destination: pino.DestinationStream = defaultDestination(),
): Log {
  const logger = pino(
    {
      level,
      base: origin,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      // Errors are made plain by `redact`; pino's own serializer would print all their fields.
      serializers: { err: (error: unknown) => error },
    },
    destination,
  );
  const writer =
    (name: 'debug' | 'info' | 'warn' | 'error'): Log['info'] =>
    (fields, message) => {
      if (logger.isLevelEnabled(name)) logger[name](redact(fields), redactText(message));
    };
  return { debug: writer('debug'), info: writer('info'), warn: writer('warn'), error: writer('error') };
}

function defaultDestination(): pino.DestinationStream {
  const asWritten = process.stderr.isTTY
    ? prettyFactory({ ignore: 'role,host,pid,version' })
    : (line: string) => line;
  // On a full disk or a terminal that has gone a line is lost, and not the process. A stream that failed is replaced: it would
  // keep all later lines.
  const opened = () =>
    pino.destination({ dest: 2, sync: true }).on('error', () => {
      stream = opened();
    });
  let stream = opened();
  return { write: (line) => void stream.write(asWritten(line)) };
}

/** Takes the place of secrets in logs. */
export const REDACTED = '[redacted]';

/** Fields whose values are never logged; letter case, `_` and `-` in their names do not count. */
const SECRET_NAMES =
  /^(authorization|proxyauthorization|cookie|setcookie|(\w*)(password|passwd|secret|secrets|token|credential|credentials|signature|privatekey|masterkey|apikey)|key|keys|pass|body|rawbody|payload|html|text|raw|headers|variables|sealed|envelope)$/;

/** Secrets within texts: bearer credentials, signing secrets, API keys, tokens of our own links, passwords in addresses. */
const SECRET_TEXTS: readonly [RegExp, string][] = [
  [/\b(bearer|basic)\s+[\w.~+/=-]{6,}/gi, `$1 ${REDACTED}`],
  [/\bwhsec_[\w+/=-]+|\bpl_[\w-]{43}/g, REDACTED],
  [/(\/(?:login|u|o|c|hooks\/[a-z]+)\/)[\w-]{24,}/g, `$1${REDACTED}`],
  [/(\b[a-z][a-z0-9+.-]*:\/\/)[^/\s@]*@/gi, `$1${REDACTED}@`],
];

const MAX_DEPTH = 6;
const MAX_TEXT_CHARACTERS = 4_000;

/** A copy of log fields that is safe to write: without secrets (by field name and by form), errors as plain objects, bounded. */
function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === MAX_DEPTH) return '[deeper]';
  if (value instanceof Error) return redactError(value, depth);
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (Array.isArray(value)) return value.slice(0, 100).map((item) => redact(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      isSecretName(name) && field !== null && field !== undefined ? REDACTED : redact(field, depth + 1),
    ]),
  );
}

function redactText(text: string): string {
  const bounded = text.length > MAX_TEXT_CHARACTERS ? `${text.slice(0, MAX_TEXT_CHARACTERS)}…` : text;
  return SECRET_TEXTS.reduce((cleaned, [form, instead]) => cleaned.replace(form, instead), bounded);
}

function isSecretName(name: string): boolean {
  return SECRET_NAMES.test(name.toLowerCase().replace(/[_-]/g, ''));
}

/** Only the usual fields: a driver's error may carry whole requests in its other fields. */
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
