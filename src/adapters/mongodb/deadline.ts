import {
  MongoBulkWriteError,
  type MongoClient,
  MongoError,
  MongoNetworkError,
  MongoServerSelectionError,
} from 'mongodb';
import type { Log } from '../../ports/log.ts';
import { type Outage, outage } from '../node/outage.ts';
import { withTimeout } from '../node/withTimeout.ts';

/** How long a call may take with all its retries, in milliseconds. */
export const READ_DEADLINE_MS = 5_000;
export const WRITE_DEADLINE_MS = 10_000;

const OUTAGE_TEXTS = {
  begins: 'MongoDB is out of reach; calls are tried again',
  ends: 'MongoDB answers again',
};
/** A lost connection and a change of primary of a moment are no outages. */
const RETRIED_MS = 1_000;
const FIRST_BACKOFF_MS = 50;
const LONGEST_BACKOFF_MS = 1_000;
/**
 * A client that answers nothing for so long is opened again. A command that the driver (7.9) writes in the moment in which its
 * socket closes waits for ever for the socket's `drain`; where that is the monitor's, it never finds the server again.
 */
const RENEW_AFTER_MS = 15_000;

/** `remainingMs`: the time left for the attempt, also for the server (`maxTimeMS`). */
type Attempt<Result> = (remainingMs: number) => Promise<Result>;

/** The error that callers of the port expect. The reason contains nothing of a document. */
type Unavailable = new (reason: string, options?: { cause?: unknown }) => Error;

/** Runs an attempt, and repeats it while there is time. Every call of the adapter goes through it. */
export type MongoCall = <Result>(
  deadlineMs: number,
  unavailable: Unavailable,
  attempt: Attempt<Result>,
) => Promise<Result>;

/** Bounds of the calls; absent: the usual ones. */
interface MongoCallBounds {
  /** The longest time for a call with all its attempts. */
  readonly longestMs?: number | undefined;
  /** How long a client may answer nothing before it is opened again. */
  readonly renewAfterMs?: number;
}

/**
 * The calls of one client. A driver whose first connection failed never tries again by itself, so every call
 * ensures a connection; after later outages the driver reconnects by itself, or the client is opened again.
 */
export function mongoCalls(
  client: Pick<MongoClient, 'connect' | 'close'>,
  log: Log,
  bounds: MongoCallBounds = {},
): MongoCall {
  const { longestMs = WRITE_DEADLINE_MS, renewAfterMs = RENEW_AFTER_MS } = bounds;
  const away = outage(log, OUTAGE_TEXTS, RETRIED_MS);
  let connected: Promise<unknown> | null = null;
  let closed: Promise<unknown> = Promise.resolve();
  let failingSinceMs: number | null = null;
  const connect = async () => {
    await closed;
    connected ??= client.connect().catch((error: unknown) => {
      connected = null;
      throw error;
    });
    return connected;
  };
  const watched: Outage = {
    ...away,
    failed(fault) {
      away.failed(fault);
      failingSinceMs ??= performance.now();
      if (performance.now() - failingSinceMs < renewAfterMs) return;
      failingSinceMs = performance.now();
      log.warn(
        { reason: fault.message },
        'MongoDB has answered nothing for long: its client is opened again',
      );
      connected = null;
      closed = client.close().catch(() => {});
    },
    succeeded() {
      away.succeeded();
      failingSinceMs = null;
    },
  };
  return (deadlineMs, unavailable, attempt) =>
    withinDeadline(Math.min(deadlineMs, longestMs), unavailable, watched, async (remainingMs) => {
      await connect();
      return attempt(remainingMs);
    });
}

/**
 * Repeats an attempt until it succeeds, fails finally or runs out of time. Every attempt must be idempotent.
 * It has its own timer: with a frozen server neither the driver's nor the socket's limits work.
 */
async function withinDeadline<Result>(
  deadlineMs: number,
  unavailable: Unavailable,
  away: Outage,
  attempt: Attempt<Result>,
): Promise<Result> {
  const endMs = performance.now() + deadlineMs;
  let reason = `no answer within ${deadlineMs} ms`;
  for (let backoffMs = FIRST_BACKOFF_MS; ; backoffMs = Math.min(backoffMs * 2, LONGEST_BACKOFF_MS)) {
    const remainingMs = Math.max(1, Math.ceil(endMs - performance.now()));
    try {
      const result = await withTimeout(attempt(remainingMs), remainingMs, () => new DeadlinePassed());
      away.succeeded();
      return result;
    } catch (fault) {
      const error = asMongoError(fault);
      if (error instanceof DeadlinePassed) {
        away.failed({ message: reason });
        throw new unavailable(reason);
      }
      if (!(error instanceof MongoError)) throw error;
      reason = reasonOf(error);
      if (isTemporary(error)) away.failed({ message: reason });
      if (!isTemporary(error) || performance.now() + backoffMs >= endMs) throw new unavailable(reason);
    }
    await new Promise((resolve) => setTimeout(resolve, backoffMs));
  }
}

