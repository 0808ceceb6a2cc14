import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../test/support/project.ts';
import { bundle, installedService, PLATFORMS } from './bundle.ts';
import { checkServes } from './check.ts';
import { signChecksums, writeChecksums } from './checksums.ts';
import { releaseNotes } from './notes.ts';
import { servicePackage, webhooksPackage } from './packages.ts';
import { run } from './run.ts';
import { billOfMaterials } from './sbom.ts';
import { versionNow } from './version.ts';

// Makes everything of a release but the pushing, and checks it: `npm run release -- [--out FOLDER] [--key FILE]`.
const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    key: { type: 'string' },
    uncommitted: { type: 'boolean', default: false },
  },
});
const version = versionNow();
if (version.isChanged && !values.uncommitted)
  throw new Error('files differ from the commit: a release is made of a commit (--uncommitted to try it)');
const folder = resolve(values.out ?? join(ROOT, 'build', 'release', version.name));
if (existsSync(folder)) throw new Error(`${folder} exists: remove it, or name another by --out`);
const work = mkdtempSync(join(tmpdir(), 'postledger-release-'));
const say = (text: string) => console.log(text);
try {
  mkdirSync(folder, { recursive: true });
  say(`Postledger ${version.name}, commit ${version.commit.slice(0, 12)}, in ${folder}`);
  writeFileSync(
    join(folder, 'NOTES.md'),
    releaseNotes(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'), version.name),
  );

  const tarball = servicePackage(folder);
  await checkInstalls(tarball);
  say(
    `${basename(tarball)}: installed into an empty folder it serves, and its client and webhooks are there`,
  );

  const webhooks = webhooksPackage(folder, work, version);
  checkWebhooks(webhooks);
  say(`${basename(webhooks)}: no dependencies, and it verifies`);

  const sbom = join(folder, `postledger-${version.name}.cdx.json`);
  writeFileSync(sbom, billOfMaterials(version));
  const lib = installedService(work);
  for (const platform of PLATFORMS) {
    const file = bundle(platform, { lib, work, folder, sbom }, version);
    const isOurs = platform === `${process.platform}-${process.arch}`;
    if (isOurs) await checkBundle(file);
    say(
      `${basename(file)}: ${isOurs ? 'it starts without node and npm' : 'made, and not started on this machine'}`,
    );
  }

  writeChecksums(folder);
  if (values.key !== undefined) signChecksums(folder, values.key);
  say(
    values.key === undefined
      ? 'SHA256SUMS: not signed, as no --key is named'
      : 'SHA256SUMS and SHA256SUMS.sig',
  );
} catch (error) {
  rmSync(folder, { recursive: true, force: true });
  throw error;
} finally {
  rmSync(work, { recursive: true, force: true });
}

async function checkInstalls(tarball: string): Promise<void> {
  const cwd = emptyPackage('installed');
  run('npm', ['install', '--no-audit', '--no-fund', tarball], { cwd });
  const entries = "await import('postledger/client'); await import('postledger/webhooks');";
  run(process.execPath, ['--input-type=module', '--eval', entries], { cwd });
  await checkServes(join(cwd, 'node_modules', '.bin', 'postledger'), process.env.PATH ?? '');
}

function checkWebhooks(tarball: string): void {
  const cwd = emptyPackage('webhooks');
  run('npm', ['install', '--no-audit', '--no-fund', '--offline', tarball], { cwd });
  const refused = `import { verifyWebhookAsync } from 'postledger-webhooks';
    const headers = { 'webhook-id': 'a', 'webhook-timestamp': '1', 'webhook-signature': 'v1=' + '0'.repeat(64) };
    console.log(await verifyWebhookAsync('{}', headers, 'whsec_a').catch(({ reason }) => reason));`;
  const said = run(process.execPath, ['--input-type=module', '--eval', refused], { cwd }).trim();
  if (said !== 'signature') throw new Error(`a forged webhook was not refused by its signature: ${said}`);
}

/** With nothing on its path but what its script needs. */
async function checkBundle(file: string): Promise<void> {
  const [place, bin] = [join(work, 'unpacked'), join(work, 'bin')];
  for (const made of [place, bin]) mkdirSync(made);
  for (const program of ['dirname', 'readlink'])
    symlinkSync(run('sh', ['-c', `command -v ${program}`], { cwd: work }).trim(), join(bin, program));
  run('tar', ['-xzf', file, '-C', place], { cwd: work });
  await checkServes(join(place, basename(file, '.tar.gz'), 'bin', 'postledger'), bin);
}

function emptyPackage(name: string): string {
  const cwd = join(work, name);
  mkdirSync(cwd);
  writeFileSync(join(cwd, 'package.json'), '{"private":true}');
  return cwd;
}
