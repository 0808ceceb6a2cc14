// test/ops/opsQueries.ts
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../support/project.js";
var ALERTS = join(ROOT, "ops/prometheus/alerts.yml");
var { panels } = JSON.parse(readFileSync(join(ROOT, "ops/grafana/postledger.json"), "utf8"));
var alarmQueries = [...readFileSync(ALERTS, "utf8").matchAll(/^ +expr: (.+)$/gm)].map(
  ([, expr = ""]) => expr
);
var panelQueries = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
export {
  ALERTS,
  alarmQueries,
  panelQueries
};
//# sourceMappingURL=opsQueries.js.map
