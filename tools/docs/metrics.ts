import { type DeclaredMetric, declaredMetrics } from '../../src/ports/declaredMetrics.ts';
import { notice } from './notice.ts';

/** docs/metrics.md: every metric, from the table that the program counts by. */
export function metricsPage(): string {
  const parts = [
    '# Metrics',
    notice,
    'What `/metrics` shows, besides the figures of Node and its process. Times are in seconds, sizes in bytes. Each metric is',
    'there from the first scrape on, with zeros; series whose labels are known at run time only begin with their first use, and',
    'so do the few metrics that are marked. Figures of the background process have the label `process="background"`. What to',
    'watch, and what to do then, is in [operations.md](operations.md#what-to-watch).',
    '',
    '| metric | type | labels | meaning |',
    '|---|---|---|---|',
    ...Object.entries<DeclaredMetric>(declaredMetrics).map(rowOf),
  ];
  return `${parts.join('\n')}\n`;
}

function rowOf([name, { type, labels, help, fromStart }]: [string, DeclaredMetric]): string {
  const shown = Object.entries(labels).map(([label, values]) =>
    values.length === 0 ? `\`${label}\`` : `\`${label}\` (${values.join(', ')})`,
  );
  return `| \`${name}\` | ${type} | ${shown.join(', ')} | ${help}${fromStart ? '' : ' From its first use on.'} |`;
}
