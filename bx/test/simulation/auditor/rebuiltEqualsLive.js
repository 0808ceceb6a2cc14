// test/simulation/auditor/rebuiltEqualsLive.ts
import { projectionList, projectionsFor } from "../../../src/projections/readModels.js";
import { verifyProjections } from "../../../src/runtime/rebuild/verify.js";
import { plainDocuments, plainStore } from "../stores/plainStores.js";
var rebuiltEqualsLive = {
  name: "rebuilt read models equal the live ones",
  async check({ plan, stores, endMs }) {
    const verdicts = await verifyProjections(
      plainStore(stores.log),
      plainDocuments(stores.documents),
      projectionList(projectionsFor(plan.partitions)),
      async () => {
      }
    );
    return verdicts.filter(({ different }) => different.length > 0).map(({ name, different }) => ({
      ...{ rule: this.name, atMs: endMs, about: different.slice(0, 3) },
      what: `${different.length} documents of ${name} differ from the log, such as ${different[0]}`
    }));
  }
};
export {
  rebuiltEqualsLive
};
//# sourceMappingURL=rebuiltEqualsLive.js.map
