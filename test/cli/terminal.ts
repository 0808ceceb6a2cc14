import { sealedSecrets } from '../../src/adapters/node/sealedSecrets.ts';
import { signedTokens } from '../../src/adapters/node/signedTokens.ts';
import { shownMail } from '../../src/adapters/submission/shownMail.ts';
import { catchUp } from '../../src/cli/catchUp.ts';
import type { CliDependencies } from '../../src/cli/cli.ts';
import { runCli } from '../../src/cli/run.ts';
import { openLedger } from '../../src/commands/workspace/openLedger.ts';
import { workspaceIdOf } from '../../src/commands/workspace/openWorkspace.ts';
import { readSettings, type Settings } from '../../src/config.ts';
import type { Leases } from '../../src/ports/lease.ts';
import type { PostOutcome, PostRequest } from '../../src/ports/poster.ts';
import { openReadModels, projectionsFor } from '../../src/projections/readModels.ts';
import { contentsFrom } from '../../src/rebuild/contentsFrom.ts';
import { countedKeys } from '../support/countedKeys.ts';
import { manualClock } from '../support/manualClock.ts';
import { memoryBlobs } from '../support/memoryBlobs.ts';
import { memoryDocuments } from '../support/memoryDocuments.ts';
import { memoryEventStore } from '../support/memoryEventStore.ts';
import { memoryReports } from '../support/memoryReports.ts';
import { memoryZone } from '../support/memoryZone.ts';
import { seededIds } from '../support/seededIds.ts';

const PARTITIONS = 2;

/** The id of a workspace of every terminal: the ledger's own is the first of its random ids. */
export const workspaceInTerminal = (name: string) => workspaceIdOf(seededIds('terminal').uuid(), name);

/** The CLI on a ledger in memory, with what it printed. */
export async function terminal(
  env: Record<string, string> = {},
  parts: { readonly post?: (request: PostRequest) => PostOutcome } = {},
) {
  const posts: PostRequest[] = [];
  const clock = manualClock();
  const ids = seededIds('terminal');
  const store = memoryEventStore();
  const documents = memoryDocuments();
  const projections = projectionsFor(PARTITIONS);
  const models = await openReadModels(documents, projections);
  const leased = new Set<string>();
  const ledger = { store, clock, ids };
  const blobs = memoryBlobs(() => clock.nowMs());
  const leases: Leases = {
    acquire: async (name) => {
      if (leased.has(name)) return null;
      leased.add(name);
      const release = async () => void leased.delete(name);
      return { name, lost: new AbortController().signal, release };
    },
    isHeld: async (name) => leased.has(name),
    close: async () => {},
  };
  const zone = memoryZone();
  const sealed = sealedSecrets(Buffer.alloc(32, 7), ids);
  await openLedger(ledger, sealed);
  const context = (settings: Settings): CliDependencies => ({
    settings,
    dns: zone,
    signingKeys: countedKeys(),
    ledger,
    documents,
    projections,
    partitions: PARTITIONS,
    blobs,
    secrets: {
      seal: sealed.seal,
      // A test may write down a secret that was never sealed.
      open: (text, context) =>
        text.startsWith('v1.') ? sealed.open(text, context) : `${text} of ${context}`,
      renew: sealed.renew,
    },
    openMailShower: async () => ({ show: async (raw) => shownMail(raw), close: async () => {} }),
    openSubjects: async () => ({
      subjects: { subject: async ({ data }) => data.subject.replaceAll(/[{} ]+/g, '-') },
      close: async () => {},
    }),
    openPoster: async () => ({
      post: async (request) => {
        posts.push(request);
        return parts.post?.(request) ?? { outcome: 'failed', reason: 'dns', detail: 'no address' };
      },
      close: async () => {},
    }),
    tokens: signedTokens(Buffer.alloc(32, 5)),
    leases,
    reports: memoryReports(),
    setAside: [],
    isForAuditing: false,
    contents: contentsFrom(store),
    catchUp: (wanted, progress) =>
      catchUp(wanted, { store, documents, leases, clock, partitions: PARTITIONS }, progress),
    close: async () => {},
  });

  async function run(line: string | readonly string[]) {
    let stdout = '';
    let stderr = '';
    // Time passes at once while a command waits.
    const waiting = setInterval(() => clock.sleepers > 0 && void clock.advance(500), 1);
    const exitCode = await runCli(typeof line === 'string' ? line.split(' ') : line, {
      env,
      stdout: (text) => {
        stdout += text;
      },
      stderr: (text) => {
        stderr += text;
      },
      isWatched: false,
      open: async (settings) => context(settings),
    });
    clearInterval(waiting);
    return { exitCode, stdout, stderr };
  }

  /** Runs with --json and reads the answer; what was refused gives its error. */
  async function json(line: string) {
    const { exitCode, stdout, stderr } = await run(`${line} --json`);
    return { exitCode, data: JSON.parse(stdout || stderr) };
  }

  return {
    run,
    json,
    context: () => context(readSettings(env)),
    clock,
    zone,
    store,
    documents,
    ledger,
    blobs,
    models,
    leased,
    posts,
    projections,
  };
}

export type Terminal = Awaited<ReturnType<typeof terminal>>;
