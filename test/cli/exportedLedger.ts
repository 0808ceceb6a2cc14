import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { embeddedEventStore } from '../../src/adapters/embedded/log/eventStore.ts';
import { openDependencies } from '../../src/cli/openDependencies.ts';
import { runCli } from '../../src/cli/run.ts';
import { newEvents } from '../../src/commands/kernel/ledger.ts';
import { commitmentTo } from '../../src/events/commitments.ts';
import { BEGINNING } from '../../src/events/event.ts';
import { begunLedger } from '../support/begunLedger.ts';
import { manualClock } from '../support/manualClock.ts';
import { quietLog } from '../support/quietLog.ts';
import { seededIds } from '../support/seededIds.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

/** Events of emails in the ledger. */
export const EMAIL_EVENTS = 3_000;
const WORKSPACE = '11111111-1111-4111-8111-111111111111';

/**
 * A ledger with many streams, old versions of events, and texts that are hard to write in a line, and its export with personal values; and commands on
 * it and on other ledgers in its folder.
 */
export async function exportedLedger() {
  const folder = temporaryFolder();
  const inFolder = (name: string) => join(folder.path, name);
  const env = { POSTLEDGER_DATA: inFolder('data'), POSTLEDGER_LOG_LEVEL: 'error' };
  const whole = inFolder('whole.jsonl');
  await begunLedger(env);
  await commandOn(env, 'workspaces', 'create', 'acme');
  await appendEmails(env.POSTLEDGER_DATA);
  const exported = await commandOn(env, 'audit', 'export', '--personal', whole, '--json');
  return {
    inFolder,
    env,
    /** The export of all of it, and what the command printed. */
    whole,
    exported,
    run: (...args: string[]) => commandOn(env, ...args),
    /** Imports a file into the data folder of this name. */
    into: (data: string, file: string) =>
      commandOn({ ...env, POSTLEDGER_DATA: inFolder(data) }, 'audit', 'import', file),
    leavesIn: (data: string) => leavesIn(inFolder(data)),
    /** The same master key there. */
    giveMasterKey: (data: string) =>
      copyFileSync(inFolder('data/master.key'), inFolder(`${data}/master.key`)),
    remove: folder.remove,
  };
}

export const linesIn = (file: string): readonly string[] =>
  readFileSync(file, 'utf8').split('\n').slice(0, -1);

/** Runs one command line in this process. */
export async function commandOn(env: Readonly<Record<string, string>>, ...argv: string[]) {
  const printed = { stdout: '', stderr: '' };
  const exitCode = await runCli(argv, {
    env,
    stdout: (text) => {
      printed.stdout += text;
    },
    stderr: (text) => {
      printed.stderr += text;
    },
    isWatched: false,
    open: openDependencies,
  });
  return { exitCode, ...printed };
}

async function leavesIn(folder: string): Promise<readonly string[]> {
  const store = await embeddedEventStore(folder, { log: quietLog });
  const found: string[] = [];
  for (let after = BEGINNING; ; ) {
    const { leaves, fault } = await store.readLeaves({ after, limit: 500 });
    if (fault !== null) throw new Error(fault);
    const last = leaves.at(-1);
    if (last === undefined) break;
    for (const { position, hash } of leaves) found.push(`${position} ${hash}`);
    after = last.position;
  }
  await store.close();
  return found;
}

/** A second lies between two of them, from the beginning of March 2026 on. */
async function appendEmails(folder: string): Promise<void> {
  const store = await embeddedEventStore(folder, { log: quietLog });
  const ids = seededIds('export');
  const clock = manualClock(Date.parse('2026-03-01T00:00:00.000Z'));
  const by = { workspace: WORKSPACE, actor: 'key:1', correlation: WORKSPACE, causation: null };
  const revisions = new Map<string, number>();
  const appends: Promise<unknown>[] = [];
  for (let n = 0; n < EMAIL_EVENTS; n++) {
    const stream = `email-${n % 7}`;
    const revision = revisions.get(stream) ?? -1;
    const data = { n, text: `ä "quoted" \u2028 \n 10 € ${'x'.repeat(n % 900)}`, 7: -0, none: null };
    const type = n % 2 ? 'Delivered' : 'Submitted';
    for (const event of newEvents({ ids, clock }, by, [{ type, data }])) {
      const at = new Date(clock.nowMs() + n * 1_000).toISOString();
      const people = {
        salt: ids.randomBytes(16).toString('base64url'),
        text: `{"recipient":"person-${n}@example.net"}`,
      };
      const metadata = { ...event.metadata, at, people: commitmentTo(people) };
      const stored = { ...event, metadata, parts: { people } };
      appends.push(store.append(stream, revision < 0 ? 'no-stream' : revision, [stored]));
    }
    revisions.set(stream, revision + 1);
  }
  await Promise.all(appends);
  await store.close();
}
