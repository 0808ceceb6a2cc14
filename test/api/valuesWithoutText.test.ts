import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { apiFixture } from '../support/apiFixture.ts';

/** Values that a body of JSON can have, and that cannot be made a text: `${value}` throws. */
const WITHOUT_TEXT: readonly unknown[] = [
  { toString: {} },
  { toString: null, valueOf: null },
  [{ toString: {} }],
];
const DEEPEST = 6;
const ID = 'a0000000-0000-4000-8000-000000000000';

interface Schema {
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

const test = suite('values that are no texts');

/** Every field of a body, as the names that lead to it; `0`: the first element of a list. */
function fieldsOf(schema: Schema, { components }: Pick<Description, 'components'>, depth = 0): string[][] {
  const own = schema.$ref === undefined ? schema : components.schemas[schema.$ref.split('/').at(-1) ?? ''];
  if (own === undefined || depth > DEEPEST) return [[]];
  const within = (name: string, of: Schema) =>
    fieldsOf(of, { components }, depth + 1).map((rest) => [name, ...rest]);
  return [
    [],
    ...(own.anyOf ?? []).flatMap((one) => fieldsOf(one, { components }, depth + 1)),
    ...Object.entries(own.properties ?? {}).flatMap(([name, of]) => within(name, of)),
    ...(own.items === undefined ? [] : within('0', own.items)),
  ];
}

/** A body that has nothing but the value, in that field. */
const bodyWith = ([name, ...rest]: readonly string[], value: unknown): unknown =>
  name === undefined ? value : name === '0' ? [bodyWith(rest, value)] : { [name]: bodyWith(rest, value) };

test('in any field of any route are refused, with no 500', async () => {
  const api = await apiFixture();
  const description = JSON.parse((await api.call('GET', '/openapi.json')).text) as Description;
  let calls = 0;
  for (const [path, operations] of Object.entries(description.paths))
    for (const [method, { requestBody }] of Object.entries(operations)) {
      const schema = requestBody?.content['application/json']?.schema;
      if (schema === undefined) continue;
      const fields = new Map(fieldsOf(schema, description).map((field) => [field.join('.'), field]));
      for (const [name, field] of fields)
        for (const value of WITHOUT_TEXT) {
          const url = path.replaceAll(/\{[^}]*\}/g, ID);
          const body = bodyWith(field, value);
          const options = { body, idempotencyKey: `call-${calls}` };
          const { status, text } = await api.call(method.toUpperCase(), url, options);
          assert.ok(status >= 400 && status < 500, `${method} ${path} ${name}: ${status} ${text}`);
          calls += 1;
        }
    }
  assert.ok(calls > 500, `${calls} calls`);
  await api.close();
});

test.run();
