// test/clients/clientFixture.ts
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { simpleParser } from "mailparser";
import { eventually } from "../e2e/eventually.js";
import { nodeArguments, ROOT } from "../support/project.js";
import { startServiceProcess } from "../support/serviceProcess.js";
import { smtpSink } from "../support/smtpSink.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
import { told } from "../support/told.js";
var templates = 0;
var LATER = nodeArguments("test/faults/laterService");
async function clientFixture() {
  const folder = temporaryFolder();
  const sink = await smtpSink();
  const env = {
    POSTLEDGER_DATA: folder.path,
    POSTLEDGER_PACE_PER_SECOND: "100000",
    POSTLEDGER_PACE_PER_DAY: "100000000",
    POSTLEDGER_LOG_LEVEL: "error",
    SMTP_URL: sink.url
  };
  const service = await startServiceProcess({ env });
  let running = service;
  const key = service.firstKey ?? "";
  return {
    url: service.url,
    key,
    service,
    sink,
    async mailsTo(address, count = 1) {
      const arrived = () => sink.received.filter(({ recipient }) => recipient === address);
      await eventually(`${count} mails to ${address}`, () => arrived().length >= count);
      return Promise.all(arrived().map(({ raw }) => simpleParser(raw)));
    },
    async template(texts) {
      const answer = await fetch(`${service.url}/v1/templates`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify({ friendly_name: `t${templates++}`, name: "T", ...texts })
      });
      const { id } = await answer.json();
      return id;
    },
    async goOnLater(byMs) {
      await running.stop();
      running = await startServiceProcess({ env, program: LATER, args: [String(byMs)] });
    },
    async close() {
      await running.stop();
      await sink.close();
      folder.remove();
    }
  };
}
function clientCalls(client, version) {
  let made = 0;
  let passed = 0;
  return {
    client,
    /** One documented call with everything that is asserted of it. */
    async call(check) {
      made += 1;
      await check();
      passed += 1;
    },
    add(others) {
      made += others.made;
      passed += others.passed;
    },
    tell() {
      const row = [client.padEnd(34), version.padEnd(9), `${made}`.padStart(5), `${passed}`.padStart(6)];
      told(`client ${row[0]} version ${row[1]} calls made ${row[2]} passed ${row[3]}`);
    }
  };
}
function versionOf(name) {
  const manifest = join(ROOT, "node_modules", name, "package.json");
  return JSON.parse(readFileSync(manifest, "utf8")).version;
}
function mailboxesIn(header) {
  return [header ?? []].flat().flatMap(({ value }) => value);
}
var addresses = 0;
var someone = (name = "ann") => `${name}${addresses++}@customer.test`;
export {
  clientCalls,
  clientFixture,
  mailboxesIn,
  someone,
  versionOf
};
//# sourceMappingURL=clientFixture.js.map