/** Codes by which Node reports a lost connection. */
const SOCKET_GONE = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'ECONNABORTED',
  'EPIPE',
  'ENOTCONN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ERR_SOCKET_CLOSED',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
]);

/** When it writes to a broken connection, the driver passes on the socket's error unchanged. */
function asMongoError(fault: unknown): unknown {
  if (!(fault instanceof Error) || !SOCKET_GONE.has(String((fault as NodeJS.ErrnoException).code)))
    return fault;
  return new MongoNetworkError(fault.message, { cause: fault });
}

class DeadlinePassed extends Error {
  override readonly name = 'DeadlinePassed';
}

/**
 * Server errors of an outage or of a change of primary, by code: HostUnreachable, HostNotFound, NetworkTimeout,
 * ExceededTimeLimit, WriteConcernTimeout, ShutdownInProgress, PrimarySteppedDown, SocketException,
 * NotWritablePrimary, InterruptedAtShutdown, InterruptedDueToReplStateChange, NotPrimaryNoSecondaryOk,
 * NotPrimaryOrSecondary, ReadConcernMajorityNotAvailableYet, MaxTimeMSExpired, CannotSatisfyWriteConcern of the moment,
 * FailedToSatisfyReadPreference, NetworkInterfaceExceededTimeLimit.
 */
const OUTAGE = [6, 7, 89, 262, 64, 91, 189, 9001, 10107, 11600, 11602, 13435, 13436, 134, 50, 100, 133, 202];
/**
 * Server errors of a change of the collection meanwhile, for example when a rebuilt collection replaces it during a read of
 * several pages: CursorNotFound, QueryPlanKilled, CursorKilled, Interrupted, ConflictingOperationInProgress,
 * BackgroundOperationInProgressForDatabase and ForNamespace. The next attempt reads from the first page.
 */
const DISTURBED = [43, 175, 237, 11601, 117, 12586, 12587];
const TEMPORARY = new Set([...OUTAGE, ...DISTURBED]);

function isTemporary(error: MongoError): boolean {
  if (error instanceof MongoNetworkError || error instanceof MongoServerSelectionError) return true;
  // The driver does not export its class.
  if (error.name === 'MongoWaitQueueTimeoutError') return true;
  if (error.hasErrorLabel('RetryableWriteError') || error.hasErrorLabel('RetryableError')) return true;
  if (TEMPORARY.has(Number(codeOf(error)))) return true;
  // A bulk write wraps the error that broke it, and then has no errors of single writes.
  const inner = error instanceof MongoBulkWriteError ? innerOf(error) : error.cause;
  return inner instanceof MongoError && inner !== error && isTemporary(inner);
}

function innerOf(error: MongoBulkWriteError): unknown {
  return error.errorResponse ?? error.cause;
}

export const DUPLICATE_KEY = 11_000;

/**
 * The code that decides. A bulk write reports several errors at once: a missing majority is in its result, without a
 * code of its own, and the refusal that comes first may be only a collision.
 */
function codeOf(error: MongoError): number | string | undefined {
  if (!(error instanceof MongoBulkWriteError)) return error.code;
  const fatal = [error.writeErrors].flat().find(({ code }) => code !== DUPLICATE_KEY);
  return fatal?.code ?? error.result.getWriteConcernError()?.code ?? error.code;
}

/** Server messages may quote documents, so only their code is repeated; network errors name host and port. */
function reasonOf(error: MongoError): string {
  const inner = error instanceof MongoBulkWriteError ? innerOf(error) : error;
  if (inner instanceof MongoNetworkError || inner instanceof MongoServerSelectionError) {
    if (inner.message.includes('wrong version number'))
      return 'the server speaks without TLS: tls=true must go from the address';
    if (inner.message.endsWith(' closed'))
      return `${inner.message}: where the server speaks TLS, the address needs tls=true`;
    return inner.message;
  }
  const code = codeOf(error);
  return code === undefined ? error.name : `${error.name}, code ${code}`;
}
