// runs in: test:all

import { suite } from 'uvu';
import { check } from './check.ts';

const unused = suite('what is not used');

unused('nothing is exported that nobody imports, no file and no package lies idle', () =>
  check('knip/bin/knip.js', '--no-progress'),
);

unused.run();
