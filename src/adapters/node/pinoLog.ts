import pino from 'pino';
import { PinoPretty } from 'pino-pretty';
import type { Log } from '../../ports/log.ts';
import { redact, redactText } from './redact.ts';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/**
 * Structured log, a JSON line an entry (readable text on a terminal), secrets redacted. It goes to standard error,
 * so that the standard output of a command holds its result and nothing else.
 */
export function pinoLog(level: LogLevel, destination: pino.DestinationStream = defaultDestination()): Log {
  const logger = pino(
    {
      level,
      base: null,
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
  return process.stderr.isTTY
    ? PinoPretty({ destination: 2, sync: true })
    : pino.destination({ dest: 2, sync: true });
}
