import type { TSchema } from 'typebox';
import { catalogue } from './catalogue.ts';
import { commitmentTo } from './commitments.ts';
import {
  type EventMetadata,
  type NewEvent,
  PART_KINDS,
  type Part,
  type PartKind,
  type Parts,
  type RecordedEvent,
} from './event.ts';
import { PART } from './schema.ts';

/** Random bytes of a part. */
export const SALT_BYTES = 16;

type Fields = ReadonlyMap<string, Plan>;

/** Where the values of one schema are stored: all of it in one place, or as its fields or elements say; null: in the event. */
type Plan =
  | PartKind
  | { readonly of: 'fields'; readonly fields: Fields }
  | { readonly of: 'elements'; readonly element: Plan }
  | null;

/** A value by where it is stored; undefined where nothing of it is stored there. */
interface Divided {
  readonly open?: unknown;
  readonly people?: unknown;
  readonly contents?: unknown;
}

interface Marked {
  readonly [PART]?: PartKind | 'open';
  readonly properties?: Readonly<Record<string, Marked>>;
  readonly items?: Marked;
  readonly anyOf?: readonly Marked[];
}

function planOf(schema: Marked): Plan {
  const mark = schema[PART];
  if (mark !== undefined) return mark === 'open' ? null : mark;
  // Of a value or null, and of forms of one value, of which one has marks at most.
  if (schema.anyOf !== undefined) return schema.anyOf.map(planOf).find((plan) => plan !== null) ?? null;
  if (schema.items !== undefined) {
    const element = planOf(schema.items);
    return element && { of: 'elements', element };
  }
  if (schema.properties === undefined) return null;
  const fields = new Map(Object.entries(schema.properties).map(([name, field]) => [name, planOf(field)]));
  return [...fields.values()].every((plan) => plan === null) ? null : { of: 'fields', fields };
}

const plans = new Map<string, Plan>();

/** Made at first use: a process that appends few types needs few. */
function planFor(type: string): Plan {
  const known = plans.get(type);
  if (known !== undefined) return known;
  const plan = planOf((catalogue.get(type)?.schema ?? {}) as TSchema);
  plans.set(type, plan);
  return plan;
}

/**
 * An event as the log stores it: the values that its schema marks, and the person who acted, leave `data` and `metadata` for
 * parts, and the metadata gets the commitments to them. Null stays where it is, as it says nothing.
 * @param salt gives 16 random bytes in base64url
 */
export function divided(event: NewEvent, salt: () => string): NewEvent {
  const { open, ...found } = divide(event.data, planFor(event.type));
  const { person } = event.metadata;
  const values = person === undefined ? found : { ...found, people: { ...(found.people as object), person } };
  if (values.people === undefined && values.contents === undefined) return event;
  const metadata: Metadata = { ...event.metadata };
  // Only where there is one: an object that lost a field is slower.
  if (person !== undefined) delete metadata.person;
  const parts: { [Kind in PartKind]?: Part } = {};
  for (const kind of PART_KINDS) {
    if (values[kind] === undefined) continue;
    const part = { salt: salt(), text: JSON.stringify(values[kind]) };
    metadata[kind] = commitmentTo(part);
    parts[kind] = part;
  }
  return { id: event.id, type: event.type, data: open, metadata, parts };
}

type Metadata = { -readonly [Name in keyof EventMetadata]: EventMetadata[Name] };

/** The event without parts, and with the values of these in their places, in the order of its schema. */
export function joined(event: RecordedEvent, { people, contents }: Parts): RecordedEvent {
  const { id, type, stream, revision, position } = event;
  const plan = planFor(type);
  let { data, metadata } = event;
  if (people !== undefined) {
    const values = JSON.parse(people.text) as { person?: string };
    const { person } = values;
    if (person !== undefined) {
      metadata = { ...metadata, person };
      delete values.person;
    }
    data = join(data, values, plan);
  }
  if (contents !== undefined) data = join(data, JSON.parse(contents.text), plan);
  return { id, type, stream, revision, data, metadata, position };
}

function divide(value: unknown, plan: Plan): Divided {
  if (plan === null || value === null || value === undefined) return { open: value };
  if (typeof plan === 'string') return { [plan]: value };
  if (typeof value !== 'object') return { open: value };
  return plan.of === 'elements'
    ? divideElements(value as readonly unknown[], plan.element)
    : divideFields(value, plan.fields);
}

/** A part holds as many elements as it needs: null where one has nothing in it. */
function divideElements(values: readonly unknown[], plan: Plan): Divided {
  const all = values.map((value) => divide(value, plan));
  const inPart = (kind: PartKind) =>
    all.some((one) => one[kind] !== undefined) ? { [kind]: all.map((one) => one[kind] ?? null) } : {};
  return { open: all.map(({ open }) => open ?? null), ...inPart('people'), ...inPart('contents') };
}

function divideFields(value: object, fields: Fields): Divided {
  const places: Places = { open: {} };
  for (const [name, field] of Object.entries(value)) {
    const plan = fields.get(name) ?? null;
    // Most fields lie in one place, and make no object of their own.
    if (plan === null || field === null) put(places, 'open', name, field);
    else if (typeof plan === 'string') put(places, plan, name, field);
    else {
      const found = divide(field, plan);
      for (const place of PLACES) put(places, place, name, found[place]);
    }
  }
  return places;
}

type Places = { -readonly [Place in keyof Divided]: Record<string, unknown> };

function put(places: Places, place: keyof Divided, name: string, found: unknown): void {
  if (found === undefined) return;
  const values = places[place];
  if (values === undefined) places[place] = { [name]: found };
  else values[name] = found;
}

const PLACES = ['open', ...PART_KINDS] as const;

type Values = Readonly<Record<string, unknown>>;

/** Data of an older version or an unknown type has no plan: its values are joined in the order in which they come. */
const NO_FIELDS: Fields = new Map();

function join(open: unknown, part: unknown, plan: Plan): unknown {
  if (part === undefined || part === null) return open;
  if (open === undefined || open === null || typeof part !== 'object' || typeof open !== 'object')
    return part;
  const within = typeof plan === 'string' ? null : plan;
  if (!Array.isArray(open))
    return joinFields(open as Values, part as Values, within?.of === 'fields' ? within.fields : NO_FIELDS);
  const element = within?.of === 'elements' ? within.element : null;
  return open.map((one, at) => join(one, (part as readonly unknown[])[at], element));
}

function joinFields(open: Values, part: Values, fields: Fields): Values {
  const whole: Record<string, unknown> = {};
  for (const [name, plan] of fields) {
    const value = join(open[name], part[name], plan);
    if (value !== undefined) whole[name] = value;
  }
  for (const values of [open, part])
    for (const name of Object.keys(values))
      if (!fields.has(name) && !Object.hasOwn(whole, name)) whole[name] = join(open[name], part[name], null);
  return whole;
}
