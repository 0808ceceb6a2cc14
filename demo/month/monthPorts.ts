import { checkedEventStore } from '../../src/adapters/checked/eventStore.ts';
import { inProcessHints } from '../../src/adapters/embedded/coordination/hints.ts';
import { readMail } from '../../src/adapters/intake/readMail.ts';
import { causeOf, faultOf, liquidEngine, merged } from '../../src/adapters/liquid/liquidEngine.ts';
import { mimeComposer } from '../../src/adapters/mime/composer.ts';
import { dkimSigner } from '../../src/adapters/mime/dkimSigner.ts';
import { sealedSecrets } from '../../src/adapters/node/sealedSecrets.ts';
import { signedTokens } from '../../src/adapters/node/signedTokens.ts';
import type { Ids } from '../../src/ports/ids.ts';
import type { Leases } from '../../src/ports/lease.ts';
import type { Log } from '../../src/ports/log.ts';
import type { Ports } from '../../src/ports/ports.ts';
import type { Renderer } from '../../src/ports/renderer.ts';
import { contentsFrom } from '../../src/rebuild/contentsFrom.ts';
import { plainDocuments, plainStore } from '../../test/simulation/stores/plainStores.ts';
import type { WorldDocuments } from '../../test/simulation/stores/worldDocuments.ts';
import type { WorldLog } from '../../test/simulation/stores/worldLog.ts';
import { freePace } from '../../test/support/freePace.ts';
import type { memoryBlobs } from '../../test/support/memoryBlobs.ts';
import { memoryReports } from '../../test/support/memoryReports.ts';
import { noMetrics, quietLog } from '../../test/support/quietLog.ts';
import type { MonthTime } from './monthTime.ts';

/** What the month is lived on. */
export interface MonthStores {
  readonly log: WorldLog;
  readonly documents: WorldDocuments;
  readonly blobs: ReturnType<typeof memoryBlobs>;
  readonly masterKey: Buffer;
}

/** Everything that the service asks for but the world outside: stores in memory, and the real writers and readers of mail. */
export function monthPorts(
  { log, documents, blobs, masterKey }: MonthStores,
  time: MonthTime,
  ids: Ids,
): Omit<Ports, 'mailer' | 'carrier' | 'poster' | 'mailIntake'> {
  const store = plainStore(log);
  const renderer = rendererHere();
  const composer = mimeComposer();
  return {
    store: checkedEventStore(store, { ids }),
    appendsWork: async () => true,
    ...{ documents: plainDocuments(documents, (row) => row), blobs, leases: leasesOfOne(), pace: freePace },
    ...{ hints: inProcessHints(quietLog), reports: memoryReports() },
    ...{ secrets: sealedSecrets(masterKey, ids), tokens: signedTokens(masterKey) },
    ...{ clock: time.clock, ids, log: faultsOnly, metrics: noMetrics },
    ...{ growth: null, sweepParts: null, cutParts: async () => {}, logDamage: null },
    ...{ isForAuditing: false, contents: contentsFrom(store), setAside: [] },
    ...{ resolver: { resolve: async () => ['192.0.2.80'] }, addressAllowed: () => true },
    fetcher: { get: () => Promise.reject(new Error('no one answers')) },
    ...{ renderer, callRenderer: renderer, signer: dkimSigner() },
    composer: { ...composer, compose: (content) => time.underWay(composer.compose(content)) },
    mailReader: {
      read: (raw) => time.underWay(readMail(raw).catch(() => null)),
      verify: async () => false,
      close: async () => {},
    },
    unmatched: { store: async () => {}, list: async () => [], removeOld: async () => {} },
    close: async () => {},
  };
}

/** Faults end the command: a month with one is none to show. */
const faultsOnly: Log = {
  ...quietLog,
  error(fields, message) {
    throw new Error(
      `${message}: ${JSON.stringify(fields, (_, value) => (value instanceof Error ? String(value.stack) : value))}`,
    );
  },
};

/** One process has every lease that it asks for, once. */
function leasesOfOne(): Leases {
  const held = new Set<string>();
  return {
    async acquire(name) {
      if (held.has(name)) return null;
      held.add(name);
      return { name, lost: new AbortController().signal, release: async () => void held.delete(name) };
    },
    isHeld: async (name) => held.has(name),
    close: async () => {},
  };
}

/** The real engine of templates, without the processes that it has to itself in the service. */
function rendererHere(): Renderer {
  const engines = { escaping: liquidEngine(true), plain: liquidEngine(false) };
  const engineOf = (html: boolean) => (html ? engines.escaping : engines.plain);
  return {
    async render({ parts, variables }) {
      const texts: Record<string, string> = {};
      for (const { name, source, escape: html } of parts) {
        const engine = engineOf(html);
        try {
          texts[name] = String(engine.renderSync(engine.parse(source), merged(variables)));
        } catch (error) {
          return { outcome: 'failed', part: name, ...causeOf(error) };
        }
      }
      return { outcome: 'rendered', parts: texts };
    },
    check: async ({ parts }) =>
      parts.flatMap((part) => {
        const fault = faultOf(engineOf(part.escape), part);
        return fault === null ? [] : [{ part: part.name, ...fault }];
      }),
    close: async () => {},
  };
}
