// test/clients/python.test.ts
import { join } from "node:path";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { ROOT } from "../support/project.js";
import { pythonEnvironment } from "../support/pythonEnvironment.js";
import { skipped } from "../support/skipped.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
import { clientCalls, clientFixture, mailboxesIn, someone } from "./clientFixture.js";
import { run } from "./run.js";
var PACKAGES = ["resend==2.52.0", "sendgrid==6.12.5"];
var CALLS = join(ROOT, "test", "clients", "python", "calls.py");
var test = suite("clients: Python");
test("every call, and what arrives", async () => {
  const folder = temporaryFolder();
  const python = join(folder.path, "bin", "python");
  const missing = await pythonEnvironment(folder.path, PACKAGES);
  if (missing !== null) {
    folder.remove();
    return skipped(missing);
  }
  const fixture = await clientFixture();
  const template = await fixture.template({ subject: "Hi {{ name }}", text: "Hello" });
  const to = Array.from({ length: 10 }, () => someone("py"));
  const input = JSON.stringify({ url: fixture.url, key: fixture.key, template, to });
  const { code, output, stdout } = await run(python, [CALLS], { input });
  assert.is(code, 0, output);
  const { versions, made, failed } = JSON.parse(stdout);
  for (const [library, names] of Object.entries(made)) {
    const lost = failed.filter((one) => one.startsWith(`${library} `)).length;
    const calls = clientCalls(`${library} (Python)`, versions[library] ?? "");
    calls.add({ made: names.length, passed: names.length - lost });
    calls.tell();
  }
  assert.equal(failed, []);
  await arrived(fixture, to);
  await fixture.close();
  folder.remove();
});
async function arrived(fixture, to) {
  for (const [index, replyTo] of [
    [0, "support@acme.test"],
    [6, "support@acme.test"]
  ]) {
    const [mail] = await fixture.mailsTo(to[index] ?? "");
    assert.equal(mailboxesIn(mail?.to), [{ address: to[index], name: "Ann" }]);
    assert.equal(mailboxesIn(mail?.from), [{ address: "hello@acme.test", name: "Acme" }]);
    assert.is(mailboxesIn(mail?.replyTo)[0]?.address, replyTo);
    assert.equal(
      [mail?.subject, mail?.text?.trim(), mail?.headers.get("x-ref")],
      ["Hello", "It works.", "42"]
    );
    assert.match(String(mail?.html), "<p>It works.</p>");
    const files = mail?.attachments.map((one) => [one.filename, one.contentType, one.content.toString()]);
    assert.equal(files, [["a.pdf", "application/pdf", "%PDF"]]);
  }
  for (const index of [1, 9]) assert.is((await fixture.mailsTo(to[index] ?? ""))[0]?.subject, "Hi Ann");
  for (const index of [2, 3, 4, 5, 7, 8]) assert.is((await fixture.mailsTo(to[index] ?? "")).length, 1);
}
test.run();
//# sourceMappingURL=python.test.js.map
