import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ROOT } from '../../support/project.ts';
import { UNDONE_FIXES } from './undoneFixes.ts';
import { UNNOTICED_FAULTS } from './unnoticedFaults.ts';

const test = suite('faults to plant');

test('each text that a fault replaces stands in its file exactly once', () => {
  const faults = [...UNDONE_FIXES, ...UNNOTICED_FAULTS];
  const wrong = faults.flatMap(({ name, file, edits }) => {
    const source = readFileSync(join(ROOT, 'src', file), 'utf8');
    return edits.filter(({ find }) => source.split(find).length !== 2).map(({ find }) => `${name}: ${find}`);
  });
  assert.equal(wrong, []);
});

test.run();
