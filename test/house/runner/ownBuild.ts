import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A folder below `build/` that no other run of this clone compiles into while this process lives: the first free one, so that
 * Node's cache of compiled code knows its files again.
 */
export function ownBuild(project: string): string {
  const build = join(project, 'build');
  mkdirSync(build, { recursive: true });
  for (let number = 1; ; number++) {
    const claim = join(build, `${number}.pid`);
    if (!isAlive(claim)) rmSync(claim, { force: true });
    try {
      writeFileSync(claim, String(process.pid), { flag: 'wx' });
    } catch {
      continue;
    }
    process.once('exit', () => rmSync(claim, { force: true }));
    return join(build, String(number));
  }
}

/** Whether the process that wrote the claim runs; a claim that is only now written counts as well. */
function isAlive(claim: string): boolean {
  try {
    const pid = readFileSync(claim, 'utf8');
    if (pid !== '') process.kill(Number(pid), 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
