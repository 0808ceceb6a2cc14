// test/main/refusePorts.test.ts
import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { readSettings } from "../../src/config.js";
import { refusePorts } from "../../src/main/refusePorts.js";
import { serve } from "../../src/main/serve.js";
import { rejection } from "../contract/eventStore/events.js";
import { skipped } from "../support/skipped.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
var test = suite("issue 27, 4: ports that a service cannot listen on");
test.before.each(async (context) => {
  context.taken = createServer().listen(0, "127.0.0.1");
  await once(context.taken, "listening");
  context.port = context.taken.address().port;
});
test.after.each(({ taken }) => void taken.close());
var refusal = async (env) => (await rejection(refusePorts(readSettings(env)))).message;
var withIntake = { POSTLEDGER_BOUNCE_DOMAIN: "b.example.com" };
test("one that is in use is answered by a sentence with advice, and nothing is written", async ({ port }) => {
  const folder = temporaryFolder();
  const env = { POSTLEDGER_PORT: `${port}`, POSTLEDGER_DATA: join(folder.path, "data") };
  const asked = new AbortController().signal;
  const error = await rejection(serve(readSettings(env), { env, asked, showFirstKey: null }));
  assert.is(error.name, "SettingsInvalid");
  assert.match(error.message, `Port ${port} of 127.0.0.1 is in use`);
  assert.match(error.message, "set POSTLEDGER_PORT to another port");
  assert.not.ok(existsSync(env.POSTLEDGER_DATA));
  folder.remove();
});
test("a wrong address of a relay or carrier is named before anything is made, without its password", async () => {
  const folder = temporaryFolder();
  const data = join(folder.path, "data");
  for (const [name, value] of [
    ["SMTP_URL", "smtp://ann:hunter2@h?tls=maybe"],
    ["SMPP_URL", "smpp://carrier"],
    ["SMPP_URL", "smpp://a:hunter2@carrier?windw=5"],
    ["SMPP_URL", "smpp://a:hunter2%@carrier"]
  ]) {
    const env = { POSTLEDGER_PORT: "0", POSTLEDGER_DATA: data, [name]: value };
    const asked = new AbortController().signal;
    const { message } = await rejection(
      serve(readSettings(env), { env, asked, showFirstKey: null })
    );
    assert.match(message, name);
    assert.not.match(message, "hunter2");
    assert.not.ok(existsSync(data), value);
  }
  folder.remove();
});
test("a host without an address, or of another machine, is named", async () => {
  assert.match(
    await refusal({ POSTLEDGER_HOST: "nohost.invalid" }),
    "POSTLEDGER_HOST is nohost.invalid, which has no address"
  );
  assert.match(
    await refusal({ POSTLEDGER_HOST: "192.0.2.1", POSTLEDGER_PORT: "0" }),
    "POSTLEDGER_HOST is 192.0.2.1, which is no address of this machine"
  );
  assert.match(
    await refusal({
      ...withIntake,
      POSTLEDGER_BOUNCE_PORT: "2525",
      POSTLEDGER_BOUNCE_HOST: "nohost.invalid"
    }),
    "POSTLEDGER_BOUNCE_HOST is nohost.invalid"
  );
});
var samePorts = { ...withIntake, POSTLEDGER_PORT: "4001", POSTLEDGER_BOUNCE_PORT: "4001" };
test("the intake may not have the port of the API", async () => {
  assert.match(await refusal(samePorts), "POSTLEDGER_BOUNCE_PORT is 4001, which is POSTLEDGER_PORT too");
  assert.match(await refusal({ ...samePorts, POSTLEDGER_HOST: "0.0.0.0" }), "which is POSTLEDGER_PORT too");
});
test("nor by another name of the same address", async () => {
  const isNamed = await lookup("localhost").then(
    () => true,
    () => false
  );
  if (!isNamed) return skipped("localhost has no address here: write 127.0.0.1 localhost into /etc/hosts");
  assert.match(await refusal({ ...samePorts, POSTLEDGER_HOST: "localhost" }), "which is POSTLEDGER_PORT too");
});
test("what can be listened on passes, twice, and is free afterwards", async ({ taken, port }) => {
  taken.close();
  await once(taken, "close");
  const settings = readSettings({ POSTLEDGER_PORT: `${port}` });
  await refusePorts(settings);
  await refusePorts(settings);
  await refusePorts(readSettings({ POSTLEDGER_ROLES: "projector" }));
});
test.run();
//# sourceMappingURL=refusePorts.test.js.map
