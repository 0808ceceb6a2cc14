import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openEmbeddedLog, openEmbeddedReadSide } from '../../src/adapters/embedded/open.ts';
import { MASTER_KEY_FILE } from '../../src/adapters/node/masterKey.ts';
import { systemClock } from '../../src/adapters/node/systemClock.ts';
import { copyEvents } from '../../src/cli/copy/copyEvents.ts';
import { openDependencies } from '../../src/cli/openDependencies.ts';
import { silentLog } from '../../src/cli/silentLog.ts';
import { readSettings } from '../../src/config.ts';
import type { RecordedEvent } from '../../src/events/event.ts';
import { openCheckpoints } from '../../src/follow/checkpoints.ts';
import { projectionList } from '../../src/projections/readModels.ts';
import { livedMonth, type MonthOptions } from './livedMonth.ts';
import type { MonthStores } from './monthPorts.ts';

/** What a folder was filled with. */
export interface Filled {
  readonly events: number;
  /** A key of the workspace `shop` with every scope. */
  readonly apiKey: string;
}

/** Events that are appended together: the embedded log keeps the order of calls. */
const PAGE = 1_000;

/** The folder has files already: nothing is written there. */
export class FolderNotEmpty extends Error {
  override readonly name = 'FolderNotEmpty';
}

/** Lives a month, and writes its log, contents and master key into an empty folder. @throws FolderNotEmpty */
export async function fillMonth(folder: string, options: MonthOptions): Promise<Filled> {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new FolderNotEmpty(`${folder} is not empty: name a folder that is, or none. Nothing was written.`);
  const { stores, apiKey } = await livedMonth(options);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, MASTER_KEY_FILE), `${stores.masterKey.toString('hex')}\n`, { mode: 0o600 });
  const events = await written(folder, stores);
  await folded(folder);
  return { events, apiKey };
}

/** The read models too, so that a service shows the month as soon as it has started; and its webhooks were posted when it was lived. */
async function folded(folder: string): Promise<void> {
  const settings = readSettings({ POSTLEDGER_DATA: folder });
  const { projections, catchUp, documents, ledger, partitions, close } = await openDependencies(settings);
  try {
    await catchUp(projectionList(projections), (action) => action(() => {}));
    const checkpoints = await openCheckpoints(documents, partitions);
    const head = await ledger.store.head();
    const everywhere = new Map(Array.from({ length: partitions }, (_, partition) => [partition, head]));
    await checkpoints.save(
      new Map([['policy:webhook_fan_out', { names: ['policy:webhook_fan_out'], positions: everywhere }]]),
    );
  } finally {
    await close();
  }
}

async function written(folder: string, { log, blobs }: MonthStores): Promise<number> {
  const store = await openEmbeddedLog(folder, { log: silentLog, makesForAuditing: false });
  try {
    await copyEvents(store, pagesOf(log.events), { atOnce: PAGE });
    const logEnd = (known: Parameters<typeof store.end>[0]) => store.end(known);
    const readSide = await openEmbeddedReadSide(folder, {
      clock: systemClock,
      log: silentLog,
      logEnd,
      marksDamage: false,
    });
    try {
      for (const bytes of blobs.kept.values()) await readSide.blobs.put(bytes);
    } finally {
      await readSide.close();
    }
    return log.events.length;
  } finally {
    await store.close();
  }
}

async function* pagesOf(
  events: readonly RecordedEvent[],
): AsyncGenerator<readonly RecordedEvent[], void, void> {
  for (let at = 0; at < events.length; at += PAGE) yield events.slice(at, at + PAGE);
}
