// test/clients/go.test.ts
import { cpSync } from "node:fs";
import { join } from "node:path";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { missingTool } from "../support/missingTool.js";
import { ROOT } from "../support/project.js";
import { skipped } from "../support/skipped.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
import { clientCalls, clientFixture, mailboxesIn, someone } from "./clientFixture.js";
import { run } from "./run.js";
var SOURCE = join(ROOT, "test", "clients", "go");
var VERSIONS = { "resend-go": "v3.1.1", "sendgrid-go": "v3.16.1" };
var test = suite("clients: Go");
test("every call, and what arrives", async () => {
  const missing = missingTool("go");
  if (missing !== null) return skipped(missing);
  const folder = temporaryFolder();
  cpSync(SOURCE, folder.path, { recursive: true });
  const fetched = await run("go", ["mod", "download"], { cwd: folder.path });
  if (fetched.code !== 0) {
    folder.remove();
    return skipped(`no Go module proxy answers (set GOPROXY to one): ${fetched.output.slice(-300)}`);
  }
  const built = await run("go", ["build", "-o", "calls", "."], { cwd: folder.path });
  assert.is(built.code, 0, built.output);
  const fixture = await clientFixture();
  const template = await fixture.template({ subject: "Hi {{ name }}", text: "Hello" });
  const to = Array.from({ length: 6 }, () => someone("go"));
  const input = JSON.stringify({ url: fixture.url, key: fixture.key, template, to });
  const { code, output, stdout } = await run(join(folder.path, "calls"), [], { input });
  assert.is(code, 0, output);
  const { made, failed } = JSON.parse(stdout);
  for (const library of ["resend-go", "sendgrid-go"]) {
    const lost = failed.filter((one) => one.startsWith(`${library} `)).length;
    const calls = clientCalls(library, VERSIONS[library]);
    calls.add({ made: made[library], passed: made[library] - lost });
    calls.tell();
  }
  assert.equal(failed, []);
  await arrived(fixture, to);
  await fixture.close();
  folder.remove();
});
async function arrived(fixture, to) {
  for (const index of [0, 4]) {
    const [mail] = await fixture.mailsTo(to[index] ?? "");
    assert.equal(mailboxesIn(mail?.to), [{ address: to[index], name: "Ann" }]);
    assert.equal(mailboxesIn(mail?.from), [{ address: "hello@acme.test", name: "Acme" }]);
    assert.is(mailboxesIn(mail?.replyTo)[0]?.address, "support@acme.test");
    assert.equal(
      [mail?.subject, mail?.text?.trim(), mail?.headers.get("x-ref")],
      ["Hello", "It works.", "42"]
    );
    assert.match(String(mail?.html), "<p>It works.</p>");
    const files = mail?.attachments.map((one) => [one.filename, one.contentType, one.content.toString()]);
    assert.equal(files, [["a.pdf", "application/pdf", "%PDF"]]);
  }
  for (const index of [1, 5]) assert.is((await fixture.mailsTo(to[index] ?? ""))[0]?.subject, "Hi Ann");
  for (const index of [2, 3]) assert.is((await fixture.mailsTo(to[index] ?? "")).length, 1);
}
test.run();
//# sourceMappingURL=go.test.js.map
