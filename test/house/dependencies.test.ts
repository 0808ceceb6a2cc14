import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ROOT } from '../support/project.ts';
import { cruise } from './cruise.ts';
import { circlesBetweenRooms } from './rooms.ts';

const dependencies = suite('dependencies');

dependencies('the source keeps the rule', () => {
  const { modules, summary } = cruise(ROOT);
  const found = summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`);
  assert.equal(found, []);
  assert.ok(
    modules.filter(({ source }) => source.startsWith('src/')).length > 50,
    'the source was looked at',
  );
  assert.equal(circlesBetweenRooms(modules), []);
});

dependencies.run();
