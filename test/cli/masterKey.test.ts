// runs in: test:all

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { CheckFinding } from '../../src/cli/doctor/check.ts';
import { openDependencies } from '../../src/cli/openDependencies.ts';
import { deliveryOfToken, deliveryToken } from '../../src/commands/email/deliveryToken.ts';
import { foldStream } from '../../src/commands/kernel/decider.ts';
import {
  createWebhookEndpoint,
  webhookEndpointsDecider,
} from '../../src/commands/webhook/webhookEndpoints.ts';
import { senderKeyContext } from '../../src/commands/workspace/newSenderKeys.ts';
import { workspaceNamed } from '../../src/commands/workspace/openWorkspace.ts';
import { senderDomainsOf } from '../../src/commands/workspace/senderDomains.ts';
import { readSettings } from '../../src/config.ts';
import { webhooks } from '../../src/events/webhooks.ts';
import { openPorts } from '../../src/main/ports.ts';
import { startService } from '../../src/main/service.ts';
import { rejection } from '../contract/eventStore/events.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { printedCommand } from './printedCommand.ts';

const test = suite('postledger master-key rotate');
const folder = temporaryFolder();
test.after(() => folder.remove());

const OLD = { POSTLEDGER_MASTER_KEY: 'a'.repeat(64) };
const NEW = { POSTLEDGER_MASTER_KEY: 'b'.repeat(64) };
const BOTH = { ...NEW, POSTLEDGER_MASTER_KEY_PREVIOUS: OLD.POSTLEDGER_MASTER_KEY };
type Keys = Readonly<Record<string, string>>;

const environmentOf = (keys: Keys) => ({
  ...{ POSTLEDGER_DATA: folder.path, POSTLEDGER_PORT: '0', POSTLEDGER_LOG_LEVEL: 'silent' },
  ...{ POSTLEDGER_ROLES: 'api,projector,sender,dispatcher', ...keys },
});

/** Starts a service with these keys and stops it. */
async function served(keys: Keys): Promise<void> {
  const settings = readSettings(environmentOf(keys));
  const service = await startService(settings, await openPorts(settings, 'silent'));
  await service.stop();
}

const command = (keys: Keys, line: string) => printedCommand(environmentOf(keys), line.split(' '));

/** What a process with these keys has of the default workspace: its secrets opened, and its tokens. */
async function withKeys<Result>(
  keys: Keys,
  act: (parts: Awaited<ReturnType<typeof openDependencies>>, workspace: string) => Promise<Result>,
): Promise<Result> {
  const parts = await openDependencies(readSettings(environmentOf(keys)));
  try {
    const workspace = await workspaceNamed(parts.ledger.store, 'default');
    return await act(parts, workspace?.id ?? '');
  } finally {
    await parts.close();
  }
}

const opened = (keys: Keys) =>
  withKeys(keys, async ({ ledger, secrets }, workspace) => {
    const { active } = foldStream(
      webhookEndpointsDecider,
      await ledger.store.readStream(webhooks.stream(workspace)),
    );
    const [domain] = await senderDomainsOf(ledger, workspace);
    return [
      ...active.map(({ sealedSecret, endpointId }) => secrets.open(sealedSecret, endpointId)),
      ...(domain?.keys ?? []).map(({ sealedPrivateKey, selector }) =>
        secrets.open(sealedPrivateKey, senderKeyContext(workspace, 'shop.example', selector)),
      ),
    ];
  });

/** What `doctor` finds of the master key. */
async function keyChecked(keys: Keys): Promise<CheckFinding | undefined> {
  const { checks } = JSON.parse((await command(keys, 'doctor --json')).printed) as { checks: CheckFinding[] };
  return checks.find(({ name }) => name === 'master key, of this ledger');
}

const REF = { emailId: '0b1f9d1e-8a53-4c5e-9a3e-0a4f0f9f2a11', recipient: 3 };

