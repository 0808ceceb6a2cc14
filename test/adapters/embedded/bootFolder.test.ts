import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { folderOfBoot } from '../../../src/adapters/embedded/bootFolder.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const test = suite('folders of a boot');

test('what an earlier boot left is removed, what this one wrote stays', () => {
  const folder = temporaryFolder();
  try {
    const first = folderOfBoot(folder.path, 'first') ?? '';
    writeFileSync(join(first, 'data.mdb'), 'torn by the power cut');
    mkdirSync(join(folder.path, 'older'));
    assert.is(folderOfBoot(folder.path, 'first'), first);
    assert.ok(existsSync(join(first, 'data.mdb')), 'another process of the same boot finds it');
    assert.equal(readdirSync(folder.path), ['first']);
    folderOfBoot(folder.path, 'second');
    assert.equal(readdirSync(folder.path), ['second']);
  } finally {
    folder.remove();
  }
});

test('where no boot can be told from the next nothing is removed', () => {
  const folder = temporaryFolder();
  try {
    writeFileSync(join(folder.path, 'data.mdb'), 'synced');
    assert.is(folderOfBoot(folder.path, null), null);
    assert.equal(readdirSync(folder.path), ['data.mdb']);
  } finally {
    folder.remove();
  }
});

test.run();
