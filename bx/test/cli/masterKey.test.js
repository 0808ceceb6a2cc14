// test/cli/masterKey.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { openDependencies } from "../../src/cli/openDependencies.js";
import { runCli } from "../../src/cli/run.js";
import { deliveryOfToken, deliveryToken } from "../../src/commands/email/deliveryToken.js";
import { foldStream } from "../../src/commands/kernel/decider.js";
import {
  createWebhookEndpoint,
  webhookEndpointsDecider
} from "../../src/commands/webhook/webhookEndpoints.js";
import { senderKeyContext } from "../../src/commands/workspace/newSenderKeys.js";
import { workspaceNamed } from "../../src/commands/workspace/openWorkspace.js";
import { senderDomainsOf } from "../../src/commands/workspace/senderDomains.js";
import { readSettings } from "../../src/config.js";
import { webhooks } from "../../src/events/webhooks.js";
import { openPorts } from "../../src/main/ports.js";
import { startService } from "../../src/main/service.js";
import { rejection } from "../contract/eventStore/events.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
var test = suite("postledger master-key rotate");
var folder = temporaryFolder();
test.after(() => folder.remove());
var OLD = { POSTLEDGER_MASTER_KEY: "a".repeat(64) };
var NEW = { POSTLEDGER_MASTER_KEY: "b".repeat(64) };
var BOTH = { ...NEW, POSTLEDGER_MASTER_KEY_PREVIOUS: OLD.POSTLEDGER_MASTER_KEY };
var environmentOf = (keys) => ({
  ...{ POSTLEDGER_DATA: folder.path, POSTLEDGER_PORT: "0", POSTLEDGER_LOG_LEVEL: "silent" },
  ...{ POSTLEDGER_ROLES: "api,projector,sender,dispatcher", ...keys }
});
async function served(keys) {
  const settings = readSettings(environmentOf(keys));
  const service = await startService(settings, await openPorts(settings, "silent"));
  await service.stop();
}
async function command(keys, line) {
  let printed = "";
  const print = (text) => {
    printed += text;
  };
  const host = { env: environmentOf(keys), stdout: print, stderr: print, isWatched: false };
  return { exitCode: await runCli(line.split(" "), { ...host, open: openDependencies }), printed };
}
async function withKeys(keys, act) {
  const parts = await openDependencies(readSettings(environmentOf(keys)));
  try {
    const workspace = await workspaceNamed(parts.ledger.store, "default");
    return await act(parts, workspace?.id ?? "");
  } finally {
    await parts.close();
  }
}
var opened = (keys) => withKeys(keys, async ({ ledger, secrets }, workspace) => {
  const { active } = foldStream(
    webhookEndpointsDecider,
    await ledger.store.readStream(webhooks.stream(workspace))
  );
  const [domain] = await senderDomainsOf(ledger, workspace);
  return [
    ...active.map(({ sealedSecret, endpointId }) => secrets.open(sealedSecret, endpointId)),
    ...(domain?.keys ?? []).map(
      ({ sealedPrivateKey, selector }) => secrets.open(sealedPrivateKey, senderKeyContext(workspace, "shop.example", selector))
    )
  ];
});
async function keyChecked(keys) {
  const { checks } = JSON.parse((await command(keys, "doctor --json")).printed);
  return checks.find(({ name }) => name === "master key, of this ledger");
}
var REF = { emailId: "0b1f9d1e-8a53-4c5e-9a3e-0a4f0f9f2a11", recipient: 3 };
test("what the log has sealed is sealed again, links work under both keys, and the command says until when", async () => {
  await served(OLD);
  assert.is((await command(OLD, "domains add shop.example")).exitCode, 0);
  const { secret, link } = await withKeys(OLD, async ({ ledger, secrets, tokens }, workspace) => {
    const origin = { workspace, actor: "operator", correlation: ledger.ids.uuid(), causation: null };
    const endpoint = { name: "n", url: "https://hooks.example/a", events: ["*"] };
    const created = await createWebhookEndpoint(ledger, secrets, origin, endpoint);
    return { secret: created.secret, link: deliveryToken(tokens, "unsubscribe", REF) };
  });
  const before = await opened(OLD);
  assert.is(before.length, 3);
  assert.is(before[0], secret);
  const alone = await command(OLD, "master-key rotate");
  assert.is(alone.exitCode, 1);
  assert.match(alone.printed, "set POSTLEDGER_MASTER_KEY_PREVIOUS");
  const early = await command(BOTH, "master-key rotate");
  assert.is(early.exitCode, 1);
  assert.match(early.printed, "no service was started with the new master key yet");
  const earlyHead = await withKeys(OLD, ({ ledger }) => ledger.store.head());
  for (const line of [
    "hooks list",
    "hooks create ses",
    "domains rotate shop.example",
    "domains add new.example"
  ]) {
    const refused = await command(BOTH, line);
    assert.is(refused.exitCode, 1, `${line}: ${refused.printed}`);
    assert.match(
      refused.printed,
      /^postledger: no service was started with the new master key yet: [^\n]+\n$/
    );
  }
  assert.is(await withKeys(OLD, ({ ledger }) => ledger.store.head()), earlyHead, "nothing was written");
  assert.equal(await opened(OLD), before, "services that run with the old key open everything");
  const unrecorded = await keyChecked(BOTH);
  assert.is(unrecorded?.ok, false);
  assert.match(unrecorded?.says ?? "", "no service was started with the new master key yet");
  assert.is((await keyChecked(OLD))?.ok, true);
  assert.is((await command(BOTH, "domains list")).exitCode, 0, "what only reads takes any key");
  assert.is((await rejection(served(NEW))).name, "MasterKeyRefused");
  await served(BOTH);
  assert.is((await rejection(served(OLD))).name, "MasterKeyRefused");
  const heads = async () => withKeys(BOTH, async ({ ledger }) => await ledger.store.head());
  const head = await heads();
  for (const line of ["hooks list", "hooks create ses", "domains rotate shop.example"]) {
    const refused = await command(OLD, line);
    assert.is(refused.exitCode, 1, `${line}: ${refused.printed}`);
    assert.match(refused.printed, /^postledger: the master key is not the one of ledger [^\n]+\n$/);
  }
  assert.is(await heads(), head, "nothing was written");
  for (const line of ["keys list", "domains list", "projections status"]) {
    const { exitCode, printed: printed2 } = await command(OLD, line);
    assert.is(exitCode, 0, `${line} only reads: ${printed2}`);
  }
  assert.is((await keyChecked(BOTH))?.ok, true);
  const wrongKey = await keyChecked(OLD);
  assert.is(wrongKey?.ok, false);
  assert.match(wrongKey?.says ?? "", "the master key is not the one");
  const rotated = JSON.parse((await command(BOTH, "master-key rotate --json")).printed);
  assert.is(rotated.resealed, 3);
  assert.equal(rotated.unreadable, []);
  assert.is(Date.parse(rotated.previous_needed_until) - Date.parse(rotated.changed_at), 60 * 864e5);
  assert.is(JSON.parse((await command(BOTH, "master-key rotate --json")).printed).resealed, 0, "once");
  const { printed } = await command(BOTH, "master-key rotate");
  assert.match(printed, "`postledger hooks list` shows them");
  assert.is((await command(BOTH, "hooks list")).exitCode, 0);
  await served(NEW);
  assert.equal(await opened(NEW), before);
  const openedLink = (keys) => withKeys(keys, async ({ tokens }) => deliveryOfToken(tokens, "unsubscribe", link));
  assert.is((await openedLink(BOTH))?.emailId, REF.emailId);
  assert.is(await openedLink(NEW), null);
});
test.run();
//# sourceMappingURL=masterKey.test.js.map
