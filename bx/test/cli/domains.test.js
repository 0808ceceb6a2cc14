// test/cli/domains.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { workspace } from "../../src/events/workspace.js";
import { terminal, workspaceInTerminal } from "./terminal.js";
var test = suite("domains");
test.before.each(async (state) => {
  state.cli = await terminal();
  await state.cli.run("workspaces create default");
});
var dkim = (records) => records.filter(({ purpose }) => purpose === "dkim");
var publish = ({ zone }, records) => {
  for (const { name, value } of records) zone.texts.set(name, [value]);
};
var states = (data) => data.keys.map(({ state }) => state);
test("a domain gets keys of both algorithms; once DNS holds them it is verified", async ({ cli }) => {
  const added = await cli.json("domains add Shop.Example");
  assert.is(added.data.domain, "shop.example");
  assert.is(added.data.verified, false);
  assert.equal(
    added.data.records.map(({ purpose, type }) => `${purpose} ${type}`),
    ["dkim TXT", "dkim TXT", "spf TXT", "dmarc TXT"]
  );
  for (const { name, value } of dkim(added.data.records)) {
    assert.match(name, /^pl-[0-9a-f]{8}-(rsa|ed)\._domainkey\.shop\.example$/);
    assert.match(value, /^v=DKIM1; k=(rsa|ed25519); p=public\w+$/);
  }
  const before = await cli.json("domains check shop.example");
  assert.is(before.exitCode, 5);
  assert.equal(
    before.data.records.map(({ state }) => state),
    ["missing", "missing", "missing", "missing"]
  );
  publish(cli, added.data.records);
  const after = await cli.json("domains check shop.example");
  assert.is(after.exitCode, 0);
  assert.is(after.data.verified, true);
  assert.equal(states(after.data), ["signs", "signs"]);
  assert.equal((await cli.json("domains list")).data, [
    { domain: "shop.example", verified: true, keys: after.data.keys }
  ]);
});
test("private keys are in the log sealed, and nowhere on the screen", async ({ cli }) => {
  const { stdout } = await cli.run("domains add shop.example");
  const { stdout: json } = await cli.run("domains add shop.example --json");
  const [, added] = await workspace.read(cli.store, workspaceInTerminal("default"));
  assert.ok(added?.type === "SenderDomainAdded");
  for (const { selector, algorithm, publicKey, sealedPrivateKey } of added.data.keys ?? []) {
    assert.match(selector, /^pl-/);
    assert.match(publicKey, algorithm.replace("-", ""));
    assert.match(sealedPrivateKey, /^v1\./);
    for (const text of [stdout, json]) assert.not.match(text, sealedPrivateKey);
  }
  assert.not.match(`${stdout}${json}${JSON.stringify(cli.store.log)}`, /private \d/);
});
test("keys are exchanged with an overlap: the old ones sign until DNS holds the new ones", async ({
  cli
}) => {
  const { data: first } = await cli.json("domains add shop.example");
  publish(cli, first.records);
  await cli.json("domains check shop.example");
  const { data: second } = await cli.json("domains rotate shop.example");
  assert.equal(states(second), ["signs", "signs", "not in DNS", "not in DNS"]);
  const again = await cli.run("domains rotate shop.example");
  assert.is(again.exitCode, 2);
  assert.match(again.stderr, "not in DNS yet");
  const [newRsa, newEd] = dkim(second.records).slice(2);
  publish(cli, newRsa === void 0 ? [] : [newRsa]);
  assert.equal(states((await cli.json("domains check shop.example")).data), [
    "replaced",
    "signs",
    "signs",
    "not in DNS"
  ]);
  publish(cli, newEd === void 0 ? [] : [newEd]);
  const { data: both } = await cli.json("domains check shop.example");
  assert.equal(states(both), ["replaced", "replaced", "signs", "signs"]);
  assert.equal(
    dkim(both.records).map(({ state }) => state),
    ["replaced", "replaced", "there", "there"]
  );
  for (const { name } of dkim(first.records)) cli.zone.texts.delete(name);
  const { data: last, exitCode } = await cli.json("domains check shop.example");
  assert.is(exitCode, 0, "an old record is not missed");
  assert.equal(states(last), ["signs", "signs"]);
});
test("missing, different and replaced records are distinguished", async ({ cli }) => {
  const { data } = await cli.json("domains add shop.example");
  const [rsa, ed] = dkim(data.records);
  const { texts } = cli.zone;
  texts.set(rsa?.name ?? "", ["v=DKIM1; k=rsa; p=another"]);
  texts.set(ed?.name ?? "", [(ed?.value ?? "").replace("p=", "p = ").replace("; k", ";k")]);
  texts.set("shop.example", ["google-site-verification=x", "v=spf1 -all", "v=spf1 ~all"]);
  texts.set("_dmarc.example", ["v=DMARC1; p=none"]);
  const { data: checked, exitCode } = await cli.json("domains check shop.example");
  assert.is(exitCode, 5);
  assert.equal(
    checked.records.map(({ purpose, state }) => `${purpose} ${state}`),
    ["dkim different", "dkim there", "spf different", "dmarc missing"]
  );
  assert.is(checked.verified, true, "one key is enough");
  const { stdout } = await cli.run("domains check shop.example");
  assert.match(stdout, "WRONG    dkim: ");
  assert.match(stdout, "MISSING  dmarc: _dmarc.shop.example TXT");
});
test("what DNS says commands no terminal", async ({ cli }) => {
  const { data } = await cli.json("domains add shop.example");
  const [rsa] = dkim(data.records);
  cli.zone.texts.set(rsa?.name ?? "", ["v=DKIM1; k=rsa; p=\x1B[2J\x9B1m"]);
  const { stdout } = await cli.run("domains check shop.example");
  assert.match(stdout, "says v=DKIM1; k=rsa; p=\\x1b[2J\\x9b1m\n");
});
test("a policy above counts, and so does the return path where there is one", async () => {
  const cli = await terminal({ POSTLEDGER_BOUNCE_DOMAIN: "back.mail.example" });
  await cli.run("workspaces create default");
  const { data } = await cli.json("domains add news.shop.example");
  publish(cli, dkim(data.records));
  cli.zone.texts.set("_dmarc.shop.example", ["v=DMARC1; p=reject"]);
  cli.zone.texts.set("back.mail.example", ["v=spf1 a ~all"]);
  const without = await cli.json("domains check news.shop.example");
  assert.equal(without.data.records.map(({ name, state }) => `${name} ${state}`).slice(2), [
    "back.mail.example missing",
    "back.mail.example there",
    "_dmarc.news.shop.example there"
  ]);
  cli.zone.exchangers.set("back.mail.example", ["mx.mail.example"]);
  assert.is((await cli.json("domains check news.shop.example")).exitCode, 0);
});
test("keys that left DNS sign no more; while DNS is down nothing is concluded", async ({ cli }) => {
  const { data } = await cli.json("domains add shop.example");
  publish(cli, data.records);
  await cli.json("domains check shop.example");
  cli.zone.down = true;
  const down = await cli.run("domains check shop.example");
  assert.is(down.exitCode, 4);
  assert.match(down.stderr, "nothing was changed");
  assert.is((await cli.json("domains list")).data[0].verified, true);
  cli.zone.down = false;
  cli.zone.texts.clear();
  assert.is((await cli.json("domains check shop.example")).data.verified, false);
});
test("a removed domain is none any more, what is no domain is refused", async ({ cli }) => {
  await cli.json("domains add shop.example");
  assert.is((await cli.json("domains remove shop.example")).exitCode, 0);
  assert.equal((await cli.json("domains list")).data, []);
  for (const line of [
    "domains remove shop.example",
    "domains check shop.example",
    "domains rotate shop.example"
  ]) {
    const { exitCode, stderr } = await cli.run(line);
    assert.is(exitCode, 3, line);
    assert.match(stderr, "shop.example is no sender domain of the workspace");
  }
  for (const name of ["shop", "a..b", "a b.example", `${"a.".repeat(120)}example`, "x@y.example"])
    assert.match((await cli.run(["domains", "add", name])).stderr, "must be a domain", name);
  assert.is(
    (await cli.json(["domains", "add", "b\xFCcher.example."].join(" "))).data.domain,
    "xn--bcher-kva.example"
  );
});
test.run();
//# sourceMappingURL=domains.test.js.map
