// runs in: test:all

import { execFile } from 'node:child_process';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { BREAKABLE } from '../../double/records.ts';
import { nodeArguments } from '../../support/project.ts';

/** A double whose rules could be broken unnoticed would prove nothing. */
const test = suite('a double that breaks a rule fails its suites');

/** A guard: a broken rule must be noticed, not waited for. */
const GUARD_MS = 300_000;

let output = '';
test.before(async () => {
  output = await new Promise((resolve) => {
    const env = { ...process.env, FORCE_COLOR: '0' };
    const options = { env, timeout: GUARD_MS, maxBuffer: 64 * 1_048_576 };
    execFile(
      process.execPath,
      nodeArguments('test/adapters/eventstoredb/brokenContract'),
      options,
      (_, stdout) => resolve(stdout),
    );
  });
});

const contract: string[] = [
  'size-limit',
  'durability',
  'expected-revision',
  'actual-revision',
  'atomicity',
  'idempotency',
  'idempotent-position',
  'order',
  'filter',
  'from-position',
];
const rules: string[] = ['size-limit', 'idempotency', 'filter', 'gap', 'checkpoints'];
const broken = [
  ...contract.map((rule) => `contract without ${rule}`),
  ...rules.map((rule) => `rules without ${rule}`),
];
for (const name of broken) {
  test(name, () => {
    const [, passed, total] = output.match(new RegExp(`${name} .*\\((\\d+) / (\\d+)\\)`)) ?? [];
    assert.ok(Number(total) > 0, 'the suite ran');
    assert.ok(Number(passed) < Number(total), 'the suite noticed');
  });
}

test('every rule that can be broken is tried', () => {
  assert.equal(
    BREAKABLE.filter((rule) => !contract.concat(rules).includes(rule)),
    [],
  );
});

test.run();
