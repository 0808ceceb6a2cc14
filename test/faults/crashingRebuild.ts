import { register } from 'node:module';
import { extname } from 'node:path';
import { holdingFolds } from '../../src/cli/holdingLeases.ts';
import { readSettings } from '../../src/config.ts';
import { partitionsOf } from '../../src/main/options.ts';
import type { Documents } from '../../src/ports/documents.ts';
import { projectionList, projectionsFor } from '../../src/projections/readModels.ts';
import { rebuildProjections } from '../../src/rebuild/rebuild.ts';
import { crashAt } from './crashPoints.ts';

/**
 * `projections rebuild` with a crash built in: `crashingRebuild.ts STEP NTH`. Steps: before-fold (a stretch is about to
 * be written), before-exchange, amid-exchange (the nth new collection is about to be renamed, nothing is committed),
 * after-exchange.
 */
const [step = '', nth = '1'] = process.argv.slice(2);
const reach = crashAt({ step, nth: Number(nth) });

const crashingSqlite = JSON.stringify(
  new URL(`./crashingSqlite${extname(import.meta.url)}`, import.meta.url).href,
);
const hook = `export const resolve = (specifier, context, next) =>
  specifier === '@photostructure/sqlite' && context.parentURL?.includes('/adapters/embedded/sqlite.')
    ? next(${crashingSqlite}, context)
    : next(specifier, context);`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);

const { openLedgerPorts } = await import('../../src/main/ledgerPorts.ts');
const settings = readSettings(process.env);
const ports = await openLedgerPorts(settings, 'error');
const partitions = partitionsOf(settings);
const { documents } = ports;
const crashing: Documents = {
  ...documents,
  async collection<Document extends object>(definition: Parameters<Documents['collection']>[0]) {
    const collection = await documents.collection<Document>(definition);
    return {
      ...collection,
      async writeMany(writes: Parameters<typeof collection.writeMany>[0]) {
        reach('before-fold');
        await collection.writeMany(writes);
      },
    };
  },
  async replace(pairs) {
    reach('before-exchange');
    await documents.replace(pairs);
    reach('after-exchange');
  },
};
const { store, leases, clock, ids } = ports;
const models = projectionList(projectionsFor(partitions));
await rebuildProjections(store, crashing, models, (exchange) =>
  holdingFolds({ leases, partitions, ledger: { store, clock, ids } }, models, exchange),
);
await ports.close();
