import { statSync } from 'node:fs';
import { join } from 'node:path';
import { readSettings } from '../src/config.ts';
import { BEGINNING } from '../src/events/event.ts';
import type { AnyProjection } from '../src/follow/fold/projection.ts';
import type { Documents } from '../src/ports/documents.ts';
import type { EventStore } from '../src/ports/eventStore.ts';
import { projectionList, projectionsFor } from '../src/projections/readModels.ts';
import { inBenchFolder } from './benchFolder.ts';
import { appendMessages } from './messageLog.ts';
import { builds, fromBuild } from './otherBuild.ts';
import { line, median, ratio } from './report.ts';

const ROUNDS = 5;
const PARTITIONS = 16;

/** Processor time in microseconds an event, but for the last, which are bytes a message. */
const MEASURES = ['append', 'verify', 'folds without parts', 'folds with parts', 'bytes'] as const;
type Figures = Record<(typeof MEASURES)[number], number[]>;

/**
 * What appending, verifying and folding cost, and the bytes of a message, for each build in alternation: with BENCH_BASE, that of a
 * commit before personal values had parts, the ratios are what the parts cost.
 */
export async function run(messages = 20_000): Promise<void> {
  const measured = new Map<string, Figures>();
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, build] of Object.entries(builds)) {
      const found = await inOneFolder(build, messages);
      const own =
        measured.get(name) ?? (Object.fromEntries(MEASURES.map((each) => [each, []])) as unknown as Figures);
      for (const measure of MEASURES) own[measure].push(found[measure]);
      measured.set(name, own);
    }
  const [base, own] = [measured.get('base'), measured.get('this')];
  for (const measure of MEASURES) {
    const values = [...measured].map(([name, figures]) => `${name} ${median(figures[measure]).toFixed(1)}`);
    const ratios = base && own?.[measure].map((value, at) => value / (base[measure][at] ?? Number.NaN));
    line(
      measure,
      `${values.join(', ')}${ratios ? `; ratio ${ratio(median(ratios))} (${ratios.map(ratio).join(', ')})` : ''}`,
    );
  }
}

async function inOneFolder(build: string, messages: number) {
  const { openPorts } = await fromBuild<typeof import('../src/main/ports.ts')>(build, 'main/ports.js');
  const { openLedger, ledgerIdOf } = await fromBuild<
    typeof import('../src/commands/workspace/openLedger.ts')
  >(build, 'commands/workspace/openLedger.js');
  const { verifyLog } = await fromBuild<typeof import('../src/audit/verifyLog.ts')>(
    build,
    'audit/verifyLog.js',
  );
  const readModels = await fromBuild<typeof import('../src/projections/readModels.ts')>(
    build,
    'projections/readModels.js',
  );
  const found = { append: 0, verify: 0, 'folds without parts': 0, 'folds with parts': 0, bytes: 0 };
  await inBenchFolder(async (data) => {
    const ports = await openPorts(readSettings({ POSTLEDGER_DATA: data }), 'error');
    const { store, secrets, ids, clock } = ports;
    await openLedger({ store, ids, clock }, secrets);
    found.append = (await processorMicros(() => appendMessages(store, messages))) / (3 * messages);
    const ledgerId = (await ledgerIdOf(store)) ?? '';
    found.verify = (await processorMicros(() => verifyLog(store, { ledgerId }))) / (3 * messages);
    const all = readModels.projectionList(readModels.projectionsFor(PARTITIONS));
    for (const [measure, readsParts] of [
      ['folds without parts', false],
      ['folds with parts', true],
    ] as const) {
      const some = all.filter(({ name }) => WITH_PARTS.has(name) === readsParts);
      const folding = () => folded(build, ports, some);
      found[measure] = (await processorMicros(folding)) / (3 * messages);
    }
    await ports.close();
    // By then the file has all that was in its write-ahead log.
    found.bytes = statSync(join(data, 'ledger.sqlite')).size / messages;
  });
  return found;
}

/** Read models that this build folds with the parts; the same ones in each build, though those before it do not tell. */
const WITH_PARTS: ReadonlySet<string> = new Set(
  projectionList(projectionsFor(PARTITIONS))
    .filter(({ readsParts }) => readsParts)
    .map(({ name }) => name),
);

/** Folds the log anew into tables of their own, without the sums of messages, which are another matter (decision 0112). */
async function folded(
  build: string,
  { store, documents }: { readonly store: EventStore; readonly documents: Documents },
  projections: readonly AnyProjection[],
): Promise<void> {
  const { foldLog } = await fromBuild<typeof import('../src/rebuild/foldLog.ts')>(
    build,
    'runtime/rebuild/foldLog.js',
  );
  await foldLog(store, await openAll(projections, documents), BEGINNING);
}

async function openAll(projections: readonly AnyProjection[], documents: Documents) {
  return Promise.all(
    projections.map(async ({ adds: _, ...projection }) => ({
      projection,
      collection: await documents.collection<object>({
        name: `${projection.name}_bench`,
        indexes: projection.indexes,
      }),
    })),
  );
}

async function processorMicros(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
