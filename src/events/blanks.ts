import type { TSchema } from 'typebox';
import { catalogue } from './catalogue.ts';

/** In the place of a text that is not there. */
const BLANK = '[not here]';

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

function filled(shape: Shape, value: unknown): unknown {
  if (value === undefined) return blankOf(shape);
  if (typeof value !== 'object' || value === null) return value;
  const { items, properties, required = [] } = shape.anyOf?.find((form) => form.type !== 'null') ?? shape;
  if (Array.isArray(value)) return items === undefined ? value : value.map((each) => filled(items, each));
  const whole: Record<string, unknown> = { ...value };
  for (const [name, field] of Object.entries(properties ?? {}))
    if (name in whole || required.includes(name)) whole[name] = filled(field, whole[name]);
  return whole;
}

function blankOf({ type, properties, required = [], anyOf }: Shape): unknown {
  if (anyOf !== undefined) return anyOf.some((form) => form.type === 'null') ? null : blankOf(anyOf[0] ?? {});
  if (type === 'string') return BLANK;
  if (type === 'array') return [];
  if (type === 'integer' || type === 'number') return 0;
  return Object.fromEntries(required.map((name) => [name, blankOf(properties?.[name] ?? {})]));
}
