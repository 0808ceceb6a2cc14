// runs in: test:all
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { everyField, type FieldTable } from '../../../src/api/compat/fieldTable.ts';
import { mailSendFields } from '../../../src/api/compat/mailSendFields.ts';
import { sendFields } from '../../../src/api/compat/sendFields.ts';
import { type ApiFixture, apiFixture } from '../../support/apiFixture.ts';
import { RUN_ALL, SEED } from '../../support/testRun.ts';
import { issuesOf } from './cases.ts';
import { good as goodMail } from './mailSendCases.ts';
import { good } from './sendCases.ts';

/** With any value in any field, a request is taken whole or refused with the name of a field; never with a 500. */

const test = suite<{ api: ApiFixture }>('compat: random bodies');
test.before(async (context) => {
  context.api = await apiFixture();
});
test.after(async ({ api }) => api.close());

const RUNS = RUN_ALL ? 400 : 100;

/** A value put at a dotted name, into objects and lists made on the way. */
function put(body: unknown, steps: readonly string[], value: unknown): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return value;
  const own = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const name = step.replace('[]', '');
  if (!step.endsWith('[]')) return { ...own, [name]: put(own[name], rest, value) };
  const first = Array.isArray(own[name]) ? own[name][0] : undefined;
  return { ...own, [name]: [put(first, rest, value)] };
}

const values = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(
    null,
    [],
    {},
    '',
    0,
    'a@b.co',
    ['a@b.co'],
    [{ email: 'a@b.co' }],
    { enable: true },
    { enable: false },
  ),
);
const changes = (table: FieldTable) =>
  fc.array(fc.tuple(fc.constantFrom(...everyField(table).map(([name]) => name)), values), {
    minLength: 1,
    maxLength: 4,
  });

for (const [path, table, base, status] of [
  ['/emails', sendFields, good, 200],
  ['/v3/mail/send', mailSendFields, goodMail, 202],
] as const) {
  test(`POST ${path} (seed ${SEED})`, async ({ api }) => {
    await fc.assert(
      fc.asyncProperty(changes(table), async (list) => {
        const body = list.reduce<unknown>((sent, [name, value]) => put(sent, name.split('.'), value), base);
        const before = api.store.log.length;
        const answer = await api.call('POST', path, { body });
        const stored = api.store.log.length - before;
        if (answer.status === status) assert.ok(stored >= 1);
        else {
          assert.is(answer.status, 422, answer.text);
          assert.ok(issuesOf(answer).length > 0 && stored === 0, answer.text);
        }
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });
}

test(`POST /emails/batch, permissive: the answer has as many entries as were sent (seed ${SEED})`, async ({
  api,
}) => {
  await fc.assert(
    fc.asyncProperty(fc.array(changes(sendFields), { minLength: 1, maxLength: 4 }), async (lists) => {
      const body = lists.map((list) =>
        list.reduce<unknown>((sent, [name, value]) => put(sent, name.split('.'), value), good),
      );
      const before = api.store.log.length;
      const headers = { 'x-batch-validation': 'permissive' };
      const answer = await api.call('POST', '/emails/batch', { body, headers });
      assert.is(answer.status, 200, answer.text);
      const { data, errors } = answer.body as unknown as { data: unknown[]; errors: unknown[] };
      assert.is(data.length + errors.length, body.length);
      assert.is(api.store.log.length - before, data.length);
    }),
    { seed: SEED, numRuns: RUNS / 2 },
  );
});

test.run();
