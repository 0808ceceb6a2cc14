import { appendContract } from '../../contract/eventStore/append.ts';
import { conflictContract } from '../../contract/eventStore/conflict.ts';
import { readContract } from '../../contract/eventStore/read.ts';
import { retryContract } from '../../contract/eventStore/retry.ts';
import { subscribeContract } from '../../contract/eventStore/subscribe.ts';
import { measuredAppendRules } from '../../double/appendRulesSuite.ts';
import { measuredReadRules } from '../../double/readRulesSuite.ts';
import type { Breakable } from '../../double/records.ts';
import { doubleServer } from '../../double/server.ts';
import { doubleFactory } from './factories.ts';

// Run by broken.test.ts in a process of its own: each broken rule against the suite that must notice it.
// A test may fail before it awaits what failed: the next suites run all the same.
process.on('unhandledRejection', () => {
  process.exitCode = 1;
});
const contract: [Breakable, typeof appendContract][] = [
  ['size-limit', appendContract],
  ['durability', appendContract],
  ['expected-revision', conflictContract],
  ['actual-revision', conflictContract],
  ['atomicity', conflictContract],
  ['idempotency', retryContract],
  ['idempotent-position', retryContract],
  ['order', readContract],
  ['filter', (name, factory) => subscribeContract(name, factory, { catchUpEvents: 500 })],
  ['from-position', (name, factory) => subscribeContract(name, factory, { catchUpEvents: 500 })],
];
for (const [rule, part] of contract) part(`contract without ${rule}`, doubleFactory([rule]));

const rules: [Breakable, typeof measuredAppendRules][] = [
  ['size-limit', measuredAppendRules],
  ['idempotency', measuredAppendRules],
  ['filter', measuredReadRules],
  ['gap', measuredReadRules],
  ['checkpoints', measuredReadRules],
];
for (const [rule, part] of rules) part(`rules without ${rule}`, () => doubleServer([rule]));
