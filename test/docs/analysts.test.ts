// runs in: test:all

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import { embeddedEventStore } from '../../src/adapters/embedded/log/eventStore.ts';
import { newEvents } from '../../src/commands/kernel/ledger.ts';
import { email } from '../../src/events/email.ts';
import { cliProcess } from '../cli/cliProcess.ts';
import { plainEmail, recipient } from '../sender/senderBench.ts';
import { begunLedger } from '../support/begunLedger.ts';
import { manualClock } from '../support/manualClock.ts';
import { missingTool } from '../support/missingTool.ts';
import { ROOT } from '../support/project.ts';
import { pythonEnvironment } from '../support/pythonEnvironment.ts';
import { quietLog } from '../support/quietLog.ts';
import { seededIds } from '../support/seededIds.ts';
import { skipped } from '../support/skipped.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { runSession } from './recordedSession.ts';

const test = suite('analysts.md');

const MESSAGES = 60;
const DOMAINS = ['gmail.example', 'web.example', 'corp.example'] as const;

/** Two days of messages to three domains, of which some bounced and some were opened. */
async function filled(data: string, workspace: string): Promise<void> {
  const store = await embeddedEventStore(data, { log: quietLog });
  const ids = seededIds('analysts');
  const by = { workspace, actor: 'key:1', correlation: workspace, causation: null };
  for (let n = 0; n < MESSAGES; n++) {
    const clock = manualClock(Date.parse('2026-03-01T08:00:00.000Z') + n * 1_800_000);
    const one = recipient(n, `p${n}@${DOMAINS[Math.floor(n / 5) % 3]}`);
    const outcome = {
      deliveryId: one.deliveryId,
      suppressionId: one.suppressionId,
      recipient: one.address,
      sandbox: false,
    };
    const bounced = {
      ...outcome,
      bounceType: 'Permanent',
      bounceSubType: 'General',
      diagnosticCode: '550 no',
    };
    const accepted = {
      ...plainEmail,
      to: [one.address],
      recipients: [one],
      tags: [n % 2 ? 'order' : 'news'],
    };
    const decided = [
      { type: 'EmailAccepted', data: accepted },
      { type: 'Submitted', data: { ...outcome, response: '250 ok' } },
      n % 7 === 3 ? { type: 'Bounced', data: bounced } : { type: 'Delivered', data: outcome },
      ...(n % 4 === 0 ? [{ type: 'Opened', data: outcome }] : []),
    ];
    await store.append(email.stream(ids.uuid()), 'no-stream', newEvents({ ids, clock }, by, decided));
  }
  await store.close();
}

test('what the page shows is what the programs print', async () => {
  const missing = missingTool('bash');
  if (missing !== null) return skipped(missing);
  const folder = temporaryFolder();
  try {
    const python = join(folder.path, 'python');
    const none = await pythonEnvironment(python, ['duckdb==2.0.0', 'pandas==3.1.1']);
    if (none !== null) return skipped(none);
    const data = join(folder.path, 'data');
    const settings = { POSTLEDGER_DATA: data, POSTLEDGER_LOG_LEVEL: 'error' };
    await begunLedger(settings);
    const workspaces = await cliProcess(settings, 'workspaces', 'create', 'shop', '--json');
    const { id } = JSON.parse(workspaces.stdout) as { id: string };
    await filled(data, id);
    const page = readFileSync(join(ROOT, 'docs/analysts.md'), 'utf8');
    for (const [, program = '', name = ''] of page.matchAll(/^```python\n(# (\S+)\n.*?)^```$/gms))
      writeFileSync(join(folder.path, name), program);
    const env = { ...settings, PATH: `${python}/bin:${process.env.PATH}` };
    await runSession('analysts.md', { cwd: folder.path, env, compared: (text) => text.replaceAll(data, '') });
  } finally {
    folder.remove();
  }
});

test.run();
