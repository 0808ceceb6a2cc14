// test/ops/queries.test.ts
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { smtpSink } from "../adapters/smtp/smtpServer.js";
import { eventually } from "../e2e/eventually.js";
import { freePort } from "../servers/servers.js";
import { missingTool } from "../support/missingTool.js";
import { startServiceProcess } from "../support/serviceProcess.js";
import { skipped } from "../support/skipped.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
import { ALERTS, alarmQueries, panelQueries } from "./opsQueries.js";
var test = suite("issue 27, 7: the queries of ops/");
var queries = [...alarmQueries, ...panelQueries];
var OF_PROMETHEUS = ["instance", "job"];
function missingFrom(scrape, query) {
  const samples = scrape.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  const used = [...query.matchAll(/\b((?:postledger|nodejs|process)_\w+)(?:\{([^}]*)\})?/g)];
  const grouped = [...query.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names = ""]) => names.split(", "));
  return used.flatMap(([, name = "", matchers = ""]) => {
    const matched = [...matchers.matchAll(/(\w+)=~?"([^"]*)"/g)];
    const labels = [...grouped, ...matched.map(([, label = ""]) => label)];
    const own = samples.filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
    if (own.length === 0) return [name];
    const values = matched.flatMap(
      ([, label, value = ""]) => value.split("|").map((one) => `${label}="${one}"`)
    );
    return [
      ...labels.filter((label) => !OF_PROMETHEUS.includes(label)).map((label) => `${label}="`),
      ...values
    ].filter((text) => !own.some((line) => line.includes(`{${text}`) || line.includes(`,${text}`))).map((text) => `${name} ${text}`);
  });
}
test("a query that names what no scrape has is found", () => {
  const scrape = 'postledger_a_total{code="x",process="background"} 1\npostledger_b_seconds_bucket{le="1"} 1\n';
  const found = (query) => missingFrom(scrape, query);
  assert.equal(found('sum by (instance, code) (rate(postledger_a_total{code="x"}[5m]))'), []);
  assert.equal(found("sum by (le) (postledger_b_seconds_bucket)"), []);
  assert.equal(found("rate(postledger_c_total[5m])"), ["postledger_c_total"]);
  assert.equal(found('postledger_a_total{code="y"}'), ['postledger_a_total code="y"']);
  assert.equal(found("sum by (route) (postledger_a_total)"), ['postledger_a_total route="']);
});
test("each metric and label of the dashboard and the alarms is in a live scrape", async () => {
  assert.ok(alarmQueries.length >= 10 && panelQueries.length >= 10);
  const folder = temporaryFolder();
  const sink = await smtpSink();
  const service = await startServiceProcess({
    env: {
      POSTLEDGER_DATA: folder.path,
      POSTLEDGER_BOUNCE_PORT: String(await freePort()),
      SMTP_URL: `smtp://127.0.0.1:${sink.port}`
    }
  });
  const missing = async () => {
    const scrape = await (await fetch(`${service.url}/metrics`)).text();
    return queries.flatMap((query) => missingFrom(scrape, query));
  };
  let last = [];
  await eventually(
    "nothing is missing",
    async () => {
      last = await missing();
      return last.length === 0;
    },
    4e4
  ).catch(() => {
  });
  assert.equal(last, []);
  await service.stop();
  await sink.close();
  folder.remove();
});
test("promtool takes each query", () => {
  const missing = missingTool("promtool");
  if (missing !== null) return skipped(missing);
  const folder = temporaryFolder();
  const records = queries.map(
    (expr, at) => `      - { record: 'query:${at}', expr: ${JSON.stringify(expr)} }`
  );
  const file = join(folder.path, "queries.yml");
  writeFileSync(file, ["groups:", "  - name: all", "    rules:", ...records, ""].join("\n"));
  const { status, stdout, stderr } = spawnSync("promtool", ["check", "rules", ALERTS, file], {
    encoding: "utf8"
  });
  assert.is(status, 0, `${stdout}${stderr}`);
  folder.remove();
});
test.run();
//# sourceMappingURL=queries.test.js.map
