import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../test/support/project.ts';
import { run } from './run.ts';
import type { Version } from './version.ts';

/** The package `postledger` as npm takes it; it is built by that. @returns its file */
export function servicePackage(folder: string): string {
  return packed(ROOT, folder);
}

/** The package `postledger-webhooks`: what receivers of webhooks need and no more, in any runtime. @returns its file */
export function webhooksPackage(
  folder: string,
  work: string,
  { name: version }: Pick<Version, 'name'>,
): string {
  const own = join(work, 'postledger-webhooks');
  mkdirSync(own, { recursive: true });
  for (const file of ['signedWebhook', 'verifyWebhookAsync'])
    for (const end of ['js', 'd.ts']) {
      const text = readFileSync(join(ROOT, 'dist', 'webhooks', `${file}.${end}`), 'utf8')
        .replace(/^\/\/# sourceMappingURL=.*\n?/m, '')
        // Declarations name the files that they were made of, which are not part of the package.
        .replaceAll(/'\.\/(\w+)\.ts'/g, "'./$1.js'");
      writeFileSync(join(own, `${file}.${end}`), text);
    }
  cpSync(join(ROOT, 'LICENSE'), join(own, 'LICENSE'));
  cpSync(join(ROOT, 'release', 'postledger-webhooks.md'), join(own, 'README.md'));
  const manifest = {
    name: 'postledger-webhooks',
    version,
    description: 'Verifies the signed webhooks of Postledger by Web Crypto, in Node, Deno, Bun and workers.',
    license: 'MIT',
    type: 'module',
    sideEffects: false,
    exports: { '.': { types: './verifyWebhookAsync.d.ts', default: './verifyWebhookAsync.js' } },
    files: ['*.js', '*.d.ts'],
  };
  writeFileSync(join(own, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  return packed(own, folder);
}

function packed(from: string, to: string): string {
  return join(
    to,
    run('npm', ['pack', '--silent', '--pack-destination', to], { cwd: from }).trim().split('\n').at(-1) ?? '',
  );
}
