// test/cli/intake.test.ts
import { join } from "node:path";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { signedTokens } from "../../src/adapters/node/signedTokens.js";
import { unmatchedFiles } from "../../src/adapters/outbox/unmatchedFiles.js";
import { hookOf } from "../../src/intake/hooks/hookToken.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
import { terminal, workspaceInTerminal } from "./terminal.js";
var test = suite("commands of the intake");
test("hooks list gives an address a route, each of which opens its own", async () => {
  const cli = await terminal({ POSTLEDGER_BASE_URL: "https://mail.a.example/" });
  const { data } = await cli.json("hooks list");
  const tokens = signedTokens(Buffer.alloc(32, 5));
  for (const { route, url } of data) {
    const [, named, token] = /^https:\/\/mail\.a\.example\/hooks\/(\w+)\/([\w-]+)$/.exec(url) ?? [];
    assert.is(named, route);
    assert.is(hookOf(tokens, route, token ?? "")?.route, route);
  }
  assert.equal(
    data.map(({ route }) => route),
    ["ses", "kumomta", "postal"]
  );
});
test("a further address is made, listed, and revoked alone; the first ones can be revoked too", async () => {
  const cli = await terminal({ POSTLEDGER_BASE_URL: "https://mail.a.example" });
  await cli.run("workspaces create default");
  const { data: created } = await cli.json("hooks create ses --name eu-west-1");
  assert.equal(Object.keys(created), ["id", "route", "name", "state", "url", "about"]);
  const listed = async () => (await cli.json("hooks list")).data;
  const [first, , , further] = await listed();
  assert.equal(further, created);
  assert.equal([further?.name, further?.state], ["eu-west-1", "open"]);
  assert.is.not(further?.url, first?.url);
  assert.equal((await cli.json(`hooks revoke ${created.id}`)).data, { id: created.id, revoked: true });
  assert.is((await cli.json(`hooks revoke ${first?.id}`)).exitCode, 0);
  assert.equal(
    (await listed()).map(({ state, url }) => `${state} ${url === null ? "without" : "with"} an address`),
    [
      "revoked without an address",
      "open with an address",
      "open with an address",
      "revoked without an address"
    ]
  );
  const recorded = await cli.store.readStream("hooks-addresses");
  assert.equal(
    recorded.map(({ type }) => type),
    ["HookAddressCreated", "HookAddressRevoked", "HookAddressRevoked"]
  );
  assert.is(recorded[0]?.metadata.workspace, workspaceInTerminal("default"));
  assert.not.match(JSON.stringify(recorded), created.url.split("/").at(-1), "no token is in the log");
});
test("what cannot be made or revoked is said by name", async () => {
  const cli = await terminal();
  await cli.run("workspaces create default");
  assert.match((await cli.run("hooks create mailgun")).stderr, "ses, kumomta, postal");
  assert.is((await cli.run(["hooks", "create", "ses", "--name", "x".repeat(101)])).exitCode, 2);
  const missing = await cli.run("hooks revoke 11111111-1111-4111-8111-111111111111");
  assert.is(missing.exitCode, 3);
  assert.match(missing.stderr, "no such hook address");
  assert.is((await cli.run("hooks revoke none")).exitCode, 2);
});
test("bounces list shows the stored mails, newest first, up to a limit", async () => {
  const folder = temporaryFolder();
  const cli = await terminal({ POSTLEDGER_DATA: folder.path });
  assert.match((await cli.run("bounces list")).stdout, "Nothing is kept.");
  const files = unmatchedFiles(join(folder.path, "unmatched-mail"));
  for (const n of [1, 2]) {
    const mail = {
      atMs: n,
      why: "no delivery",
      sender: "",
      recipients: ["x@b.example"],
      remoteAddress: "::1"
    };
    await files.store(mail, Buffer.from(`Subject: ${n}\r
\r
`));
  }
  const { data } = await cli.json("bounces list --limit 1");
  assert.is(data.length, 1);
  assert.is(data[0].subject, "2");
  assert.is(data[0].received_at, "1970-01-01T00:00:00.002Z");
  assert.match((await cli.run("bounces list")).stdout, /RECEIVED +WHY +SUBJECT +FILE/);
  assert.is((await cli.run("bounces list --limit 0")).exitCode, 2);
  folder.remove();
});
test.run();
//# sourceMappingURL=intake.test.js.map
