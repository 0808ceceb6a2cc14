import { BEGINNING } from '../../events/event.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EventStore } from '../../ports/eventStore.ts';
import type { Log } from '../../ports/log.ts';
import type { Metrics } from '../../ports/metrics.ts';
import type { PartStore } from '../../ports/parts.ts';
import { leavesFrom } from '../leavesFrom.ts';
import { outage } from '../node/outage.ts';
import { appender } from './append.ts';
import { type CallDependencies, untilAnswered } from './attempts.ts';
import { confirmedEnd } from './confirmedEnd.ts';
import { connectEventStore } from './connection.ts';
import { type BareLog, engineParts } from './engineParts.ts';
import { clusterAsker } from './gossip.ts';
import { leaderWatch } from './leaderWatch.ts';
import { pageReader } from './pages.ts';
import { type Probe, probe } from './probe.ts';
import { end, head, readBack, readStream } from './read.ts';
import { recordFrom } from './readCall.ts';
import { allRequest } from './readRequest.ts';
import { subscribe } from './subscribe.ts';

export interface EventStoreDbDependencies {
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics?: Metrics;
  /** Where the parts of events lie, which the log never holds. Not closed with it. Absent: no event that has parts is appended. */
  readonly parts?: PartStore;
}

export interface EventStoreDbOptions {
  /** For a call with all its attempts; after that it rejects with EventStoreUnavailable. */
  readonly callMs?: number;
  /** For one attempt; after that the answer counts as lost and the call is repeated. */
  readonly attemptMs?: number;
  /** Appends in flight at once; later ones wait in a queue. */
  readonly inFlight?: number;
}

export interface EventStoreDb extends EventStore {
  /** For `doctor` and `/readyz`: rejects with EventStoreUnavailable when the server cannot be reached. */
  probe(): Promise<Probe>;
  /** One round of marking parts and removing orphans (engineParts.ts); resolves true when there may be more to do. */
  sweepParts(): Promise<boolean>;
  /** See `LedgerPorts`. @throws PartsUnavailable, PartsRefused */
  cutParts(positions: readonly string[]): Promise<void>;
}

const CALL_MS = 9_000;
// Above the server's own timeout: it gives up a commit after 2 s, by a clock that ticks every second, and answers then.
const ATTEMPT_MS = 3_500;
const IN_FLIGHT = 2_048;
/** Bytes of the appends in flight at once. */
const IN_FLIGHT_BYTES = 64 * 1_048_576;
/** Of a page with parts: a bound on what is in memory for it. */
const PAGE_EVENTS = 500;

/**
 * The event store on EventStoreDB (23.10 or later). Opens no connection until it is used.
 * @param url `esdb://` or `esdb+discover://` connection string
 * @throws DriverAddressInvalid when the url is not such a string
 */
export function openEventStoreDb(
  url: string,
  { clock, log, metrics, parts, ...options }: EventStoreDbDependencies & EventStoreDbOptions,
): EventStoreDb {
  const { callMs = CALL_MS, attemptMs = ATTEMPT_MS, inFlight = IN_FLIGHT } = options;
  const connection = connectEventStore(url, log);
  const dependencies: CallDependencies = {
    connection,
    leader: leaderWatch(connection, clock, clusterAsker(url)),
    outages: outagesOf(log, clock),
    clock,
    metrics,
    deadlines: { callMs, attemptMs },
  };
  const bare: BareLog = {
    readStream: (stream, range) => readStream(dependencies, stream, range),
    readAll: pageReader(dependencies),
    async readAt(position) {
      const found = await untilAnswered(dependencies, 'readAll', (session, timeoutMs) =>
        recordFrom(session, allRequest(position, 1), timeoutMs, true),
      );
      return found?.position === position ? found.event() : null;
    },
  };
  const ofEvents = engineParts(parts, bare);
  const readAll: EventStore['readAll'] = async ({ withoutParts = false, ...wanted }) => {
    if (withoutParts) return bare.readAll(wanted);
    const page = await bare.readAll({ ...wanted, limit: Math.min(wanted.limit, PAGE_EVENTS) });
    return { ...page, events: await ofEvents.attach(page.events) };
  };
  const ending = new AbortController();
  return {
    append: appender(dependencies, ofEvents.put, { inFlight, inFlightBytes: IN_FLIGHT_BYTES }),
    async readStream(stream, range) {
      // A start reads when the ledger was opened: it must not go on next to the parts of another one.
      await ofEvents.refuseOthers();
      return ofEvents.attach(await bare.readStream(stream, range));
    },
    readAll,
    async readBack(wanted) {
      const page = await readBack(dependencies, { ...wanted, limit: Math.min(wanted.limit, PAGE_EVENTS) });
      return { ...page, events: await ofEvents.attach(page.events) };
    },
    readLeaves: leavesFrom(readAll),
    subscribe: (wanted) =>
      subscribe(
        { ...dependencies, log, readAll: bare.readAll, attach: (events) => ofEvents.attach(events, true) },
        { ...wanted, signal: AbortSignal.any([wanted.signal, ending.signal]) },
      ),
    head: () => head(dependencies),
    sweepParts: () => ofEvents.sweep(clock.nowMs()),
    cutParts: ofEvents.cut,
    end: (known = BEGINNING) => confirmedEnd(known, () => end(dependencies), clock),
    probe: () => probe(dependencies),
    close: () => {
      ending.abort();
      return connection.close();
    },
  };
}

/** A lost connection and an election of a moment are no outages. */
const RETRIED_MS = 1_000;

export function outagesOf(log: Log, { monotonicMs }: Clock): CallDependencies['outages'] {
  const of = (begins: string, ends: string) => outage(log, { begins, ends }, RETRIED_MS, monotonicMs);
  return {
    append: of('EventStoreDB takes no appends; they are tried again', 'EventStoreDB takes appends again'),
    read: of('EventStoreDB cannot be read; it is tried again', 'EventStoreDB is read again'),
  };
}
