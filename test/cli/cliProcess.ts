import { spawn } from 'node:child_process';
import { COMMAND_LINE } from '../support/project.ts';

export interface Ran {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs one command line as a process of its own, as an operator's shell would. */
export function cliProcess(env: Readonly<Record<string, string>>, ...args: string[]): Promise<Ran> {
  return cliProcessUntil(null, env, ...args);
}

/** The same, and asks it to end once what it prints matches. */
export function cliProcessUntil(
  pattern: RegExp | null,
  env: Readonly<Record<string, string>>,
  ...args: string[]
): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...COMMAND_LINE, ...args], {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    const endOnMatch = () => pattern?.test(stdout + stderr) && child.kill('SIGTERM');
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
      endOnMatch();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
      endOnMatch();
    });
    child.once('error', reject);
    child.once('close', (exitCode) => resolve({ exitCode, stdout, stderr }));
  });
}
