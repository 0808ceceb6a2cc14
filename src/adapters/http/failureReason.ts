import { AttemptFailed } from './attempt.ts';

/** How far a connection had come when it failed. */
export type Stage = 'connecting' | 'handshake' | 'exchange';

/**
 * The peer's end of a connection, however it came: FIN, RST, found out by writing, or, where the request came to a
 * client between its socket's end and its own, by that.
 */
const ENDS: ReadonlySet<string> = new Set([
  ...['UND_ERR_SOCKET', 'UND_ERR_DESTROYED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE'],
]);
const OTHERWISE = { connecting: 'connect', handshake: 'tls', exchange: 'protocol' } as const;

/** The code of a system, TLS or HTTP client error; never its message, which may quote what a peer said. */
export function codeOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return typeof code === 'string' ? code : typeof name === 'string' ? name : 'unknown';
}

/** What an error of a socket or of the HTTP client means for the attempt. */
export function attemptFailed(stage: Stage, error: unknown): AttemptFailed {
  if (error instanceof AttemptFailed) return error;
  // Several addresses fail with an error each; only what is true of all of them is true of the attempt.
  const codes = [...new Set(error instanceof AggregateError ? error.errors.map(codeOf) : [codeOf(error)])];
  const isAll = (is: (code: string) => boolean) => codes.every(is);
  const detail = codes.join(' ');
  if (isAll((code) => code === 'ECONNREFUSED')) return new AttemptFailed('refused', detail);
  if (isAll((code) => code === 'ETIMEDOUT')) return new AttemptFailed('timeout', detail);
  if (isAll((code) => ENDS.has(code))) return new AttemptFailed('reset', detail);
  // TLS 1.3 lets a server refuse our part of the handshake when we think that it is over.
  if (isAll((code) => /^(ERR_SSL_|ERR_TLS_|EPROTO$)/.test(code))) return new AttemptFailed('tls', detail);
  return new AttemptFailed(OTHERWISE[stage], detail);
}
