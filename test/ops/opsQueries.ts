import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/project.ts';

/** The alarm rules of ops/. */
export const ALERTS = join(ROOT, 'ops/prometheus/alerts.yml');

interface Dashboard {
  readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[];
}

const { panels } = JSON.parse(readFileSync(join(ROOT, 'ops/grafana/postledger.json'), 'utf8')) as Dashboard;

/** The queries of the alarms. */
export const alarmQueries = [...readFileSync(ALERTS, 'utf8').matchAll(/^ +expr: (.+)$/gm)].map(
  ([, expr = '']) => expr,
);
/** The queries of the dashboard. */
export const panelQueries = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
