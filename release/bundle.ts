import { createHash } from 'node:crypto';
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../test/support/project.ts';
import { archive } from './archive.ts';
import node from './node.json' with { type: 'json' };
import { run } from './run.ts';
import type { Version } from './version.ts';

export const PLATFORMS = ['linux-x64', 'linux-arm64'] as const;
export type Platform = (typeof PLATFORMS)[number];

const COMMAND = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
exec "$here/node" --disable-sigusr1 --max-semi-space-size=64 "$here/../lib/dist/cli/postledger.js" "$@"
`;

/** What runs the service on a machine, without Node itself: the same for every platform, since native code comes prebuilt. */
export function installedService(work: string): string {
  const lib = join(work, 'lib');
  mkdirSync(lib, { recursive: true });
  for (const name of ['package.json', 'package-lock.json']) cpSync(join(ROOT, name), join(lib, name));
  run('npm', ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: lib });
  cpSync(join(ROOT, 'dist'), join(lib, 'dist'), { recursive: true });
  for (const left of [
    'package-lock.json',
    'dist/.tsbuildinfo',
    'node_modules/.package-lock.json',
    'node_modules/.bin',
  ])
    rmSync(join(lib, left), { recursive: true, force: true });
  return lib;
}

/** A file that needs neither Node nor npm on its machine. @returns its path */
export function bundle(
  platform: Platform,
  {
    lib,
    work,
    folder,
    sbom,
  }: { readonly lib: string; readonly work: string; readonly folder: string; readonly sbom: string },
  { name, atSeconds }: Version,
): string {
  const own = `postledger-${name}-${platform}`;
  const root = join(work, own);
  mkdirSync(join(root, 'bin'), { recursive: true });
  const given = pinnedNode(platform, work);
  cpSync(join(given, 'bin', 'node'), join(root, 'bin', 'node'));
  cpSync(join(given, 'LICENSE'), join(root, 'LICENSE-node'));
  writeFileSync(join(root, 'bin', 'postledger'), COMMAND);
  for (const program of ['node', 'postledger']) chmodSync(join(root, 'bin', program), 0o755);
  cpSync(lib, join(root, 'lib'), { recursive: true });
  for (const name of ['LICENSE', 'THIRD-PARTY.md', 'docs', 'ops'])
    cpSync(join(ROOT, name), join(root, name), { recursive: true });
  cpSync(sbom, join(root, 'sbom.cdx.json'));
  const file = join(folder, `${own}.tar.gz`);
  archive(file, work, own, atSeconds);
  rmSync(root, { recursive: true });
  return file;
}

/** Node for a platform, from the registry of npm. @throws Error when it is not the one that is pinned */
function pinnedNode(platform: Platform, work: string): string {
  const name = run('npm', ['pack', '--silent', `node-${platform}@${node.version}`], { cwd: work }).trim();
  const hash = createHash('sha512')
    .update(readFileSync(join(work, name)))
    .digest('base64');
  if (`sha512-${hash}` !== node[platform]) throw new Error(`${name} is not the Node of release/node.json`);
  const place = join(work, `node-${platform}`);
  mkdirSync(place);
  run('tar', ['-xzf', name, '--strip-components=1', '-C', place], { cwd: work });
  return place;
}
