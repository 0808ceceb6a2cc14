// runs in: test:all
// timeout: 600 s
import fc from 'fast-check';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Routes } from '../../src/api/dependencies.ts';
import { allRoutes } from '../../src/api/routes/index.ts';
import { schemaIssues } from '../../src/api/schemaIssues.ts';
import { apiFixture } from '../support/apiFixture.ts';
import { RUN_ALL, SEED } from '../support/testRun.ts';
import { nearby } from './nearbyValues.ts';

/**
 * The compiled check says whether a request is refused, and `schemaIssues` says why, reading the same schema a second
 * time. Where the two differ a bad body is refused without a reason, or a good one is given one.
 */
const test = suite('the two readings of a schema');

const RUNS = RUN_ALL ? 3_000 : 300;

/** Every schema of a body or query, under the route that has it. */
async function schemasOfRoutes(): Promise<ReadonlyMap<string, TSchema>> {
  const found = new Map<string, TSchema>();
  const collect: Routes = (app) => {
    app.addHook('onRoute', ({ method, url, schema }) => {
      if (method === 'HEAD') return;
      const { body, querystring } = (schema ?? {}) as { body?: TSchema; querystring?: TSchema };
      // A body that may be anything is not checked.
      const isAny = body !== undefined && Object.keys(body).length === 0;
      if (body !== undefined && !isAny) found.set(`${method} ${url} body`, body);
      if (querystring !== undefined) found.set(`${method} ${url} query`, querystring);
    });
  };
  const api = await apiFixture({ routes: [collect, ...allRoutes] });
  await api.close();
  return found;
}

const schemas = await schemasOfRoutes();

test('the routes have schemas', () => {
  assert.ok(schemas.size >= 15, [...schemas.keys()].join('\n'));
});

for (const [name, schema] of schemas) {
  test(`${name}: both find the same bodies valid`, () => {
    const compiled = Compile(schema);
    let valid = 0;
    fc.assert(
      fc.property(nearby(schema), (value) => {
        const isValid = compiled.Check(value);
        if (isValid) valid++;
        assert.is(schemaIssues(schema, value).length === 0, isValid, JSON.stringify(value)?.slice(0, 1_000));
      }),
      { numRuns: RUNS, seed: SEED + 9 },
    );
    // Of few bodies none may be valid, where a schema has many fields.
    assert.ok((valid > 0 || !RUN_ALL) && valid < RUNS, `${valid} of ${RUNS} bodies were valid`);
  });
}

test.run();
