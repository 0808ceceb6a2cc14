import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ORDINARY } from '../scenarios/scenarios.ts';
import { FOUND_IN, NOT_FOUND } from './expectations.ts';
import { compiledWith } from './plant.ts';
import { UNDONE_FIXES } from './undoneFixes.ts';
import { UNNOTICED_FAULTS } from './unnoticedFaults.ts';

const test = suite('faults to plant');
const FAULTS = [...UNDONE_FIXES, ...UNNOTICED_FAULTS];

test('each text that a fault replaces stands in its file exactly once, and the program is another without it', async () => {
  for (const { name, file, edits } of FAULTS)
    assert.is.not(await compiledWith(file, edits), await compiledWith(file, []), name);
});

test('of each fault it is known where it is found, or why it is not', () => {
  const known = [...Object.keys(FOUND_IN), ...Object.keys(NOT_FOUND)];
  assert.equal(known.sort(), FAULTS.map(({ name }) => name).sort());
  const scenarios = ORDINARY.map(({ name }) => name);
  assert.equal(
    Object.values(FOUND_IN).filter((name) => !scenarios.includes(name)),
    [],
  );
});

test.run();
