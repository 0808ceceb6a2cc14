import { setMaxListeners } from 'node:events';
import { EventStoreDBClient } from '@eventstore/db-client';
import type streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { Log } from '../../ports/log.ts';

type StreamsClient = InstanceType<typeof streamsGrpc.StreamsClient>;
export type BatchCall = ReturnType<StreamsClient['batchAppend']>;
type CallArguments = [
  Parameters<StreamsClient['batchAppend']>[0],
  Parameters<StreamsClient['batchAppend']>[1],
];

/** Parts of the client that it marks as its own: the channel with its credentials and its following of the leader. */
interface ClientInternals {
  GRPCStreamCreator(
    service: typeof streamsGrpc.StreamsClient,
    name: string,
    creator: (client: StreamsClient) => BatchCall,
  ): () => Promise<BatchCall>;
  callArguments(options: { requiresLeader: boolean }, call: { deadline: number }): CallArguments;
  getChannel(): Promise<{ close(): void }>;
  readonly capabilities: Promise<{ readonly serverVersion: string }>;
  handleError(client: unknown, error: Error): Promise<void>;
}

/** One client in use. A later generation replaces it after a fault of the connection. */
export interface Session {
  readonly generation: number;
  readonly client: EventStoreDBClient;
  readonly internals: ClientInternals;
  /** Aborts when a later generation took its place. */
  readonly retired: AbortSignal;
  retire(): void;
  /** When the server last said anything, on the monotonic clock. */
  lastAnswerAtMs: number;
}

export interface EventStoreConnection {
  current(): Session;
  /** Puts a fresh client in the place of this generation's, which loses its calls; without effect on a later one. */
  renew(generation: number, reason: string): void;
  readonly closed: boolean;
  close(): Promise<void>;
}

/** A storm of failing calls makes one fresh client in this time. */
const RENEWALS_APART_MS = 200;
const DISPOSAL_MS = 1_000;
/** What the client takes when the url says nothing; below it the client prints a warning. */
const KEEP_ALIVE_MS = 10_000;
const GENERATIONS_APART = 1_000;

/**
 * grpc-js shares a TCP connection, and its wait before reconnecting (up to two minutes), between all channels with
 * equal options. So each generation is given a keep-alive of its own, a millisecond longer: its connection is fresh.
 */
export function urlOf(url: string, generation: number): string {
  const [address = '', query = ''] = url.split('?', 2);
  const settings = new URLSearchParams(query);
  let keepAliveMs = KEEP_ALIVE_MS;
  for (const [name, value] of [...settings]) {
    const plain = name.toLowerCase().replace(/[_-]/g, '');
    if (plain === 'keepaliveinterval') keepAliveMs = Number(value);
    if (plain === 'keepaliveinterval' || plain === 'throwonappendfailure') settings.delete(name);
  }
  if (keepAliveMs >= 0) keepAliveMs += generation % GENERATIONS_APART;
  settings.set('keepAliveInterval', String(keepAliveMs));
  settings.set('throwOnAppendFailure', 'true');
  // The client reads a '+' as itself, and URLSearchParams would write every blank as one.
  const written = [...settings].map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${withWholePassword(address)}?${written.join('&')}`;
}

/** The client takes a password up to its first colon: the others are written as it reads them. */
function withWholePassword(address: string): string {
  const [, scheme = '', user, password = '', hosts = ''] =
    /^([^:]+:\/\/)([^:@]+):([^@]+)@(.*)$/.exec(address) ?? [];
  return user === undefined ? address : `${scheme}${user}:${password.replaceAll(':', '%3A')}@${hosts}`;
}

export function connectEventStore(url: string, log: Log): EventStoreConnection {
  if (!/^esdb(\+discover)?:\/\//.test(url)) throw new Error('EVENTSTORE_URL must start with esdb://');
  const open = (generation: number): Session => {
    const client = EventStoreDBClient.connectionString(urlOf(url, generation));
    const internals = client as unknown as ClientInternals;
    // The client calls it without awaiting it, and it rejects while no node of a cluster can be found:
    // that would end the process. The call that failed is told of the fault in any case.
    const handleError = internals.handleError;
    internals.handleError = (grpcClient, error) => handleError(grpcClient, error).catch(() => {});
    const retirement = new AbortController();
    // As many listeners as there are calls.
    setMaxListeners(0, retirement.signal);
    return {
      generation,
      client,
      internals,
      lastAnswerAtMs: performance.now(),
      retired: retirement.signal,
      retire: () => retirement.abort(),
    };
  };
  /** Cancels the client's calls, then closes its channel, which `dispose` leaves open. */
  const discard = async ({ client, internals, retire }: Session) => {
    retire();
    try {
      // It waits for the end of every call, which one that nobody reads may never come to.
      const patience = new Promise((resolve) => setTimeout(resolve, DISPOSAL_MS));
      await Promise.race([client.dispose(), patience]);
      (await internals.getChannel()).close();
    } catch (error) {
      log.debug({ err: error }, 'event store client was retired with a fault');
    }
  };

  let session = open(0);
  let renewedAtMs = Number.NEGATIVE_INFINITY;
  let closed = false;
  return {
    current: () => session,
    renew(generation, reason) {
      if (closed || generation !== session.generation) return;
      if (performance.now() - renewedAtMs < RENEWALS_APART_MS) return;
      renewedAtMs = performance.now();
      log.warn({ reason, generation: generation + 1 }, 'event store connection is made again');
      const old = session;
      session = open(generation + 1);
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
