import { createHash } from 'node:crypto';
import { Redis, type RedisOptions, ReplyError } from 'ioredis';
import type { Log } from '../../ports/log.ts';
import type { Metrics } from '../../ports/metrics.ts';
import { openByAddress } from '../node/driverAddress.ts';
import { type Outage, outage } from '../node/outage.ts';
import { withTimeout } from '../node/withTimeout.ts';
import { sentinelsOf } from './sentinels.ts';

/** How long any call may take, in milliseconds. A connection that is silent for this long is replaced. */
const DEADLINE_MS = 2_000;
const NO_ANSWER = `no answer within ${DEADLINE_MS} ms`;
/** For connecting, TLS included: less, so that a call which waits for it can say what was wrong. */
const CONNECT_MS = 1_800;

/** Of the address. The driver takes any name, and ignores what it does not know. */
const OPTIONS = new Set(['db', 'family', 'keepAlive', 'noDelay', 'password', 'tls', 'username']);

const PING_EVERY_MS = 5_000;
const LONGEST_BACKOFF_MS = 1_000;

/** No answer from Redis: whether the command was carried out is unknown. */
export class RedisUnavailable extends Error {
  override readonly name = 'RedisUnavailable';
}

export interface Script {
  readonly source: string;
  readonly sha1: string;
}

/** Lua, run by Redis as one step. It answers 0 where it wrote nothing. */
export function script(source: string): Script {
  return { source, sha1: createHash('sha1').update(source).digest('hex') };
}

export interface RedisConnection {
  readonly client: Redis;
  /**
   * Awaits a command; `wrote` tells whether its answer shows that Redis takes writes.
   * @throws RedisUnavailable when there is no connection or no answer in time, and when Redis refuses the command
   */
  answer<Result>(
    command: (client: Redis) => Promise<Result>,
    wrote?: (result: Result) => boolean,
  ): Promise<Result>;
  /** Runs a script over one key. */
  run(script: Script, key: string, args: readonly (string | number)[]): Promise<unknown>;
  close(): Promise<void>;
}

/** Logs when the connection is lost and when it is back; the reason of the loss is for the calls meanwhile. */
function reportOutages(client: Redis, url: string, log: Log, use: string): Outage {
  const lost = outage(log, {
    begins: `Redis is out of reach for ${use}; work pauses until it is back`,
    ends: `Redis answers ${use} again`,
  });
  // Without the listener an error would end the process.
  client.on('error', ({ message }) =>
    lost.failed({ message: inOurWords(message) + hintOf(message, client.status, url) }),
  );
  client.on('ready', lost.succeeded);
  return lost;
}

/** The driver notices silence by its own timer of the same length: either may be first. */
const inOurWords = (message: string): string => (message.startsWith('Socket timeout') ? NO_ANSWER : message);

/** Where only one side speaks TLS, neither says so: a server with it hangs up at the first word, one without it waits for more. */
function hintOf(message: string, status: Redis['status'], url: string): string {
  if (url.startsWith('rediss:') && /ETIMEDOUT|wrong version number/.test(message))
    return ': where it speaks without TLS, the address needs redis://';
  if (url.startsWith('redis:') && message.includes('ECONNRESET') && status === 'connect')
    return ': where it speaks TLS, the address needs rediss://';
  return '';
}

/**
 * One connection, which reconnects without end and queues nothing meanwhile: a command without a connection fails at
 * once, and a command whose connection was lost is not sent again.
 */
export function connectRedis(
  url: string,
  { log, metrics }: { readonly log: Log; readonly metrics: Metrics | undefined },
  use: 'commands' | 'hints',
): RedisConnection {
  const options: RedisOptions = {
    connectionName: `postledger-${use}`,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    autoResubscribe: false,
    maxRetriesPerRequest: 0,
    connectTimeout: CONNECT_MS,
    socketTimeout: DEADLINE_MS,
    retryStrategy: (times) => Math.min(50 * 2 ** Math.min(times, 10), LONGEST_BACKOFF_MS),
    // After a failover the old primary refuses writes: only a new connection finds the new one.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
  };
  const open = () => {
    const sentinels = sentinelsOf(url);
    return sentinels === null ? new Redis(url, options) : new Redis({ ...options, ...sentinels });
  };
  const client = openByAddress('REDIS_URL', url, open, (option) => OPTIONS.has(option));
  const lost = reportOutages(client, url, log, use);
  // A full Redis, or one that cannot save, answers reads: only a write shows that it is over.
  const refused = outage(log, {
    begins: 'Redis refuses commands; work pauses',
    ends: 'Redis takes commands again',
  });
  // Calls right after opening wait until the first attempt to connect succeeds or fails.
  const attempted = new Promise<void>((resolve) => {
    for (const event of ['ready', 'error', 'end']) client.once(event, () => resolve());
  });
  // A connection without any answers is noticed only while an answer is awaited.
  const pings = setInterval(() => client.ping().catch(() => {}), PING_EVERY_MS);
  pings.unref();

  let closed = false;
  const answer: RedisConnection['answer'] = async (command, wrote = () => false) => {
    metrics?.count('postledger_redis_calls_total');
    const late = () => new RedisUnavailable(NO_ANSWER);
    try {
      const result = await withTimeout(
        attempted.then(() => command(client)),
        DEADLINE_MS,
        late,
      );
      if (wrote(result)) refused.succeeded();
      return result;
    } catch (error) {
      if (error instanceof RedisUnavailable) throw error;
      if (error instanceof Error && error instanceof ReplyError) refused.failed(error);
      // Without a connection the driver says only that it has none.
      const said = error instanceof Error ? inOurWords(error.message) : String(error);
      throw new RedisUnavailable(lost.reason() ?? said);
    }
  };
  return {
    client,
    answer,
    run: (script, key, args) =>
      answer(
        () => evaluated(client, script, key, args),
        (result) => result !== 0,
      ),
    async close() {
      clearInterval(pings);
      // Only once: a second disconnect would start a timer of two seconds.
      if (!closed) client.disconnect();
      closed = true;
    },
  };
}

async function evaluated(
  client: Redis,
  { source, sha1 }: Script,
  key: string,
  args: readonly (string | number)[],
): Promise<unknown> {
  try {
    return await client.evalsha(sha1, 1, key, ...args);
  } catch (error) {
    // A restarted Redis has lost its scripts; EVAL loads the script again.
    if (error instanceof Error && error.message.startsWith('NOSCRIPT')) {
      return await client.eval(source, 1, key, ...args);
    }
    throw error;
  }
}
