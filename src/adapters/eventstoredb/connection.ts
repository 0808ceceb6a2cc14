import { setImmediate as nextTurn } from 'node:timers/promises';
import { EventStoreDBClient } from '@eventstore/db-client';
import type streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { Log } from '../../ports/log.ts';
import { DriverAddressInvalid, openByAddress } from '../node/driverAddress.ts';

type StreamsClient = InstanceType<typeof streamsGrpc.StreamsClient>;
export type BatchCall = ReturnType<StreamsClient['batchAppend']>;
type CallArguments = [
  NonNullable<Parameters<StreamsClient['batchAppend']>[0]>,
  NonNullable<Parameters<StreamsClient['batchAppend']>[1]>,
];

/** Internal parts of the client: the channel with its credentials, which follows the leader. */
interface ClientInternals {
  GRPCStreamCreator<Call>(
    service: typeof streamsGrpc.StreamsClient,
    name: string,
    creator: (client: StreamsClient) => Call,
  ): () => Promise<Call>;
  callArguments(options: { requiresLeader: boolean }, call: { deadline: number }): CallArguments;
  execute<Client, Answer>(
    service: abstract new (...parts: never[]) => Client,
    name: string,
    action: (client: Client) => Promise<Answer>,
  ): Promise<Answer>;
  getChannel(): Promise<{ close(): void }>;
  readonly capabilities: Promise<{ readonly serverVersion: string }>;
  handleError(client: unknown, error: Error): Promise<void>;
}

/** One client in use. A later generation replaces it after a fault of the connection. */
export interface Session {
  readonly generation: number;
  readonly client: EventStoreDBClient;
  readonly internals: ClientInternals;
  /** What each of its reads is to do when a later generation replaces it. */
  readonly replaced: Set<() => void>;
  /** When anything last came from the server, on the monotonic clock. */
  lastAnswerAtMs: number;
}

export interface EventStoreConnection {
  current(): Session;
  /** Replaces the client of this generation, whose calls are lost; without effect on a later generation, or while no client can be made. */
  renew(generation: number, reason: string): void;
  readonly closed: boolean;
  close(): Promise<void>;
}

/** Many failing calls make only one fresh client in this time. */
const RENEWAL_INTERVAL_MS = 200;
const DISPOSAL_MS = 1_000;
/** The client's default; below it the client prints a warning. */
const KEEP_ALIVE_MS = 10_000;
/** For a node's answer during discovery. The client's default, 5, is what each silent node would cost. */
const GOSSIP_SECONDS = 1;
const MAX_GENERATION_OFFSET = 1_000;

/** As the client compares them. It has `tlsVerifyCert` too, which it prints with the whole address and does not follow. */
const OPTIONS = new Set(
  [
    'userCertFile',
    'userKeyFile',
    'maxDiscoverAttempts',
    'connectionName',
    'defaultDeadline',
    'tls',
    'tlsCAFile',
    'discoveryInterval',
    'gossipTimeout',
    'nodePreference',
    'throwOnAppendFailure',
    'keepAliveInterval',
    'keepAliveTimeout',
  ].map(plain),
);

function plain(option: string): string {
  return option.trim().toLowerCase().replace(/[_-]/g, '');
}

/**
 * grpc-js shares a TCP connection, and its wait before reconnecting (up to two minutes), between all channels with
 * equal options. So each generation has its own keep-alive, a millisecond longer: its connection is fresh.
 */