test('what the log has sealed is sealed again, links work under both keys, and the command says until when', async () => {
  await served(OLD);
  assert.is((await command(OLD, 'domains add shop.example')).exitCode, 0);
  const { secret, link } = await withKeys(OLD, async ({ ledger, secrets, tokens }, workspace) => {
    const origin = { workspace, actor: 'operator', correlation: ledger.ids.uuid(), causation: null };
    const endpoint = { name: 'n', url: 'https://hooks.example/a', events: ['*'] };
    const created = await createWebhookEndpoint(ledger, secrets, origin, endpoint);
    return { secret: created.secret, link: deliveryToken(tokens, 'unsubscribe', REF) };
  });
  const before = await opened(OLD);
  assert.is(before.length, 3);
  assert.is(before[0], secret);

  const alone = await command(OLD, 'master-key rotate');
  assert.is(alone.exitCode, 1);
  assert.match(alone.printed, 'set POSTLEDGER_MASTER_KEY_PREVIOUS');
  const early = await command(BOTH, 'master-key rotate');
  assert.is(early.exitCode, 1);
  assert.match(early.printed, 'no service was started with the new master key yet');
  const earlyHead = await withKeys(OLD, ({ ledger }) => ledger.store.head());
  for (const line of [
    'hooks list',
    'hooks create ses',
    'domains rotate shop.example',
    'domains add new.example',
  ]) {
    const refused = await command(BOTH, line);
    assert.is(refused.exitCode, 1, `${line}: ${refused.printed}`);
    assert.match(
      refused.printed,
      /^postledger: no service was started with the new master key yet: [^\n]+\n$/,
    );
  }
  assert.is(await withKeys(OLD, ({ ledger }) => ledger.store.head()), earlyHead, 'nothing was written');
  assert.equal(await opened(OLD), before, 'services that run with the old key open everything');
  const unrecorded = await keyChecked(BOTH);
  assert.is(unrecorded?.ok, false);
  assert.match(unrecorded?.says ?? '', 'no service was started with the new master key yet');
  assert.is((await keyChecked(OLD))?.ok, true);
  assert.is((await command(BOTH, 'domains list')).exitCode, 0, 'what only reads takes any key');
  assert.is(((await rejection(served(NEW))) as Error).name, 'MasterKeyRefused');

  await served(BOTH);
  assert.is(((await rejection(served(OLD))) as Error).name, 'MasterKeyRefused');
  const heads = async () => withKeys(BOTH, async ({ ledger }) => await ledger.store.head());
  const head = await heads();
  for (const line of ['hooks list', 'hooks create ses', 'domains rotate shop.example']) {
    const refused = await command(OLD, line);
    assert.is(refused.exitCode, 1, `${line}: ${refused.printed}`);
    assert.match(refused.printed, /^postledger: the master key is not the one of ledger [^\n]+\n$/);
  }
  assert.is(await heads(), head, 'nothing was written');
  for (const line of ['keys list', 'domains list', 'projections status']) {
    const { exitCode, printed } = await command(OLD, line);
    assert.is(exitCode, 0, `${line} only reads: ${printed}`);
  }
  assert.is((await keyChecked(BOTH))?.ok, true);
  const wrongKey = await keyChecked(OLD);
  assert.is(wrongKey?.ok, false);
  assert.match(wrongKey?.says ?? '', 'the master key is not the one');
  const rotated = JSON.parse((await command(BOTH, 'master-key rotate --json')).printed);
  assert.is(rotated.resealed, 3);
  assert.equal(rotated.unreadable, []);
  assert.is(Date.parse(rotated.previous_needed_until) - Date.parse(rotated.changed_at), 60 * 86_400_000);
  assert.is(JSON.parse((await command(BOTH, 'master-key rotate --json')).printed).resealed, 0, 'once');
  const { printed } = await command(BOTH, 'master-key rotate');
  assert.match(printed, '`postledger hooks list` shows them');
  assert.is((await command(BOTH, 'hooks list')).exitCode, 0);

  await served(NEW);
  assert.equal(await opened(NEW), before);
  const openedLink = (keys: Keys) =>
    withKeys(keys, async ({ tokens }) => deliveryOfToken(tokens, 'unsubscribe', link));
  assert.is((await openedLink(BOTH))?.emailId, REF.emailId);
  assert.is(await openedLink(NEW), null);
});

test.run();
