import { readdirSync, readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { collectionOf, temporaryCollection } from '../../src/follow/fold/projection.ts';
import { places } from '../../src/places/places.ts';
import { projectionList, projectionsFor } from '../../src/projections/readModels.ts';
import { ROOT } from '../support/project.ts';

const test = suite('collections and their places');

const ownersOf = (collection: string) =>
  places.filter(({ collections }) => collections?.test(collection)).map(({ name }) => name);

test('each read model is one place, in every version and while it is built', () => {
  for (const partitions of [1, 16])
    for (const model of projectionList(projectionsFor(partitions))) {
      const place = [`read model ${model.name.replace(/_p\d+$/, '')}`];
      const older = collectionOf({ ...model, version: model.version + 20 });
      for (const { name } of [
        ...[collectionOf(model), older],
        ...[temporaryCollection(model, 'next'), temporaryCollection(model, 'scratch')],
      ])
        assert.equal(ownersOf(name), place, name);
    }
});

/** Names of collections, as the code opens them. */
const OPENED =
  /(?:\.collection(?:<[^()]*>)?\(\s*\{ name: |const DEFINITION = \{ name: |\bdb\.collection<\w+>\()'([^']+)'/g;

const named = (source: string) => [...source.matchAll(OPENED)].map(([, name = '']) => name);

test('each collection that is opened by its name is in a place, and one that is not is noticed', () => {
  const sources = readdirSync(`${ROOT}/src`, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => readFileSync(`${ROOT}/src/${path}`, 'utf8'));
  const names = sources.flatMap(named);
  for (const known of [
    'blobs.files',
    'blobs.chunks',
    'checkpoints',
    'read_models',
    'ledger',
    'sweeps',
    'migrations',
  ])
    assert.ok(names.includes(known), known);
  const unowned = (all: readonly string[]) => all.filter((name) => ownersOf(name).length === 0);
  assert.equal(unowned(names), []);
  assert.equal(unowned(named("db.collection<PartRecord>('addresses')")), ['addresses']);
});

test.run();