export function urlOf(url: string, generation: number): string {
  const [address = '', query = ''] = url.split('?', 2);
  const settings = new URLSearchParams(query);
  let keepAliveMs = KEEP_ALIVE_MS;
  if (![...settings.keys()].some((name) => plain(name) === 'gossiptimeout'))
    settings.set('gossipTimeout', String(GOSSIP_SECONDS));
  for (const [name, value] of [...settings]) {
    const option = plain(name);
    if (option === 'keepaliveinterval') keepAliveMs = Number(value);
    if (option === 'keepaliveinterval' || option === 'throwonappendfailure') settings.delete(name);
  }
  if (keepAliveMs >= 0) keepAliveMs += generation % MAX_GENERATION_OFFSET;
  settings.set('keepAliveInterval', String(keepAliveMs));
  settings.set('throwOnAppendFailure', 'true');
  // The client does not decode '+', which URLSearchParams would write for every blank.
  const written = [...settings].map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${withWholePassword(address)}?${written.join('&')}`;
}

/** The client reads a password only up to its first colon, so colons are percent-encoded. */
function withWholePassword(address: string): string {
  const [, scheme = '', user, password = '', hosts = ''] =
    /^([^:]+:\/\/)([^:@]+):([^@]+)@(.*)$/.exec(address) ?? [];
  return user === undefined ? address : `${scheme}${user}:${password.replaceAll(':', '%3A')}@${hosts}`;
}

/** @throws DriverAddressInvalid */
export function openClient(url: string, generation: number): Pick<Session, 'client' | 'internals'> {
  const client = openByAddress(
    'EVENTSTORE_URL',
    url,
    () => EventStoreDBClient.connectionString(urlOf(url, generation)),
    (option) => OPTIONS.has(plain(option)),
  );
  const internals = client as unknown as ClientInternals;
  // The client calls it without awaiting it, and it rejects while no node of a cluster can be found:
  // that would end the process. The call that failed gets the error in any case.
  const handleError = internals.handleError;
  internals.handleError = (grpcClient, error) => handleError(grpcClient, error).catch(() => {});
  return { client, internals };
}

export function connectEventStore(url: string, log: Log): EventStoreConnection {
  if (!/^esdb(\+discover)?:\/\//.test(url))
    throw new DriverAddressInvalid('EVENTSTORE_URL must start with esdb://');
  const open = (generation: number): Session => {
    const { client, internals } = openClient(url, generation);
    return { generation, client, internals, replaced: new Set(), lastAnswerAtMs: performance.now() };
  };
  /** Cancels the client's calls, then closes its channel, which `dispose` leaves open. */
  const discard = async ({ client, internals, replaced }: Session) => {
    // A call that is cancelled while its connection handles what came in (a stream reset by the server) makes Node's HTTP/2
    // send empty frames for ever: the process stands still and its memory grows. So nothing is cancelled before the next turn.
    await nextTurn();
    for (const end of [...replaced]) end();
    try {
      // It waits for the end of every call, and a call that no one reads may never end.
      const timeout = new Promise((resolve) => setTimeout(resolve, DISPOSAL_MS));
      await Promise.race([client.dispose(), timeout]);
      (await internals.getChannel()).close();
    } catch (error) {
      log.debug({ err: error }, 'closing a replaced event store client failed');
    }
  };

  let session = open(0);
  let renewedAtMs = Number.NEGATIVE_INFINITY;
  /** Whether the last renewal failed, so that it is said once. */
  let isStuck = false;
  let closed = false;
  return {
    current: () => session,
    renew(generation, reason) {
      if (closed || generation !== session.generation) return;
      if (performance.now() - renewedAtMs < RENEWAL_INTERVAL_MS) return;
      renewedAtMs = performance.now();
      // An outage renews it several times a second, and is logged as one.
      log.debug({ reason, generation: generation + 1 }, 'reconnecting to the event store');
      const old = session;
      try {
        session = open(generation + 1);
      } catch (error) {
        // While its certificate is being replaced a file may be missing; the calls go on trying with the client that there is.
        if (!isStuck)
          log.warn({ err: error }, 'the event store client cannot be renewed, the old one is kept');
        isStuck = true;
        return;
      }
      isStuck = false;
      void discard(old);
    },
    get closed() {
      return closed;
    },
    async close() {
      closed = true;
      await discard(session);
    },
  };
}
