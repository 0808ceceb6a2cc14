import { notice } from './notice.ts';
import { textOf } from './textOf.ts';

interface LockFile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
}

/** THIRD-PARTY.md: every package that is installed with the service, and its licence, from the lock file. */
export function thirdPartyPage(): string {
  const { packages } = JSON.parse(textOf('package-lock.json')) as LockFile;
  const rows = Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && dev !== true)
    .map(([path, { version, license }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      if (version === undefined || license === undefined)
        throw new Error(`${path} has no version or licence`);
      return `| ${name} | ${version} | ${license} |`;
    });
  const parts = [
    '# Third-party packages',
    notice,
    'What `npm install --omit=dev` puts next to the service, with the licence that each package names (SPDX). Their texts',
    'are in the packages.',
    '',
    '| package | version | licence |',
    '|---|---|---|',
    ...new Set(rows.sort()),
  ];
  return `${parts.join('\n')}\n`;
}
