import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { catalogue } from '../../src/events/catalogue.ts';
import { commitmentTo, partsFault } from '../../src/events/commitments.ts';
import { type NewEvent, PART_KINDS, type RecordedEvent } from '../../src/events/event.ts';
import { divided, joined, SALT_BYTES } from '../../src/events/parts.ts';
import { PART } from '../../src/events/schema.ts';
import { randomLogs } from '../support/randomEvents.ts';
import { SEED } from '../support/testRun.ts';

const test = suite('parts of events');
const EVENTS = 10_000;

interface Marked {
  readonly [PART]?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly pattern?: string;
  readonly anyOf?: readonly Marked[];
  readonly items?: Marked;
  readonly properties?: Readonly<Record<string, Marked>>;
  readonly patternProperties?: Readonly<Record<string, Marked>>;
}

/** Paths of the texts that any value fits and no mark is on. */
function unmarked(schema: Marked, path: string): readonly string[] {
  if (schema[PART] !== undefined) return [];
  if (schema.type === 'string' && schema.const === undefined && schema.pattern === undefined) return [path];
  const within = { ...schema.properties, ...schema.patternProperties };
  return [
    ...(schema.anyOf ?? []).flatMap((one) => unmarked(one, path)),
    ...(schema.items === undefined ? [] : unmarked(schema.items, `${path}[]`)),
    ...Object.entries(within).flatMap(([name, field]) => unmarked(field, `${path}.${name}`)),
  ];
}

test('every text of every event says where it lies', () => {
  assert.equal(
    [...catalogue].flatMap(([type, { schema }]) => unmarked(schema as Marked, type)),
    [],
  );
});

test('a text without a mark is found', () => {
  const text = { type: 'string' };
  const marked = { ...text, [PART]: 'open' };
  const schema = {
    properties: { a: { items: { properties: { b: text, c: marked } } }, d: { anyOf: [text] } },
  };
  assert.equal(unmarked(schema, 'E'), ['E.a[].b', 'E.d']);
});

let drawn = 0;
const salt = () => Buffer.alloc(SALT_BYTES, drawn++).toString('base64url');
const place = { stream: 's-1', revision: 0, position: '00000000000000000001' } as unknown as RecordedEvent;
const asRecorded = (event: NewEvent): RecordedEvent => ({ ...place, ...event });

test(`${EVENTS} random events, divided and joined, are the same JSON byte for byte (seed ${SEED})`, () => {
  let events = 0;
  for (let round = 0; events < EVENTS; round++)
    for (const log of fc.sample(randomLogs([...catalogue.keys()], 500), { numRuns: 20, seed: SEED + round }))
      for (const event of log) {
        const { parts = {}, ...open } = asRecorded(
          JSON.parse(JSON.stringify(divided(event, salt))) as NewEvent,
        );
        assert.is(partsFault(open, parts), null);
        const { data } = joined(open, parts);
        assert.is(JSON.stringify(data), JSON.stringify(event.data), event.type);
        events += 1;
      }
});

const metadata = { v: 1, workspace: 'w', actor: 'operator', correlation: 'c', causation: null, at: 'now' };
const data = { address: 'ann@example.com', reason: 'she asked' };
const added = (person?: string): NewEvent => ({
  ...{ id: 'i', type: 'SuppressionAdded', data },
  metadata: person === undefined ? metadata : { ...metadata, person },
});

test('what is personal leaves the event, and the event commits to it', () => {
  const event = divided(added('Bob'), salt);
  assert.equal(event.data, {});
  const { people } = event.parts ?? {};
  assert.equal(JSON.parse(people?.text ?? ''), { ...data, person: 'Bob' });
  assert.equal(event.metadata, { ...metadata, people: people && commitmentTo(people) });
  const { parts = {}, ...open } = asRecorded(event);
  const whole = joined(open, parts);
  assert.equal(whole.data, data);
  assert.is(whole.metadata.person, 'Bob');
});

test('an event without personal values is stored as it is', () => {
  const event: NewEvent = { id: 'i', type: 'CreditsGranted', data: { credits: 1 }, metadata };
  assert.is(divided(event, salt), event);
});

test('parts that were changed, exchanged or lost are not those that the event commits to', () => {
  const [event, other] = [divided(added(), salt), divided(added('Bob'), salt)];
  const { parts = {} } = event;
  const { salt: ownSalt = '', text = '' } = parts.people ?? {};
  assert.is(partsFault(event, parts), null);
  for (const wrong of [
    {},
    other.parts ?? {},
    { people: { salt: ownSalt, text: text.replace('ann', 'eve') } },
    { people: { salt: salt(), text } },
    { ...parts, contents: { salt: ownSalt, text } },
  ])
    assert.match(partsFault(event, wrong) ?? '', /lacks its part/);
  assert.is(partsFault(event, {}, true), null);
  assert.match(partsFault(event, other.parts ?? {}, true) ?? '', /lacks/);
});

test('no event has a field that the parts need for the person who acted, nor one of theirs', () => {
  for (const [type, { schema }] of catalogue)
    for (const name of ['person', ...PART_KINDS])
      assert.not.ok(name in (schema as Marked & { properties: object }).properties, `${type}.${name}`);
});

test.run();
