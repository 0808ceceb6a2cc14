// test/faults/crashingRebuild.ts
import { register } from "node:module";
import { extname } from "node:path";
import { holdingProjector } from "../../src/cli/holdingLeases.js";
import { readSettings } from "../../src/config.js";
import { partitionsOf } from "../../src/main/options.js";
import { projectionList, projectionsFor } from "../../src/projections/readModels.js";
import { rebuildProjections } from "../../src/runtime/rebuild/rebuild.js";
import { crashAt } from "./crashPoints.js";
var [step = "", nth = "1"] = process.argv.slice(2);
var reach = crashAt({ step, nth: Number(nth) });
var crashingSqlite = JSON.stringify(
  new URL(`./crashingSqlite${extname(import.meta.url)}`, import.meta.url).href
);
var hook = `export const resolve = (specifier, context, next) =>
  specifier === '@photostructure/sqlite' && context.parentURL?.includes('/adapters/embedded/sqlite.')
    ? next(${crashingSqlite}, context)
    : next(specifier, context);`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);
var { openLedgerPorts } = await import("../../src/main/ledgerPorts.js");
var settings = readSettings(process.env);
var ports = await openLedgerPorts(settings, "error");
var partitions = partitionsOf(settings);
var { documents } = ports;
var crashing = {
  ...documents,
  async collection(definition) {
    const collection = await documents.collection(definition);
    return {
      ...collection,
      async writeMany(writes) {
        reach("before-fold");
        await collection.writeMany(writes);
      }
    };
  },
  async replace(pairs) {
    reach("before-exchange");
    await documents.replace(pairs);
    reach("after-exchange");
  }
};
var { store, leases, clock, ids } = ports;
await rebuildProjections(
  store,
  crashing,
  projectionList(projectionsFor(partitions)),
  (exchange) => holdingProjector({ leases, partitions, ledger: { store, clock, ids } }, exchange)
);
await ports.close();
//# sourceMappingURL=crashingRebuild.js.map
