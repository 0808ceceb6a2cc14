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

/** Microseconds an event, of processor time where nothing else is said; the last are bytes a message. */
const MEASURES = [
  'append',
  'verify',
  'verify, by the wall',
  'folds without parts',
  'folds with parts',
  'bytes',
] as const;
type Figures = Record<(typeof MEASURES)[number], number[]>;

/**
 * What appending, verifying and folding cost, and the bytes of a message, for each build in alternation: with BENCH_BASE, that of a
 * commit before personal values had parts, the ratios are what the parts cost.
 */
export async function run(messages = 20_000): Promise<void> {
  const measured = new Map<string, Figures>();
  const compared = await comparedModels();
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, build] of Object.entries(builds)) {
      const found = await inOneFolder(build, messages, compared);
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

async function inOneFolder(build: string, messages: number, compared: ReadonlyMap<string, boolean>) {
  const { openPorts } = await fromBuild<typeof import('../src/main/ports.ts')>(build, 'main/ports.js');
  const { openLedger, ledgerIdOf } = await fromBuild<
    typeof import('../src/commands/workspace/openLedger.ts')
  >(build, 'commands/workspace/openLedger.js');
  const { verifyLog } = await fromBuild<typeof import('../src/audit/verifyLog.ts')>(
    build,
    'audit/verifyLog.js',
  );
  const found = Object.fromEntries(MEASURES.map((measure) => [measure, 0])) as Record<
    (typeof MEASURES)[number],
    number
  >;
  await inBenchFolder(async (data) => {
    const ports = await openPorts(readSettings({ POSTLEDGER_DATA: data }), 'error');
    const { store, secrets, ids, clock } = ports;
    await openLedger({ store, ids, clock }, secrets);
    found.append = (await processorMicros(() => appendMessages(store, messages))) / (3 * messages);
    const ledgerId = (await ledgerIdOf(store)) ?? '';
    const startedAtMs = performance.now();
    found.verify = (await processorMicros(() => verifyLog(store, { ledgerId }))) / (3 * messages);
    found['verify, by the wall'] = ((performance.now() - startedAtMs) * 1_000) / (3 * messages);
    const all = await readModelsOf(build);
    for (const [measure, readsParts] of [
      ['folds without parts', false],
      ['folds with parts', true],
    ] as const) {
      const some = all.filter(({ name }) => compared.get(name) === readsParts);
      const folding = () => folded(build, ports, some);
      found[measure] = (await processorMicros(folding)) / (3 * messages);
    }
    await ports.close();
    // By then the file has all that was in its write-ahead log.
    found.bytes = statSync(join(data, 'ledger.sqlite')).size / messages;
  });
  return found;
}

/** Read models that every build has, and whether this one folds them with the parts: those before it do not tell. */
async function comparedModels(): Promise<ReadonlyMap<string, boolean>> {
  const own = projectionList(projectionsFor(PARTITIONS));
  let names = new Set(own.map(({ name }) => name));
  for (const build of Object.values(builds)) {
    const models = await readModelsOf(build);
    const here = new Set(models.map(({ name }) => name));
    names = new Set([...names].filter((name) => here.has(name)));
  }
  return new Map(
    own.filter(({ name }) => names.has(name)).map(({ name, readsParts }) => [name, readsParts === true]),
  );
}

async function readModelsOf(build: string) {
  const { projectionList, projectionsFor } = await fromBuild<
    typeof import('../src/projections/readModels.ts')
  >(build, 'projections/readModels.js');
  return projectionList(projectionsFor(PARTITIONS));
}

/** Folds the log anew into tables of their own, without the sums of messages, which are another matter (decision 0112). */
async function folded(
  build: string,
  { store, documents }: { readonly store: EventStore; readonly documents: Documents },
  projections: readonly AnyProjection[],
): Promise<void> {
  const { foldLog } = await fromBuild<typeof import('../src/rebuild/foldLog.ts')>(
    build,
    'rebuild/foldLog.js',
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
