// test/ops/prometheus.test.ts
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
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
var test = suite("issue 27, 7: a Prometheus that scrapes a service");
async function startPrometheus(folder, serviceUrl) {
  const config = join(folder, "prometheus.yml");
  const port = await freePort();
  writeFileSync(
    config,
    `global: { scrape_interval: 1s, evaluation_interval: 1s }
rule_files: [${JSON.stringify(ALERTS)}]
scrape_configs:
  - job_name: postledger
    static_configs: [{ targets: [${JSON.stringify(new URL(serviceUrl).host)}] }]
`
  );
  const child = spawn(
    "prometheus",
    [
      `--config.file=${config}`,
      `--storage.tsdb.path=${join(folder, "tsdb")}`,
      `--web.listen-address=127.0.0.1:${port}`
    ],
    { stdio: "ignore" }
  );
  const ended = once(child, "exit");
  const api = async (path) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`);
    const { status, data, error } = await answer.json();
    if (status !== "success") throw new Error(`${path}: ${error}`);
    return data;
  };
  await eventually(
    "Prometheus answers",
    () => api("alerts").then(
      () => true,
      () => false
    ),
    3e4
  );
  return {
    /** How many series the query gives now. @throws where it is wrong */
    series: async (query) => (await api(`query?query=${encodeURIComponent(query)}`)).result.length,
    /** The alarms that ring, or will once their time is over. That of the disk depends on the machine. */
    async alarms() {
      const { alerts } = await api("alerts");
      const names = alerts.map(({ labels }) => labels.alertname);
      return names.filter((name) => name !== "PostledgerDiskFull");
    },
    async stop() {
      child.kill("SIGKILL");
      await ended;
    }
  };
}
test("each query gives figures, and a fault the alarm that is its own, until it is repaired", async () => {
  const missing = missingTool("prometheus");
  if (missing !== null) return skipped(missing);
  const folder = temporaryFolder();
  const sink = await smtpSink();
  const other = createServer((socket) => socket.end());
  await new Promise((resolve) => other.listen(0, "127.0.0.1", resolve));
  const { port } = other.address();
  const service = await startServiceProcess({
    env: {
      POSTLEDGER_DATA: join(folder.path, "data"),
      POSTLEDGER_BOUNCE_PORT: String(port),
      SMTP_URL: `smtp://127.0.0.1:${sink.port}`
    }
  });
  const prometheus = await startPrometheus(folder.path, service.url);
  await eventually(
    "the alarm of the intake",
    async () => String(await prometheus.alarms()) === "PostledgerBouncesNotReceived",
    4e4
  );
  await new Promise((resolve) => other.close(resolve));
  const figures = alarmQueries.map((query) => query.replace(/ (>|<|==) /, " $1 bool "));
  let empty = [];
  const looked = async () => {
    const found = await Promise.all(
      [...figures, ...panelQueries].map(
        async (query) => await prometheus.series(query) > 0 ? [] : [query]
      )
    );
    empty = found.flat();
    return empty.length === 0;
  };
  await eventually("each has a figure", looked, 4e4).catch(() => {
  });
  assert.equal(empty, []);
  await eventually("no alarm", async () => (await prometheus.alarms()).length === 0, 4e4);
  await prometheus.stop();
  await service.stop();
  await sink.close();
  folder.remove();
});
test.run();
//# sourceMappingURL=prometheus.test.js.map
