import type { LedgerPorts } from '../../../src/ports/ports.ts';
import type { Chance } from '../chance.ts';
import type { Journal } from '../journal.ts';
import type { Plan } from '../plan.ts';
import type { Deaths } from '../process/deaths.ts';
import type { Agenda } from '../time/agenda.ts';
import type { Life } from '../time/life.ts';
import type { WallClocks } from '../time/wallClocks.ts';
import { worldBlobs } from './blobs.ts';
import { worldClaims } from './claims.ts';
import { documentsView } from './documentsView.ts';
import { worldHints } from './hints.ts';
import { type WorldLeases, worldLeases } from './leases.ts';
import { logView } from './logView.ts';
import { worldPace } from './pace.ts';
import { type StoreTroubles, storeTroubles } from './troubles.ts';
import { type WorldDocuments, worldDocuments } from './worldDocuments.ts';
import { type WorldLog, worldLog } from './worldLog.ts';

type StorePorts = Pick<
  LedgerPorts,
  'store' | 'documents' | 'blobs' | 'leases' | 'pace' | 'hints' | 'reports'
>;

/** Processes give up others of whom they have not heard for a little longer. */
const MISSED_MS = 2_000;

/** All that outlives the processes. */
export interface Stores {
  readonly log: WorldLog;
  readonly documents: WorldDocuments;
  readonly leases: WorldLeases;
  readonly troubles: StoreTroubles;
  /** The first due time of any work at or after a date, and of what a dead process may have left. */
  dueAtMs(fromMs: number): number | null;
  /** Time passes in which processes would have polled and renewed, and nothing else. */
  passOver(ms: number): void;
  portsFor(life: Life): StorePorts;
}

export interface StoresParts {
  readonly plan: Plan;
  readonly agenda: Agenda;
  readonly wall: WallClocks;
  readonly chance: (name: string) => Chance;
  readonly journal: Journal;
  readonly deaths: Deaths;
}

export function openStores({ plan, agenda, wall, chance, journal, deaths }: StoresParts): Stores {
  const { nowMs } = agenda;
  const log = worldLog(nowMs);
  const documents = worldDocuments(nowMs);
  const claims = worldClaims(log);
  const leases = worldLeases(nowMs, plan.over === 'embedded');
  const troubles = storeTroubles(agenda, chance('troubles of stores'), journal);
  const hints = worldHints(agenda, chance('hints'), troubles);
  const pace = worldPace(nowMs, wall.outsideMs);
  const blobs = worldBlobs(wall.outsideMs);
  const reports = new Map<string, string>();
  let silentMs = 0;
  return {
    ...{ log, documents, leases, troubles },
    dueAtMs(fromMs) {
      const dues = [documents.dueAtMs(fromMs), claims.dueAtMs(fromMs)].filter((due) => due !== null);
      return dues.length === 0 ? null : Math.min(...dues);
    },
    passOver(ms) {
      leases.passOver(ms);
      // Several short stretches delay a sign of life as much as a long one.
      silentMs += ms;
      if (silentMs < MISSED_MS) return;
      silentMs = 0;
      hints.passOver();
    },
    portsFor(life) {
      // Each store has a chance of its own: how often one is asked shifts nothing at another.
      const parts = (store: string) => ({
        agenda,
        troubles,
        life,
        chance: chance(`${store} of ${life.process}`),
      });
      const onWritten = () => deaths.happened(life.process, 'append');
      return {
        store: logView({ ...parts('log'), log, onWritten }),
        documents: documentsView({
          ...{ ...parts('documents'), documents, journal },
          replacesAtOnce: plan.over === 'embedded',
        }),
        blobs: blobs.view(parts('blobs')),
        leases: leases.view(parts('leases')),
        pace: pace.view(parts('pace')),
        hints: hints.view(life),
        reports: {
          put: async (name, text) => {
            if (life.isAlive()) reports.set(name, text);
          },
          all: async () => new Map(reports),
        },
      };
    },
  };
}
