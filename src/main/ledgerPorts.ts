import { hostname } from 'node:os';
import { checkedEventStore } from '../adapters/checked/eventStore.ts';
import { watchedAppends } from '../adapters/checked/watchedAppends.ts';
import { cutParts } from '../adapters/embedded/cut.ts';
import { DataFolderRefused } from '../adapters/embedded/dataFolderRefused.ts';
import {
  openEmbeddedCoordination,
  openEmbeddedLog,
  openEmbeddedReadSide,
} from '../adapters/embedded/open.ts';
import { diskMetrics } from '../adapters/node/diskMetrics.ts';
import { hasRoom } from '../adapters/node/diskRoom.ts';
import { openMasterKey } from '../adapters/node/masterKey.ts';
import type { LogLevel } from '../adapters/node/pinoLog.ts';
import { randomIds } from '../adapters/node/randomIds.ts';
import { sealedSecrets } from '../adapters/node/sealedSecrets.ts';
import { signedTokens } from '../adapters/node/signedTokens.ts';
import { systemClock } from '../adapters/node/systemClock.ts';
import type { Settings } from '../config.ts';
import type { Log } from '../ports/log.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { LedgerPorts } from '../ports/ports.ts';
import { version } from '../version.ts';
import { openEngineLog } from './engineLog.ts';
import { missingMetrics } from './missingReports.ts';

/** Whose log lines are of no role of a service. */
const COMMAND = 'command';

export interface LedgerPortsOptions {
  /** Whether read models that are found to be damaged are set aside at the next start: a command leaves that to the service. */
  readonly isService?: boolean;
  /** Whether an embedded ledger is made also in a folder whose own one is missing. */
  readonly isNew?: boolean;
  /** Called before the master key is opened, which is made where it is missing; throws where it must not be. */
  readonly beforeMasterKey?: () => void;
}

/**
 * Opens the adapters that the settings name: engines where an address is set, the embedded ones elsewhere.
 * @throws DataFolderRefused for a folder whose ledger is not for this version, or is missing
 */
