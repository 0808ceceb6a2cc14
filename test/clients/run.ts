import { spawn } from 'node:child_process';

export interface Ran {
  /** Null when the program could not be started, or was ended by a signal. */
  readonly code: number | null;
  readonly stdout: string;
  /** Standard output and error together. */
  readonly output: string;
}

/** Runs a program to its end; one that is not there ends with a code of null. */
export function run(
  program: string,
  args: readonly string[],
  { input, cwd, env }: { input?: string; cwd?: string; env?: Readonly<Record<string, string>> } = {},
): Promise<Ran> {
  return new Promise((resolve) => {
    // Without input there is no pipe: bash takes one of Node's for a network connection, and reads ~/.bashrc, which may change PATH.
    const stdin = input === undefined ? 'ignore' : 'pipe';
    const child = spawn(program, args, {
      ...{ cwd, env: { ...process.env, ...env } },
      stdio: [stdin, 'pipe', 'pipe'],
    });
    let stdout = '';
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      stdout += chunk;
      output += chunk;
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      output += chunk;
    });
    child.on('error', (error) => resolve({ code: null, stdout, output: error.message }));
    child.on('close', (code) => resolve({ code, stdout, output }));
    // A program that never reads what it is given closes the pipe: no fault of ours.
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
  });
}
