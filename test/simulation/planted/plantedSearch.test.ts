// runs in: test:all
// timeout: 1800 s

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { FOUND_IN } from './expectations.ts';
import { plantedCopy } from './plant.ts';
import { UNDONE_FIXES } from './undoneFixes.ts';
import { UNNOTICED_FAULTS } from './unnoticedFaults.ts';

const test = suite('the search for planted faults');

const SECONDS = 60;

test('each fault is found in its scenario: it still is one', async () => {
  const copy = await plantedCopy('planted-in-a-test');
  const unnoticed: string[] = [];
  try {
    for (const fault of [...UNDONE_FIXES, ...UNNOTICED_FAULTS]) {
      const scenario = FOUND_IN[fault.name];
      if (scenario === undefined) continue;
      const outcome = await copy.search(fault, SECONDS, scenario);
      const found = typeof outcome === 'string' ? outcome : outcome.found?.rule;
      if (found === undefined) unnoticed.push(fault.name);
    }
  } finally {
    await copy.close();
  }
  assert.equal(unnoticed, []);
});

test.run();