export async function openLedgerPorts(
  settings: Settings,
  logLevel = settings.POSTLEDGER_LOG_LEVEL,
  { isService = false, isNew = false, beforeMasterKey = () => {} }: LedgerPortsOptions = {},
): Promise<LedgerPorts> {
  const clock = systemClock;
  const ids = randomIds();
  const role = isService ? settings.POSTLEDGER_ROLES : COMMAND;
  const log = await openLog(logLevel, role);
  const metrics = isService ? await openMetrics(settings) : NOTHING_MEASURED;
  const basics = { clock, log, metrics };
  const opened: { close(): Promise<void> }[] = [];
  const closeLater = <Part extends { close(): Promise<void> }>(part: Part): Part => {
    opened.push(part);
    return part;
  };
  const close = async () => {
    for (const part of opened.reverse()) await part.close();
  };
  try {
    const { EVENTSTORE_URL, MONGODB_URL, REDIS_URL, POSTLEDGER_DATA: data } = settings;
    // Drivers are loaded only where they are used: an embedded start does not wait for them.
    const mongo =
      MONGODB_URL === undefined
        ? null
        : closeLater((await import('../adapters/mongodb/open.ts')).openMongo(MONGODB_URL, basics));
    if (EVENTSTORE_URL !== undefined) beforeMasterKey();
    const { store, ...ofLog } =
      EVENTSTORE_URL === undefined
        ? await openEmbedded(data, { ...basics, isNew })
        : await openEngineLog(EVENTSTORE_URL, { data, mongo, ...basics });
    closeLater(store);
    if (isService && ofLog.isForAuditing)
      throw new DataFolderRefused(
        `${data} holds a ledger for auditing, without personal values: it serves no sends. Set POSTLEDGER_DATA to another folder.`,
      );
    if (EVENTSTORE_URL === undefined && !ofLog.isForAuditing) beforeMasterKey();
    const { masterKey, previousKeys } = await masterKeysOf(settings, ids, ofLog);
    const logEnd = (known: Parameters<typeof store.end>[0]) => store.end(known);
    const readSide =
      mongo === null
        ? closeLater(await openEmbeddedReadSide(data, { clock, log, logEnd, marksDamage: isService }))
        : { ...mongo, setAside: [] };
    const coordination = closeLater(
      REDIS_URL === undefined
        ? await openEmbeddedCoordination(data, basics)
        : (await import('../adapters/redis/open.ts')).openRedis(REDIS_URL, { clock, log, ids, metrics }),
    );
    const room = EVENTSTORE_URL === undefined ? hasRoom.bind(null, data) : null;
    const watched = watchedAppends(store, { clock, metrics, hasRoom: room });
    return {
      ...{ ...ofLog, ...readSide, ...coordination, clock, ids, log, close },
      store: checkedEventStore(watched.store, { ids, isForAuditing: ofLog.isForAuditing }),
      appendsWork: watched.appendsWork,
      secrets: sealedSecrets(masterKey, ids, previousKeys),
      tokens: signedTokens(masterKey, previousKeys),
      metrics: missingMetrics(metrics, { store, ...readSide }),
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A command, which writes hardly ever a line, loads what writes it with the first one. */
async function openLog(level: LogLevel, role: string): Promise<Log> {
  const load = async () => {
    const { pinoLog } = await import('../adapters/node/pinoLog.ts');
    return pinoLog(level, { role, host: hostname(), pid: process.pid, version });
  };
  if (role !== COMMAND) return load();
  let loaded: Promise<Log> | null = null;
  const writer =
    (name: keyof Log): Log['info'] =>
    (fields, message) => {
      loaded ??= load();
      void loaded.then((log) => log[name](fields, message));
    };
  const passed = { debug: () => {}, info: () => {}, warn: () => {} };
  return { ...passed, error: level === 'silent' ? () => {} : writer('error') };
}

async function openMetrics({ POSTLEDGER_DATA: data }: Settings): Promise<Metrics> {
  const { promMetrics } = await import('../adapters/node/promMetrics.ts');
  const metrics = diskMetrics(promMetrics(), data);
  metrics.gauge('postledger_build_info', 1, { version });
  return metrics;
}

/** Of a command, which no one asks for its figures. */
const NOTHING_MEASURED: Metrics = {
  count: () => {},
  gauge: () => {},
  timing: () => {},
  snapshot: async () => [],
  gauges: async () => [],
  exposition: async () => '',
};

/** An auditor has no master key, and nothing is sealed in such a ledger: it is opened under any. */
async function masterKeysOf(
  settings: Settings,
  ids: LedgerPorts['ids'],
  { isForAuditing }: Pick<LedgerPorts, 'isForAuditing'>,
): Promise<{ readonly masterKey: Buffer; readonly previousKeys: readonly Buffer[] }> {
  if (isForAuditing) return { masterKey: Buffer.from(ids.randomBytes(32)), previousKeys: [] };
  const { POSTLEDGER_MASTER_KEY, POSTLEDGER_MASTER_KEY_PREVIOUS: previous, POSTLEDGER_DATA } = settings;
  const masterKey = await openMasterKey(POSTLEDGER_MASTER_KEY, POSTLEDGER_DATA, ids);
  return { masterKey, previousKeys: previous === undefined ? [] : [Buffer.from(previous, 'hex')] };
}

/** The embedded log, which holds the parts of its events itself. */
async function openEmbedded(
  data: string,
  options: Pick<LedgerPorts, 'log' | 'metrics'> & { readonly isNew: boolean },
) {
  const store = await openEmbeddedLog(data, options);
  const { growth, damage, isForAuditing, contents } = store;
  const cut: LedgerPorts['cutParts'] = async (positions) => cutParts(data, positions.map(Number));
  return { store, growth, logDamage: damage, isForAuditing, contents, sweepParts: null, cutParts: cut };
}
