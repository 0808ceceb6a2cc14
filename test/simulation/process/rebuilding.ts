import { rebuildModels } from '../../../src/cli/rebuildModels.ts';
import { projectionList, projectionsFor } from '../../../src/projections/readModels.ts';
import type { Plan, PlannedRebuild } from '../plan.ts';
import { beginLife, type Life } from '../time/life.ts';
import { type LedgerPortsParts, ledgerPortsFor } from './processPorts.ts';

/** Rebuilds of read models: each is a process of its own, next to those of the service. */
export interface Rebuilding {
  begin(plannedEvent: PlannedRebuild): void;
  killAll(why: string): void;
  readonly areRunning: boolean;
}

export function rebuilding(parts: LedgerPortsParts & { readonly plan: Plan }): Rebuilding {
  const { plan, agenda, journal } = parts;
  const running = new Set<Life>();
  const projections = projectionsFor(plan.partitions);
  const models = projectionList(projections);
  let begun = 0;

  const end = (life: Life, what: 'done' | 'failed' | 'killed', detail: string) => {
    if (!life.isAlive()) return;
    running.delete(life);
    life.end();
    journal.note('rebuilds', { process: life.process, what, detail });
  };

  return {
    get areRunning() {
      return running.size > 0;
    },
    begin({ do: what, models: names, afterMs }) {
      begun += 1;
      const life = beginLife(agenda, `rebuild ${begun}`, 1);
      const which = names.length === 0 ? models : models.filter(({ name }) => names.includes(name));
      const { store, clock, ids, documents, leases } = ledgerPortsFor(life, parts);
      running.add(life);
      journal.note('rebuilds', { process: life.process, what: 'begins', detail: names.join(', ') });
      rebuildModels(
        { ledger: { store, clock, ids }, documents, leases, partitions: plan.partitions, projections },
        which,
        (action) => action(() => {}),
      ).then(
        () => end(life, 'done', ''),
        (error: unknown) => end(life, 'failed', String(error)),
      );
      if (what === 'killed') agenda.at(agenda.nowMs() + afterMs, () => end(life, 'killed', ''));
    },
    killAll(why) {
      for (const life of running) end(life, 'killed', why);
    },
  };
}
