#!/usr/bin/env -S node --max-semi-space-size=64
import { runCli } from './run.ts';

process.exitCode = await runCli(process.argv.slice(2), {
  env: process.env,
  stdout: (text) => process.stdout.write(text),
  stderr: (text) => process.stderr.write(text),
  isWatched: process.stderr.isTTY === true,
  isTerminal: process.stdout.isTTY === true,
  // Loaded when it is needed: drivers of engines take their time, and --help has no use for them.
  open: async (settings) => (await import('./openDependencies.ts')).openDependencies(settings),
});

// What was left open must not keep the process alive: the work is done by now.
setTimeout(() => process.exit(), 2_000).unref();
