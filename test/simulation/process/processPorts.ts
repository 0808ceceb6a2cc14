import { checkedEventStore } from '../../../src/adapters/checked/eventStore.ts';
import { sealedSecrets } from '../../../src/adapters/node/sealedSecrets.ts';
import { signedTokens } from '../../../src/adapters/node/signedTokens.ts';
import type { Log } from '../../../src/ports/log.ts';
import type { LedgerPorts } from '../../../src/ports/ports.ts';
import { contentsFrom } from '../../../src/rebuild/contentsFrom.ts';
import { seededIds } from '../../support/seededIds.ts';
import type { Journal, LogLine } from '../journal.ts';
import type { Stores } from '../stores/stores.ts';
import type { Agenda } from '../time/agenda.ts';
import type { Life } from '../time/life.ts';
import { processClock } from '../time/processClock.ts';
import type { WallClocks } from '../time/wallClocks.ts';
import { type Watch, watchedClock, watchedMetrics } from './watch.ts';

/** The world's one master key. */
export const MASTER_KEY = Buffer.alloc(32, 7);

export interface LedgerPortsParts {
  readonly seed: number;
  readonly agenda: Agenda;
  readonly wall: WallClocks;
  readonly journal: Journal;
  readonly stores: Stores;
  readonly watch: Watch;
}

/** The ports to the ledger for one life of a process. */
export function ledgerPortsFor(life: Life, parts: LedgerPortsParts): LedgerPorts {
  const { seed, agenda, wall, journal, stores, watch } = parts;
  const ids = seededIds(`${seed} ${life.process} ${life.number}`);
  const { store, ...others } = stores.portsFor(life);
  return {
    ...others,
    store: checkedEventStore(store, { ids }),
    appendsWork: async () => true,
    secrets: sealedSecrets(MASTER_KEY, ids),
    tokens: signedTokens(MASTER_KEY),
    clock: watchedClock(processClock(agenda, wall, life), life, journal, watch),
    ids,
    log: logOf(life, journal),
    metrics: watchedMetrics(life, journal),
    growth: null,
    sweepParts: null,
    cutParts: async () => {},
    logDamage: null,
    isForAuditing: false,
    contents: contentsFrom(store),
    setAside: [],
    close: async () => {},
  };
}

function logOf(life: Life, journal: Journal): Log {
  const say =
    (level: LogLine['level']) =>
    (fields: Readonly<Record<string, unknown>>, message: string): void => {
      if (!life.isAlive()) return;
      const { process, number } = life;
      const text = JSON.stringify(fields, (_, value) =>
        value instanceof Error ? `${value.name}: ${value.message}` : value,
      );
      journal.note('logs', { process, life: number, level, message, fields: text });
    };
  return { debug() {}, info: say('info'), warn: say('warn'), error: say('error') };
}
