import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { isMainThread } from 'node:worker_threads';
import { givenSecrets } from './givenSecrets.ts';
import { FOUND_NAME, secretsIn } from './secretForms.ts';

/**
 * Loaded first in every process that runs code of this project during the tests (`nodeArguments`), the children that it forks and
 * its threads too. It looks for secrets in all that the process writes to standard error, where the log goes, and in what a service writes to
 * standard output; the results of commands hold secrets on purpose. What is found is kept for the runner, which fails the run.
 */
const FOUND_FILE = process.env.TEST_SECRETS_FILE ?? join(import.meta.dirname, '..', '..', '..', FOUND_NAME);
/** A thread has no arguments of its process, but its environment. */
const SERVICE = 'TEST_SERVICE_PID';
if (isMainThread && (process.argv[2] === 'serve' || process.argv[1]?.includes('backgroundProcess') === true))
  process.env[SERVICE] = String(process.pid);
const isService = process.env[SERVICE] === String(process.pid);

const { writeSync, write } = fs;

function look(fd: number, text: unknown): void {
  // A first start shows its key to a person at a terminal.
  if (fd !== 2 && !(fd === 1 && isService && !process.stdout.isTTY)) return;
  const written = typeof text === 'string' ? text : ArrayBuffer.isView(text) ? latin1Of(text) : '';
  // The master key may have been made since.
  for (const found of secretsIn(written, givenSecrets(process.env)))
    fs.appendFileSync(FOUND_FILE, `${process.argv.slice(1, 5).join(' ')}: ${found}\n`);
}

const latin1Of = ({ buffer, byteOffset, byteLength }: ArrayBufferView) =>
  Buffer.from(buffer, byteOffset, byteLength).toString('latin1');

// Node writes it by itself, past everything below.
process.on('uncaughtExceptionMonitor', (error) => look(2, inspect(error)));

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
