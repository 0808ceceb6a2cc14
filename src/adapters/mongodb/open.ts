import { MongoClient } from 'mongodb';
import type { Log } from '../../ports/log.ts';
import type { Metrics } from '../../ports/metrics.ts';
import type { PartStore } from '../../ports/parts.ts';
import type { Ports } from '../../ports/ports.ts';
import { openByAddress } from '../node/driverAddress.ts';
import { mongoBlobs } from './blobs.ts';
import { contextOfFiles } from './contextOfFiles.ts';
import { mongoCalls } from './deadline.ts';
import { mongoDocuments } from './documents.ts';
import { mongoParts } from './parts.ts';
import { type MongoProbe, probeMongo } from './probe.ts';

const DEFAULT_DATABASE = 'postledger';
const MAJORITY_TIMEOUT_MS = 8_000;

export interface Mongo extends Pick<Ports, 'documents' | 'blobs'> {
  /** Of a log that is an engine; in a database of their own, whose name is that of the other with `_parts` after it. */
  readonly parts: PartStore;
  /** Asks the server for its version and state. @throws DocumentsUnavailable when it cannot be reached */
  probe(): Promise<MongoProbe>;
  /** Closes all connections; the same as closing one of them. */
  close(): Promise<void>;
}

export interface MongoDependencies extends Pick<Ports, 'log' | 'clock'> {
  readonly metrics?: Metrics;
  /** The longest time for a call with all its attempts, where the usual ones are too long. */
  readonly callMs?: number | undefined;
}

/**
 * Documents, blobs and parts in MongoDB. Connects with the first call, and again by itself after an outage.
 * `url`: a mongodb:// or mongodb+srv:// connection string; its path names the database, `postledger` by default.
 */
export function openMongo(url: string, { log, clock, metrics, callMs }: MongoDependencies): Mongo {
  const open = (): MongoClient =>
    new MongoClient(url, {
      appName: 'postledger',
      // Overrides the connection string: an acknowledged write survives the loss of a primary.
      writeConcern: { w: 'majority', journal: true, wtimeoutMS: MAJORITY_TIMEOUT_MS },
      readPreference: 'primary',
      retryWrites: true,
      retryReads: true,
      ignoreUndefined: true,
      maxPoolSize: 50,
      connectTimeoutMS: 2_000,
      serverSelectionTimeoutMS: callMs === undefined ? 2_500 : callMs / 2,
      waitQueueTimeoutMS: 4_000,
      // Longer than all our deadlines: it only frees connections that a frozen server would hold for ever.
      socketTimeoutMS: 30_000,
      heartbeatFrequencyMS: 2_000,
      secureContext: contextOfFiles(() => client.options, log),
    });
  const client = openByAddress('MONGODB_URL', url, open);
  reportOutages(client, log);
  const path = new URL(url.replace(/^mongodb(\+srv)?:\/\/[^/?]*/, 'mongodb://host')).pathname.slice(1);
  const db = client.db(decodeURIComponent(path) || DEFAULT_DATABASE);
  const call = mongoCalls(client, log, { longestMs: callMs });
  let closing: Promise<void> | null = null;
  const close = () => {
    closing ??= client.close();
    return closing;
  };
  return {
    documents: mongoDocuments(db, call, { clock, metrics }, close),
    blobs: mongoBlobs(db, call, () => clock.nowMs(), close),
    parts: mongoParts(client.db(`${db.databaseName}_parts`), call, () => clock.nowMs(), close),
    probe: () => probeMongo(db, call, clock),
    close,
  };
}

/** One line when a server is lost and one when it is back, not one for each heartbeat. */
function reportOutages(client: MongoClient, log: Log): void {
  client.on('serverDescriptionChanged', ({ address, previousDescription, newDescription }) => {
    if (previousDescription.type === newDescription.type) return;
    if (newDescription.type === 'Unknown') {
      log.warn(
        { address, reason: newDescription.error?.message ?? null },
        'a MongoDB server is out of reach',
      );
    } else {
      log.info({ address, type: newDescription.type }, 'a MongoDB server answers');
    }
  });
}
