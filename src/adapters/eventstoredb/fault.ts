import { EventStoreUnavailable } from '../../ports/eventStore.ts';

/** No answer within the time of one attempt. Whether the call was carried out is unknown. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  /** How long nothing at all had come over the connection, not even for other calls; the wait at most. */
  readonly silentMs: number;
  constructor(waitedMs: number, lastAnswerAtMs: number) {
    super(`no answer within ${Math.round(waitedMs)} ms`);
    this.silentMs = Math.min(waitedMs, performance.now() - lastAnswerAtMs);
  }
}

/** The client of the call was replaced by a fresh one. Whether the call was carried out is unknown. */
export class ConnectionReplaced extends Error {
  override readonly name = 'ConnectionReplaced';
  constructor() {
    super('the connection was replaced');
  }
}

/** The server answered that it cannot do it at the moment. */
export class TryLater extends Error {
  override readonly name = 'TryLater';
}

/** The server answered, and asking again would give the same answer. */
export class FinalRefusal extends Error {
  override readonly name = 'FinalRefusal';
}

/** The server answered an append that this user may not make it. */
export class AppendDenied extends Error {
  override readonly name = 'AppendDenied';
}

export type FaultKind = 'deleted' | 'denied' | 'final' | 'same-connection' | 'fresh-connection';

/** gRPC status codes. */
const CANCELLED = 1;
const INVALID_ARGUMENT = 3;
const PERMISSION_DENIED = 7;
const ABORTED = 10;
const INTERNAL = 13;
const UNAVAILABLE = 14;
const UNAUTHENTICATED = 16;

/**
 * What to do about a failed call. The client's error classes say too little (their `name` is always "Error", and
 * with the server down some errors are plain gRPC ones), so `type` and `code` are read. An error that is not known
 * to be final is tried again: every call here may be repeated.
 */
export function faultKind(error: unknown): FaultKind {
  if (error instanceof NoAnswer || error instanceof TryLater || error instanceof ConnectionReplaced)
    return 'same-connection';
  if (error instanceof FinalRefusal) return 'final';
  if (error instanceof AppendDenied) return 'denied';
  const { type, code, message } = Object(error) as { type?: unknown; code?: unknown; message?: unknown };
  if (type === 'stream-deleted') return 'deleted';
  if (type === 'access-denied' || code === PERMISSION_DENIED || code === UNAUTHENTICATED) return 'denied';
  // For example a position at which there is no event: a repetition would fail in the same way.
  if (code === INVALID_ARGUMENT || String(message).includes('InvalidPosition')) return 'final';
  // A fresh client would begin the same discovery again, and cancel all calls.
  if (isNotReady(error) || isNotDiscovered(error)) return 'same-connection';
  if (error instanceof EventStoreUnavailable) return 'same-connection';
  const lost = code === undefined || code === CANCELLED || code === INTERNAL || code === UNAVAILABLE;
  // Any other status is an answer. After 'not-leader' the client itself turns to the leader named in it.
  return lost && type !== 'not-leader' ? 'fresh-connection' : 'same-connection';
}

/** Why a call failed, in words that name what an operator can look at. */
export function reasonOf(error: unknown): string {
  const { type, code, message } = Object(error) as { type?: unknown; code?: unknown; message?: unknown };
  const given = String(message ?? error);
  if (code === UNAUTHENTICATED) return 'the user name or the password is wrong';
  if (type === 'access-denied' || code === PERMISSION_DENIED) return 'this user may not do that';
  // The client ends its calls so when it is replaced.
  if (code === CANCELLED && given.includes('Cancelled on client')) return 'the connection was replaced';
  if (given.includes('wrong version number'))
    return 'the server speaks without TLS: it needs tls=false in the address';
  // The client puts its own words, and a time, around what the socket said.
  const [, last = given] = /Last error: (?:Error: )?(.*?)\.? Resolution note:/s.exec(given) ?? [];
  // Without tls=false a handshake that fails has words of its own.
  if (/^Failed to connect \(.*\)$/.test(last))
    return 'the server closes the connection: where it speaks TLS, tls=false must go from the address';
  return last;
}

/** Whether the node starts, or has lost its part in the cluster. */
export function isNotReady(error: unknown): boolean {
  return String((Object(error) as { message?: unknown }).message).includes('Server Is Not Ready');
}

/** Whether the client found no node of the cluster to connect to. */
export function isNotDiscovered(error: unknown): boolean {
  return String((Object(error) as { message?: unknown }).message).startsWith('Failed to discover');
}

/**
 * Whether a live subscription was ended because its reader lagged by 32 events. 23.10 does that ('consumer too slow'),
 * 24.10 does not.
 */
export function wasTooSlow(error: unknown): boolean {
  return (Object(error) as { code?: unknown }).code === ABORTED;
}
