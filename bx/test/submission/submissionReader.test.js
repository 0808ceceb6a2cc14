// test/submission/submissionReader.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { systemClock } from "../../src/adapters/node/systemClock.js";
import { submissionReader } from "../../src/main/submissionReader.js";
import { quietLog } from "../support/quietLog.js";
var test = suite("the thread that makes requests of submitted mail");
test("a mail of megabytes comes from it as a request that was checked, with what its id is made of", async () => {
  const reader = submissionReader({ clock: systemClock, log: quietLog });
  const html = `<p>${"Gr\xFC\xDFe ".repeat(5e5)}</p>`;
  const head = ["From: a@acme.test", "To: ann@customer.test", "Subject: x", "Message-ID: <1@acme.test>"];
  const mail = (fields) => ({
    raw: Buffer.from([...head, "Content-Type: text/html; charset=utf-8", ...fields, "", html].join("\r\n")),
    recipients: ["ann@customer.test"]
  });
  const [read, again, refused] = await Promise.all([
    reader.read(mail([]), "w"),
    reader.read(mail(["Received: from x by y"]), "w"),
    reader.read(mail(["X-Postledger-Schedule: some day"]), "w")
  ]);
  if (read === null || typeof read === "string" || "issues" in read) throw new Error("it was not read");
  assert.ok(Buffer.from(read.request.html ?? "").equals(Buffer.from(html)));
  assert.is(read.identity?.[0], "content");
  assert.ok(again && typeof again !== "string" && "identity" in again);
  assert.equal(again.identity, read.identity);
  assert.ok(refused && typeof refused !== "string" && "issues" in refused);
  assert.is(refused.issues[0]?.path, "/scheduled_for");
  await reader.close();
});
test.run();
//# sourceMappingURL=submissionReader.test.js.map
