// test/docs/migrating.test.ts
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { clientFixture, mailboxesIn } from "../clients/clientFixture.js";
import { run } from "../clients/run.js";
import { ROOT } from "../support/project.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
var page = readFileSync(join(ROOT, "docs", "migrating.md"), "utf8");
var blocks = [...page.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code = ""]) => code);
var folder = temporaryFolder();
symlinkSync(join(ROOT, "node_modules"), join(folder.path, "node_modules"));
var test = suite("issue 27, 11: docs/migrating.md");
test.before(async (context) => {
  context.fixture = await clientFixture();
  context.template = await context.fixture.template({ subject: "Hi {{ name }}", text: "Hello" });
});
test.after(async ({ fixture }) => {
  await fixture.close();
  folder.remove();
});
var UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}\n$/;
for (const [at, address, name, subject, printed] of [
  [0, "ann@customer.test", "Ann", "Your invoice", UUID],
  [1, "bo@customer.test", "", "Your invoice", UUID],
  [2, "cy@customer.test", "", "Hi Cy", /^$/]
]) {
  test(`block ${at} sends what it says`, async ({ fixture, template }) => {
    const file = join(folder.path, `block${at}.mjs`);
    writeFileSync(file, blocks[at] ?? "");
    const env = { POSTLEDGER_URL: fixture.url, POSTLEDGER_KEY: fixture.key, TEMPLATE_ID: template };
    const { code, stdout, output } = await run(process.execPath, [file], { env });
    assert.is(code, 0, output);
    assert.match(stdout, printed);
    const [mail] = await fixture.mailsTo(address);
    assert.equal(mailboxesIn(mail?.to), [{ address, name }]);
    assert.is(mail?.subject, subject);
  });
}
test("there are no other blocks", () => {
  assert.is(blocks.length, 3);
});
test.run();
//# sourceMappingURL=migrating.test.js.map
