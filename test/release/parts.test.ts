import { generateKeyPairSync, verify } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { signChecksums, writeChecksums } from '../../release/checksums.ts';
import { releaseNotes } from '../../release/notes.ts';
import { run } from '../clients/run.ts';
import { missingTool } from '../support/missingTool.ts';
import { skipped } from '../support/skipped.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const test = suite('release: notes, checksums, signature');

const CHANGELOG = `# Changelog

## 1.0.0-rc.1, 28 November 2026

- **One**, with \`code\`.

### For operators

- Two.

## 0.1.0

- Three.

## 0.0.9

## 0.0.8-beta (never published)

Four.
`;

test('notes are the section of the version, whatever stands behind its number', () => {
  const notes = releaseNotes(CHANGELOG, '1.0.0-rc.1');
  assert.match(notes, /^# Postledger 1\.0\.0-rc\.1\n\n- \*\*One/);
  assert.ok(notes.endsWith('- Two.\n'));
  assert.is(releaseNotes(CHANGELOG, '0.1.0'), '# Postledger 0.1.0\n\n- Three.\n');
  assert.match(releaseNotes(CHANGELOG, '0.0.8-beta'), 'Four.');
});

test('a version without notes is not released', () => {
  for (const version of ['1.0.0', '1.0.0-rc', '1.0.0-rc.10', '0.0.9', '0.0.8', '', 'One'])
    assert.throws(() => releaseNotes(CHANGELOG, version), /has no section/, version);
});

test('checksums are what sha256sum reads, and openssl finds whether they are signed', async () => {
  const missing = missingTool('openssl');
  if (missing !== null) return skipped(missing);
  const { path, remove } = temporaryFolder();
  for (const name of ['b.tar.gz', 'a b.tgz']) writeFileSync(join(path, name), name);
  const { privateKey } = generateKeyPairSync('ed25519');
  const keyFile = join(path, '..', `${path.split('/').at(-1)}.pem`);
  writeFileSync(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  writeChecksums(path);
  signChecksums(path, keyFile);
  const checks = await run('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: path });
  assert.is(checks.output, 'a b.tgz: OK\nb.tar.gz: OK\n');
  const args = ['pkeyutl', '-verify', '-pubin', '-inkey', 'SHA256SUMS.pub', '-rawin', '-in', 'SHA256SUMS'];
  const asks = () => run('openssl', [...args, '-sigfile', 'SHA256SUMS.sig'], { cwd: path });
  assert.is((await asks()).code, 0);
  writeFileSync(join(path, 'SHA256SUMS'), readFileSync(join(path, 'SHA256SUMS'), 'utf8').replace(/^./, 'x'));
  assert.is.not((await asks()).code, 0);
  const sums = readFileSync(join(path, 'SHA256SUMS'));
  const signature = readFileSync(join(path, 'SHA256SUMS.sig'));
  assert.not(verify(null, sums, readFileSync(join(path, 'SHA256SUMS.pub'), 'utf8'), signature));

  const rsa = generateKeyPairSync('rsa', { modulusLength: 1_024 }).privateKey;
  for (const text of ['', 'secret words', rsa.export({ type: 'pkcs8', format: 'pem' })]) {
    writeFileSync(keyFile, text);
    assert.throws(
      () => signChecksums(path, keyFile),
      (error: Error) => /no private Ed25519 key/.test(error.message) && !/secret/.test(error.message),
    );
  }
  writeFileSync(keyFile, '');
  remove();
});

test.run();
