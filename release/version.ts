import { version } from '../src/version.ts';
import { ROOT } from '../test/support/project.ts';
import { run } from './run.ts';

/** What is released. */
export interface Version {
  /** Of package.json. */
  readonly name: string;
  readonly commit: string;
  /** Of the commit: everything in a release bears this time, so that the same commit makes the same files. */
  readonly atSeconds: number;
  /** Whether files differ from the commit. */
  readonly isChanged: boolean;
}

export function versionNow(): Version {
  const git = (...args: readonly string[]) =>
    run('git', ['-c', 'safe.directory=*', ...args], { cwd: ROOT }).trim();
  const [commit = '', seconds = ''] = git('log', '-1', '--format=%H %ct').split(' ');
  const isChanged = git('status', '--porcelain') !== '';
  return { name: version, commit, atSeconds: Number(seconds), isChanged };
}
