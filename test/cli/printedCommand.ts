import { openDependencies } from '../../src/cli/openDependencies.ts';
import { runCli } from '../../src/cli/run.ts';

/** A command line run in this process over the real adapters: its exit code, and all that it printed. */
export async function printedCommand(env: Readonly<Record<string, string>>, words: readonly string[]) {
  let printed = '';
  const print = (text: string) => {
    printed += text;
  };
  const host = { env, stdout: print, stderr: print, isWatched: false, open: openDependencies };
  return { exitCode: await runCli(words, host), printed };
}
