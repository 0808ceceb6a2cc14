import { execFileSync } from 'node:child_process';

/** What a program prints, run to its end. @throws Error with all that it printed, when it fails */
export function run(
  program: string,
  args: readonly string[],
  { cwd, env = {} }: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
): string {
  try {
    return execFileSync(program, args, {
      ...{ cwd, env: { ...process.env, ...env }, encoding: 'utf8', maxBuffer: 2 ** 28 },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string };
    throw new Error(`${program} ${args.join(' ')} failed in ${cwd}:\n${stdout}${stderr || message}`);
  }
}
