#!/usr/bin/env -S node --max-semi-space-size=64

let interrupt = (): void => {
  process.stderr.write('postledger: interrupted; nothing was changed.\n');
  process.exit(130);
};
// Before anything else is loaded. SIGTERM ends a command at once, as ever; `serve` listens to it itself.
process.on('SIGINT', () => interrupt());
// Without a listener Node opens its debugger, to every program of this machine.
process.on('SIGUSR1', () => {});
/** As a shell reports a program that wrote to a pipe without a reader: 128 and the number of SIGPIPE. */
const READER_ENDED = 141;
let isService = false;
// The reader of the output has ended, as `head` does, or its disk is full: so ends a command; a service needs no output.
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  if (isService) return;
  if (code === 'EPIPE') process.exit(READER_ENDED);
  process.stderr.write(`postledger: the output could not be written: ${message}\n`);
  process.exit(1);
});
// What nothing reads of the errors must not end a command in its middle: its exit code says how it ended.
process.stderr.on('error', () => {});

const { runCli } = await import('./run.ts');
process.exitCode = await runCli(process.argv.slice(2), {
  env: process.env,
  // As the unit of ops/systemd has it.
  envFile: '/etc/postledger/env',
  stdout: (text) => process.stdout.write(text),
  stderr: (text) => process.stderr.write(text),
  isTerminal: process.stdout.isTTY === true,
  // A terminal of width 0 (of CI, expect, `docker exec -t`) would be drawn to without end.
  isWatched: process.stderr.isTTY === true && process.stderr.columns > 0,
  onInterrupt: (listener) => {
    interrupt = listener;
  },
  onService: () => {
    isService = true;
  },
  // Loaded when it is needed: drivers of engines take their time, and --help has no use for them.
  open: async (settings) => (await import('./openDependencies.ts')).openDependencies(settings),
});

// What was left open must not keep the process alive: the work is done by now.
setTimeout(() => process.exit(), 2_000).unref();
