import type { TSchema } from 'typebox';
import { catalogue } from './catalogue.ts';

/** What stands in the place of a value that is not there, by its type. */
const BLANKS: Readonly<Record<string, unknown>> = { string: '[not here]', array: [], integer: 0, number: 0 };

interface Shape {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
}

/** Data of which parts lack, with blanks where its type says that there is a value: null or nothing where it may be so. */
export function withBlanks(type: string, data: unknown): unknown {
  return filled((catalogue.get(type)?.schema ?? {}) as TSchema, data);
}

function filled({ type = '', items, properties = {}, required = [], anyOf }: Shape, value: unknown): unknown {
  if (anyOf !== undefined) {
    if (value === undefined && anyOf.some((form) => form.type === 'null')) return null;
    return filled(anyOf.find((form) => form.type !== 'null') ?? {}, value);
  }
  if (value === undefined && type in BLANKS) return BLANKS[type];
  if ((typeof value !== 'object' && value !== undefined) || value === null) return value;
  if (Array.isArray(value)) return items === undefined ? value : value.map((each) => filled(items, each));
  const whole: Record<string, unknown> = { ...value };
  for (const [name, field] of Object.entries(properties))
    if (name in whole || required.includes(name)) whole[name] = filled(field, whole[name]);
  return whole;
}
