// test/cli/blobs.test.ts
import { createHash } from "node:crypto";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { hashSet } from "../../src/cli/blobs/neededBlobs.js";
import { newEvents } from "../../src/commands/kernel/ledger.js";
import { blobRefsIn } from "../../src/events/blobRefs.js";
import { catalogue } from "../../src/events/catalogue.js";
import { terminal } from "./terminal.js";
var DAY_MS = 864e5;
var test = suite("blobs sweep");
var origin = { workspace: "w", actor: "operator", correlation: "c", causation: null };
test("what no event refers to goes a day after it was put", async () => {
  const cli = await terminal();
  const { ledger, blobs } = cli;
  const [html, file, orphan, late] = await Promise.all(
    ["html", "file", "orphan", "late"].map((text) => blobs.put(Buffer.from(text)))
  );
  const data = { html: { blob: html }, text: { inline: "x" }, attachments: [{ content: file }] };
  await ledger.store.append(
    "email-1",
    "no-stream",
    newEvents(ledger, origin, [{ type: "EmailAccepted", data }])
  );
  const nothing = { looked_at: 4, removed: 0, bytes: 0, dry_run: false, orphans: [] };
  assert.equal((await cli.json("blobs sweep")).data, nothing);
  await ledger.clock.advance(DAY_MS + 1);
  await blobs.put(Buffer.from("late"));
  const removed = { looked_at: 4, removed: 1, bytes: 6, orphans: [orphan?.sha256] };
  const planned = await cli.run("blobs sweep --dry-run");
  assert.match(planned.stdout, `6 bytes that no event refers to.
${orphan?.sha256}
`);
  assert.equal((await cli.json("blobs sweep --dry-run")).data, { ...removed, dry_run: true });
  assert.is(blobs.kept.size, 4);
  assert.equal((await cli.json("blobs sweep")).data, { ...removed, dry_run: false });
  assert.equal(
    [html, file, orphan, late].map((ref) => blobs.kept.has(ref?.sha256 ?? "")),
    [true, true, false, true]
  );
  const said = await cli.run("blobs sweep");
  assert.is(said.stdout, "Of 3 blobs 0 were removed: 0 bytes that no event refers to.\n");
});
var OTHER = "0b6a3ab2-6d2f-4d5f-8f6e-2f5a3a1c9d10";
test("with an empty log, another ledger, or a log that ends before the read models, nothing is removed", async () => {
  const cli = await terminal();
  await cli.blobs.put(Buffer.from("precious"));
  await cli.ledger.clock.advance(2 * DAY_MS);
  await cli.run("workspaces create one");
  await cli.run("workspaces create two");
  cli.store.log.splice(2);
  const shorter = await cli.run("blobs sweep");
  assert.is(shorter.exitCode, 1);
  assert.match(shorter.stderr, "it is not the log that these blobs belong to");
  const [opened] = cli.store.log.splice(0);
  const empty = await cli.run("blobs sweep");
  assert.is(empty.exitCode, 1);
  assert.match(empty.stderr, "the log is empty");
  if (opened !== void 0) cli.store.log.push({ ...opened, data: { ledgerId: OTHER, keyCheck: "" } });
  const other = await cli.run("blobs sweep");
  assert.is(other.exitCode, 1);
  assert.match(other.stderr, `the log is ledger ${OTHER}`);
  assert.is(cli.blobs.kept.size, 1);
});
function exampleWithBlobs(schema, hashes) {
  const { properties, items, anyOf } = schema;
  if (anyOf !== void 0) {
    const last = anyOf.findLast((option) => option.type !== "null");
    return last === void 0 ? null : exampleWithBlobs(last, hashes);
  }
  if (items !== void 0) return [exampleWithBlobs(items, hashes), exampleWithBlobs(items, hashes)];
  if (properties === void 0) return 0;
  if ("sha256" in properties) {
    const sha256 = createHash("sha256").update(String(hashes.length)).digest("hex");
    hashes.push(sha256);
    return { sha256, length: 1 };
  }
  const fields = Object.entries(properties).map(([name, part]) => [name, exampleWithBlobs(part, hashes)]);
  return Object.fromEntries(fields);
}
test("every place of the catalogue where a blob may stand is seen", () => {
  let places = 0;
  for (const { type, schema } of catalogue.values()) {
    const hashes = [];
    const data = exampleWithBlobs(schema, hashes);
    assert.equal(
      blobRefsIn(data).map(({ sha256 }) => sha256),
      hashes,
      type
    );
    places += hashes.length;
  }
  assert.ok(places >= 10, `${places} places`);
});
test("the set of hashes holds what was added, also at its edges", () => {
  const set = hashSet();
  const hash = (n) => createHash("sha256").update(String(n)).digest("hex");
  for (let n = 0; n < 2e4; n++) set.add(hash(n));
  set.add(hash(7));
  assert.is(set.size, 2e4);
  for (let n = 0; n < 2e4; n++) assert.ok(set.has(hash(n)));
  for (let n = 2e4; n < 4e4; n++) assert.not.ok(set.has(hash(n)));
  assert.not.ok(set.has("0".repeat(64)));
  set.add("0".repeat(64));
  assert.ok(set.has("0".repeat(64)));
});
test.run();
//# sourceMappingURL=blobs.test.js.map
