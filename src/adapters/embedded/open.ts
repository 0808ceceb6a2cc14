import { join } from 'node:path';
import type { Blobs } from '../../ports/blobs.ts';
import type { Documents } from '../../ports/documents.ts';
import type { Hints } from '../../ports/hints.ts';
import type { Leases } from '../../ports/lease.ts';
import type { Pace } from '../../ports/pace.ts';
import type { Ports } from '../../ports/ports.ts';
import type { Reports } from '../../ports/reports.ts';
import type { SetAside } from '../../ports/setAside.ts';
import { makeFolder } from '../node/durableFiles.ts';
import { openEmbeddedBlobs } from './blobs/blobs.ts';
import { inProcessHints } from './coordination/hints.ts';
import { openEmbeddedLeases } from './coordination/leases.ts';
import { openEmbeddedPace } from './coordination/pace.ts';
import { openEmbeddedReports } from './coordination/reports.ts';
import { openEmbeddedDocuments } from './documents/documents.ts';
import { type KnownLogEnd, markReadModelsAhead } from './documents/documentsAhead.ts';
import { setAsideIn } from './documents/setAside.ts';

/** The embedded log alone, in DATA/ledger.sqlite. */
export { embeddedEventStore as openEmbeddedLog } from './log/eventStore.ts';
export { openEmbeddedParts } from './parts/parts.ts';

export type EmbeddedDependencies = Pick<Ports, 'clock' | 'log'>;

/**
 * Documents in DATA/read-models.sqlite and blobs in DATA/blobs. With `logEnd`, read models that know events which the
 * log lacks are set aside.
 */
export async function openEmbeddedReadSide(
  dataFolder: string,
  {
    clock,
    log,
    logEnd,
    marksDamage = true,
  }: EmbeddedDependencies & { readonly logEnd?: KnownLogEnd; readonly marksDamage?: boolean },
): Promise<{ documents: Documents; blobs: Blobs; setAside: readonly SetAside[]; close(): Promise<void> }> {
  await makeFolder(join(dataFolder, 'blobs'));
  if (logEnd !== undefined) await markReadModelsAhead(dataFolder, { clock, log }, logEnd);
  const documents = openEmbeddedDocuments(dataFolder, { clock, log, marksDamage });
  const blobs = openEmbeddedBlobs(join(dataFolder, 'blobs'));
  return { documents, blobs, setAside: setAsideIn(dataFolder, log), close: () => documents.close() };
}

/**
 * What the processes of one machine share: locks in DATA/leases; the pace of the process that sends, with the counts of
 * its days in DATA/pace.json; reports in DATA/reports; hints within the process.
 */
export async function openEmbeddedCoordination(
  dataFolder: string,
  { clock, log }: EmbeddedDependencies,
): Promise<{ leases: Leases; pace: Pace; hints: Hints; reports: Reports; close(): Promise<void> }> {
  const leases = openEmbeddedLeases(join(dataFolder, 'leases'), { clock });
  const pace = openEmbeddedPace(join(dataFolder, 'pace.json'), { clock, log });
  const hints = inProcessHints(log);
  return {
    leases,
    pace,
    hints,
    reports: openEmbeddedReports(join(dataFolder, 'reports')),
    async close() {
      await leases.close();
      await pace.close();
      await hints.close();
    },
  };
}
