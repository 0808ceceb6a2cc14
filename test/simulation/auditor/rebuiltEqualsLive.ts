import { checkedEventStore } from '../../../src/adapters/checked/eventStore.ts';
import { projectionList, projectionsFor } from '../../../src/projections/readModels.ts';
import { verifyProjections } from '../../../src/rebuild/verify.ts';
import { seededIds } from '../../support/seededIds.ts';
import { plainDocuments, plainStore } from '../stores/plainStores.ts';
import type { Evidence, Rule } from './rule.ts';

/** Read models that are folded again from the whole log are what the live ones are. */
export const rebuiltEqualsLive: Rule = {
  name: 'rebuilt read models equal the live ones',
  async check({ plan, stores, endMs }: Evidence) {
    const verdicts = await verifyProjections(
      checkedEventStore(plainStore(stores.log), { ids: seededIds('auditor') }),
      plainDocuments(stores.documents),
      projectionList(projectionsFor(plan.partitions)),
      async () => {},
    );
    return verdicts
      .filter(({ different }) => different.length > 0)
      .map(({ name, different }) => ({
        ...{ rule: this.name, atMs: endMs, about: different.slice(0, 3) },
        what: `${different.length} documents of ${name} differ from the log, such as ${different[0]}`,
      }));
  },
};
