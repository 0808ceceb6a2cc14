import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { promMetrics } from '../../../src/adapters/node/promMetrics.ts';

const test = suite('metrics');

test('counters, gauges and timings are shown by name and label', async () => {
  const metrics = promMetrics();
  metrics.count('a_total', { kind: 'x' });
  metrics.count('a_total', { kind: 'x' }, 4);
  metrics.count('a_total', { kind: 'y"\n' });
  metrics.gauge('depth', 7);
  metrics.gauge('depth', 3);
  metrics.timing('took_ms', 30, { step: 'render' });
  const text = await metrics.exposition();
  assert.match(text, 'a_total{kind="x"} 5');
  assert.match(text, 'a_total{kind="y\\"\\n"} 1');
  assert.match(text, /^depth 3$/m);
  assert.match(text, 'took_ms_bucket{le="50",step="render"} 1');
  assert.match(text, 'took_ms_bucket{le="25",step="render"} 0');
  assert.match(text, 'took_ms_sum{step="render"} 30');
  assert.match(text, 'process_resident_memory_bytes');
});

test('labels other than the first ones do no harm', async () => {
  const metrics = promMetrics();
  metrics.count('a_total', { kind: 'x' });
  metrics.count('a_total', { other: 'y' });
  metrics.count('a_total');
  assert.match(await metrics.exposition(), 'a_total{kind=""} 2');
});

test('two sets of metrics are apart', async () => {
  promMetrics().count('a_total');
  assert.not.match(await promMetrics().exposition(), 'a_total');
});

test.run();
