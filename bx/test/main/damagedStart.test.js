// test/main/damagedStart.test.ts
import { statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { startServiceProcess } from "../support/serviceProcess.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
var PAGE_BYTES = 2048;
var test = suite("a service on a damaged ledger");
for (const pages of [1, 25])
  test(`cut by ${pages} pages: it starts, answers reads, refuses sends and says so`, async () => {
    const folder = temporaryFolder();
    const env = { POSTLEDGER_DATA: folder.path };
    let service = await startServiceProcess({ env });
    const key = service.firstKey ?? "";
    const call = async (method, path, body, idempotencyKey = "") => {
      const answer = await fetch(service.url + path, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          ...body && { "content-type": "application/json", "idempotency-key": idempotencyKey }
        },
        ...body && { body: JSON.stringify(body) }
      });
      return { status: answer.status, text: await answer.text() };
    };
    const message = {
      from: "a@b.test",
      to: "transactional@example.com",
      subject: "s",
      text: "x".repeat(2e3)
    };
    await Promise.all(
      Array.from({ length: 120 }, async (_, n) => {
        assert.is((await call("POST", "/v1/emails", message, `key${n}`)).status, 202);
      })
    );
    assert.is((await call("POST", "/v1/contacts", { email: "ann@b.test" })).status, 200);
    assert.is(await service.stop(), 0);
    const file = join(folder.path, "ledger.sqlite");
    truncateSync(file, statSync(file).size - pages * PAGE_BYTES);
    service = await startServiceProcess({ env });
    assert.match(service.output(), /ledger\.sqlite is damaged/);
    const contacts = await call("GET", "/v1/contacts");
    assert.is(contacts.status, 200);
    assert.match(contacts.text, /ann@b\.test/);
    assert.is((await call("POST", "/v1/emails", message, "later")).status, 503);
    const ready = await fetch(`${service.url}/readyz`);
    assert.is(ready.status, 503);
    assert.is((await ready.json()).checks.log, false);
    assert.is((await fetch(`${service.url}/healthz`)).status, 200);
    assert.is(await service.stop(), 0);
    folder.remove();
  });
test.run();
//# sourceMappingURL=damagedStart.test.js.map
