import type { Clock } from '../../ports/clock.ts';
import type { EventStore } from '../../ports/eventStore.ts';
import type { Log } from '../../ports/log.ts';
import type { Metrics } from '../../ports/metrics.ts';
import { appender } from './append.ts';
import type { CallDependencies } from './attempts.ts';
import { connectEventStore } from './connection.ts';
import { pageReader } from './pages.ts';
import { type Probe, probe } from './probe.ts';
import { end, head, readStream } from './read.ts';
import { subscribe } from './subscribe.ts';

export interface EventStoreDbOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics?: Metrics;
  /** For a call with all its attempts; then it rejects with EventStoreUnavailable. */
  readonly callMs?: number;
  /** For one attempt; then the answer counts as lost and the call is repeated. */
  readonly attemptMs?: number;
  /** Appends under way at once; later ones wait in line. */
  readonly inFlight?: number;
  /** Bytes of the appends under way at once. */
  readonly inFlightBytes?: number;
}

export interface EventStoreDb extends EventStore {
  /** For `doctor` and `/readyz`: rejects with EventStoreUnavailable when the server is out of reach. */
  probe(): Promise<Probe>;
}

// Above the server's own times: it gives a commit up after 2 s, by a clock that ticks every second, and answers then.
const ATTEMPT_MS = 3_500;
const CALL_MS = 9_000;
const IN_FLIGHT = 2_048;
const IN_FLIGHT_BYTES = 64 * 1_048_576;

/**
 * The event store on EventStoreDB (23.10 or later). Opens no connection until it is used.
 * @param url `esdb://` or `esdb+discover://` connection string
 * @throws Error when the url is none
 */
export function openEventStoreDb(url: string, options: EventStoreDbOptions): EventStoreDb {
  const connection = connectEventStore(url, options.log);
  const context: CallDependencies = {
    connection,
    clock: options.clock,
    metrics: options.metrics,
    deadlines: { callMs: options.callMs ?? CALL_MS, attemptMs: options.attemptMs ?? ATTEMPT_MS },
  };
  const readAll = pageReader(context);
  const ending = new AbortController();
  return {
    append: appender(context, {
      inFlight: options.inFlight ?? IN_FLIGHT,
      inFlightBytes: options.inFlightBytes ?? IN_FLIGHT_BYTES,
    }),
    readStream: (stream, range) => readStream(context, stream, range),
    readAll,
    subscribe: (wanted) =>
      subscribe(
        { ...context, log: options.log, readAll },
        { ...wanted, signal: AbortSignal.any([wanted.signal, ending.signal]) },
      ),
    head: () => head(context),
    end: () => end(context),
    probe: () => probe(context),
    close: () => {
      ending.abort();
      return connection.close();
    },
  };
}
