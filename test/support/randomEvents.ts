import fc from 'fast-check';
import { positionAt } from '../../src/adapters/position.ts';
import { catalogue } from '../../src/events/catalogue.ts';
import type { RecordedEvent } from '../../src/events/event.ts';
import { INSTANT_PATTERN, UUID_PATTERN } from '../../src/events/fieldPatterns.ts';

/** What a payload's schema may hold, as JSON Schema has it. */
interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly pattern?: string;
  readonly minimum?: number;
}

/** Few values of each form, so that events meet in one document and say the same thing again. */
const uuid = fc.constantFrom(
  ...[1, 2, 3].map((n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`),
);
const MINUTE_MS = 60_000;
const instant = fc.nat(9).map((n) => instantAt(n));
const texts: Readonly<Record<string, fc.Arbitrary<string>>> = {
  [UUID_PATTERN]: uuid,
  [INSTANT_PATTERN]: instant,
};
const text = fc.constantFrom('a@b.example', 'c@d.example');

function instantAt(minute: number): string {
  return new Date(Date.UTC(2026, 0, 1, 23, 50) + minute * MINUTE_MS).toISOString();
}

function valuesOf(schema: Schema): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(valuesOf));
  switch (schema.type) {
    case 'string':
      return texts[schema.pattern ?? ''] ?? text;
    case 'integer':
      return fc.nat(2).map((n) => n + (schema.minimum ?? 0));
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(valuesOf(schema.items ?? {}), { maxLength: 3 });
    case 'object': {
      const fields = Object.entries(schema.properties ?? {}).map(
        ([name, of]) => [name, valuesOf(of)] as const,
      );
      return fc.record(Object.fromEntries(fields), { requiredKeys: [...(schema.required ?? [])] });
    }
    default:
      throw new Error(`no values for the schema ${JSON.stringify(schema)}`);
  }
}

/**
 * Logs of up to `maxEvents` events of these types, in any order whatever: a few streams of each category in one or two
 * workspaces, and each event a minute behind the one before.
 */
export function randomLogs(types: readonly string[], maxEvents: number): fc.Arbitrary<RecordedEvent[]> {
  const one = fc.oneof(
    ...types.map((type) => {
      const entry = catalogue.get(type);
      if (entry === undefined) throw new Error(`no event ${type}`);
      const stream = uuid.map((id) => `${entry.category}-${id}`);
      return fc.record({
        type: fc.constant(type),
        v: fc.constant(entry.v),
        data: valuesOf(entry.schema),
        stream,
        workspace: uuid,
      });
    }),
  );
  return fc.array(one, { maxLength: maxEvents }).map((events) =>
    events.map(({ type, v, data, stream, workspace }, at) => ({
      ...{ id: `event-${at}`, type, data, stream, revision: at, position: positionAt(at + 1) },
      metadata: {
        ...{ v, workspace, actor: 'test', correlation: workspace, causation: null, at: instantAt(at) },
      },
    })),
  );
}
