// timeout: 900 s
import { suite } from 'uvu';
import { check } from './check.ts';

// The compiler and the linter are tests like others.
const checks = suite('checks');

checks('the types hold', () => check('typescript-7/bin/tsc', '-p', 'tsconfig.json'));

checks('the linter and the formatter are content', () => check('@biomejs/biome/bin/biome', 'check'));

checks.run();
