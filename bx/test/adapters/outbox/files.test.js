// test/adapters/outbox/files.test.ts
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { mkdir, readdir, readFile, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { writeDurably } from "../../../src/adapters/node/durableFiles.js";
import { systemClock as clock } from "../../../src/adapters/node/systemClock.js";
import { fileCarrier } from "../../../src/adapters/outbox/fileCarrier.js";
import { fileMailer } from "../../../src/adapters/outbox/fileMailer.js";
import { eventually } from "../../e2e/eventually.js";
import { quietLog } from "../../support/quietLog.js";
import { temporaryFolder } from "../../support/temporaryFolder.js";
var test = suite("outbox folders");
test.before.each((context) => {
  context.folder = temporaryFolder();
});
test.after.each(({ folder }) => folder.remove());
var mail = (raw) => ({
  sender: "a@b.example",
  recipient: "c@d.example",
  raw: Buffer.from(raw),
  deliveryId: "6b1f1f0e-0000-4000-8000-000000000001",
  reportsComeBack: false,
  workspace: "w"
});
test("mail is a file named by its delivery; sent again it is the same file, submitted and never delivered", async ({
  folder
}) => {
  const mailer = fileMailer(join(folder.path, "outbox"));
  const outcomes = await Promise.all([mailer.send(mail("one")), mailer.send(mail("one"))]);
  const sha256 = createHash("sha256").update("one").digest("hex");
  for (const outcome of outcomes)
    assert.equal(outcome.outcome === "submitted" && outcome.handedOver, { sha256 });
  await mailer.send(mail("two"));
  assert.equal(await readdir(join(folder.path, "outbox")), ["6b1f1f0e-0000-4000-8000-000000000001.eml"]);
  const path = join(folder.path, "outbox", "6b1f1f0e-0000-4000-8000-000000000001.eml");
  assert.is(await readFile(path, "utf8"), "two");
  assert.is((await stat(path)).mode & 63, 0, "mail is for the service alone");
});
test("an outbox that cannot be written is the route\u2019s fault, and names no path of the machine", async ({
  folder
}) => {
  await writeFile(join(folder.path, "outbox"), "a file in the way");
  const mailer = fileMailer(join(folder.path, "outbox"));
  for (const outcome of [await mailer.send(mail("x")), await mailer.probe()]) {
    assert.ok(outcome?.outcome === "unsent" && outcome.trouble === "storage");
    assert.not.ok(JSON.stringify(outcome).includes(folder.path));
  }
  assert.is(await fileMailer(join(folder.path, "another")).probe(), null);
});
test("outbound messages are files named by their ids", async ({ folder }) => {
  const carrier = fileCarrier(folder.path, { clock, log: quietLog });
  const message = {
    ...{ smsId: "s-1", from: "+491", to: "+492", text: "Gr\xFC\xDFe\n" },
    ...{ coding: "gsm7", segments: ["Gr\xFC\xDFe\n"], taken: 0 }
  };
  assert.is((await carrier.submit(message, async () => {
  })).outcome, "sent");
  await carrier.submit(message, async () => {
  });
  assert.equal(await readdir(join(folder.path, "sms-outbox")), ["s-1.json"]);
  const content = JSON.parse(await readFile(join(folder.path, "sms-outbox", "s-1.json"), "utf8"));
  assert.equal(content, { id: "s-1", from: "+491", to: "+492", text: "Gr\xFC\xDFe\n" });
});
test("inbound files are taken in, set aside, or come again", async ({ folder }) => {
  const carrier = fileCarrier(folder.path, { clock, log: quietLog });
  const inbox = join(folder.path, "sms-inbox");
  await mkdir(inbox);
  const put = (name, content) => writeFile(join(inbox, name), JSON.stringify(content));
  await put("1.json", { id: "m-1", from: "+491", to: "+4930", text: "hello" });
  await put("2.json", { id: "m-2", from: "+491", to: "+4931", text: "to no one" });
  await put("3.json", { id: "m-3", from: "no number", to: "+4931", text: "x" });
  await writeFile(join(inbox, "4.json"), '{"id": "half wri');
  await writeFile(join(inbox, "notes.txt"), "not a message");
  const old = new Date(Date.now() - 6e4);
  await utimes(join(inbox, "3.json"), old, old);
  const seen = [];
  const stop = new AbortController();
  let faults = 1;
  const message = async (message2) => {
    if (faults-- > 0) throw new Error("the log is away");
    seen.push(message2);
    return message2.to === "+4930" ? "recorded" : "unknown";
  };
  const over = carrier.receive({ message, receipt: async () => {
  } }, stop.signal);
  const moved = ["done/1.json", "unknown/2.json", "refused/3.json"];
  await eventually("they are moved", () => moved.every((path) => existsSync(join(inbox, path))));
  stop.abort();
  await over;
  assert.equal(seen.map(({ carrierId }) => carrierId).sort(), ["m-1", "m-2"]);
  assert.equal(await readdir(join(inbox, "done")), ["1.json"]);
  assert.equal(await readdir(join(inbox, "unknown")), ["2.json"]);
  assert.equal(await readdir(join(inbox, "refused")), ["3.json"]);
  assert.equal(
    (await readdir(inbox)).filter((name) => name.includes(".")),
    ["4.json", "notes.txt"]
  );
});
test("what a killed writer left is removed at the start; a file of a writer that lives stays", ({
  folder
}) => {
  const outbox = join(folder.path, "left");
  mkdirSync(outbox);
  const left = `a.eml.${process.pid}.999999.tmp`;
  const dead = `b.eml.4194303.0.tmp`;
  const living = `c.eml.${process.ppid}.0.tmp`;
  for (const name of [left, dead, living, "d.eml", "e.tmp"]) writeFileSync(join(outbox, name), "");
  fileMailer(outbox);
  assert.equal(readdirSync(outbox).sort(), [living, "d.eml", "e.tmp"].sort());
});
test("a write that fails leaves nothing", async ({ folder }) => {
  const outbox = join(folder.path, "failing");
  mkdirSync(join(outbox, "x.eml", "full"), { recursive: true });
  await writeDurably(join(outbox, "x.eml"), "text").then(
    () => assert.unreachable("it was written"),
    () => {
    }
  );
  assert.equal(readdirSync(outbox), ["x.eml"]);
});
test.run();
//# sourceMappingURL=files.test.js.map
