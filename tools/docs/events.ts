import type { TSchema } from 'typebox';
import { categories } from '../../src/events/catalogue.ts';
import type { Category, EventDefinition } from '../../src/events/category.ts';
import { PART } from '../../src/events/schema.ts';
import { notice } from './notice.ts';

/** docs/events.md: the language of the ledger, from the catalogue that the code itself goes by. */
export function eventsPage(): string {
  const parts = [
    '# Events',
    notice,
    'The log holds nothing but these. A stream is named `category-id`; an event has an id, a type, a payload (the',
    'fields below) and metadata: `v` (version of the payload), `workspace`, `actor`, `person` (of an operator who gave a name;',
    '*people*), `correlation`, `causation`,',
    '`at` (ISO 8601, milliseconds, UTC), and the commitments `people` and `contents`. Older versions are upcast when they are read; nothing is ever rewritten.',
    '',
    'What the column *part* names lies next to the event, in its part *people* or *contents*, which can go without breaking a',
    'proof: the event holds a commitment to it (docs/log-format.md). A text of any size (*stored text*) stands in the event up to 64 KB and is a blob,',
    'named by its SHA-256, above that.',
    ...categories.flatMap(categorySection),
  ];
  return `${parts
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trimEnd()}\n`;
}

function categorySection({ name, definitions }: Category): string[] {
  return ['', `## ${name}`, ...Object.entries(definitions).flatMap(([type, one]) => eventSection(type, one))];
}

function eventSection(type: string, { v, meaning, schema }: EventDefinition): string[] {
  const rows = fieldsOf(schema, '');
  const heading = ['', `### ${type}`, '', `${meaning} Version ${v}.`, ''];
  if (rows.length === 0) return [...heading, 'No fields.'];
  return [...heading, '| field | type | part |', '|---|---|---|', ...rows];
}

type Described = TSchema & {
  readonly type?: string;
  readonly const?: unknown;
  readonly anyOf?: readonly Described[];
  readonly items?: Described;
  readonly properties?: Record<string, Described>;
  readonly required?: readonly string[];
  readonly patternProperties?: Record<string, Described>;
  readonly pattern?: string;
  readonly minimum?: number;
};

/** A row a field; the fields of objects follow theirs, with the path to them. */
function fieldsOf(schema: TSchema, path: string): string[] {
  const { properties = {}, required = [] } = schema as Described;
  return Object.entries(properties).flatMap(([name, field]) => {
    const full = `${path}${name}`;
    const type = `${typeOf(field)}${required.includes(name) ? '' : ', optional'}`;
    const row = `| \`${full}\` | ${type} | ${partOf(field)} |`;
    const { inner, suffix } = objectWithin(field);
    return [row, ...(inner === null ? [] : fieldsOf(inner, `${full}${suffix}.`))];
  });
}

/** The object whose fields are worth rows of their own: the field itself, its elements, or what is not null. */
function objectWithin(field: Described): { inner: Described | null; suffix: string } {
  if (isStoredText(field) || isBlob(field)) return { inner: null, suffix: '' };
  if (field.properties) return { inner: field, suffix: '' };
  if (field.items) return { inner: objectWithin(field.items).inner, suffix: '[]' };
  const some = field.anyOf?.find(({ properties, type }) => properties || type === 'array');
  return some ? objectWithin(some) : { inner: null, suffix: '' };
}

/** The part that the field lies in; empty for one that stays in the event. */
function partOf(field: Described): string {
  const mark = (field as { readonly [PART]?: string })[PART];
  if (mark !== undefined) return mark === 'open' ? '' : mark;
  const within = [
    ...(field.anyOf ?? []),
    ...(field.items !== undefined && !field.items.properties ? [field.items] : []),
  ];
  return within.map(partOf).find((part) => part !== '') ?? '';
}

function typeOf(field: Described): string {
  if (isStoredText(field)) return 'stored text';
  if (isBlob(field)) return 'blob (SHA-256 and length)';
  if (field.anyOf) return field.anyOf.map(typeOf).join(' or ');
  if (field.const !== undefined) return `\`${String(field.const)}\``;
  if (field.items) return `list of ${typeOf(field.items)}`;
  if (field.patternProperties)
    return `map of text to ${typeOf(Object.values(field.patternProperties)[0] ?? {})}`;
  if (field.pattern?.startsWith('^[0-9a-f]{8}-')) return 'uuid';
  if (field.pattern?.startsWith('^\\d{4}-')) return 'instant';
  if (field.pattern === '^[0-9a-f]{64}$') return 'SHA-256, hex';
  if (field.type === 'string') return 'text';
  if (field.type === 'integer')
    return field.minimum === undefined ? 'integer' : `integer, ${field.minimum} or more`;
  return field.type ?? 'anything';
}

function isStoredText({ anyOf }: Described): boolean {
  return (
    anyOf?.length === 2 && anyOf.some(({ properties }) => properties !== undefined && 'inline' in properties)
  );
}

function isBlob({ properties }: Described): boolean {
  return properties !== undefined && 'sha256' in properties && 'length' in properties;
}
