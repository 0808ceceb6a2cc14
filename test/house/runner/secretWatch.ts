import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { FOUND_NAME, secretsIn } from './secretForms.ts';

/**
 * Loaded first in every process that runs code of this project during the tests (`nodeArguments`), children that it forks too. It
 * looks for secrets in all that the process writes to standard error, where the log goes, and in what a service writes to
 * standard output; the results of commands hold secrets on purpose. What is found is kept for the runner, which fails the run.
 */
const FOUND_FILE = process.env.TEST_SECRETS_FILE ?? join(import.meta.dirname, '..', '..', '..', FOUND_NAME);
const isService = process.argv[2] === 'serve' || process.argv[1]?.includes('backgroundProcess') === true;

function look(fd: number, text: unknown): void {
  // A first start shows its key to a person at a terminal.
  if (fd !== 2 && !(fd === 1 && isService && !process.stdout.isTTY)) return;
  const written = typeof text === 'string' ? text : Buffer.isBuffer(text) ? text.toString('latin1') : '';
  for (const found of secretsIn(written))
    fs.appendFileSync(FOUND_FILE, `${process.argv.slice(1, 5).join(' ')}: ${found}\n`);
}

const { writeSync, write } = fs;
Object.assign(fs, {
  writeSync: (fd: number, text: unknown, ...rest: unknown[]) => {
    look(fd, text);
    return Reflect.apply(writeSync, fs, [fd, text, ...rest]);
  },
  write: (fd: number, text: unknown, ...rest: unknown[]) => {
    look(fd, text);
    return Reflect.apply(write, fs, [fd, text, ...rest]);
  },
});
// Named imports of it are copies.
syncBuiltinESMExports();
for (const [fd, stream] of [
  [1, process.stdout],
  [2, process.stderr],
] as const) {
  const written = stream.write;
  stream.write = ((text: unknown, ...rest: unknown[]) => {
    look(fd, text);
    return Reflect.apply(written, stream, [text, ...rest]);
  }) as typeof stream.write;
}
