import { type TProperties, type TSchema, Type } from 'typebox';
import { Closed } from '../validation.ts';

/**
 * What becomes of each field of another provider's request: one row a field. Checks, refusals, the OpenAPI document
 * and docs/migrating.md are all made of these tables, so that none of them can say something else.
 */
export type FieldTable = Readonly<Record<string, Field>>;

export type Field = TakenField | RefusedField;

export interface TakenField {
  readonly fate: 'taken';
  /** Which field of `POST /v1/emails` it becomes. */
  readonly becomes: string;
  /** What a value that is no object or list of a table must look like. */
  readonly form?: TSchema;
  /** What the document says of its form, where a rule checks it: of what is large a schema's check would be slow. */
  readonly documented?: TSchema;
  /** It is an object with these fields. */
  readonly fields?: FieldTable;
  /** It is a list of objects with these fields. */
  readonly each?: FieldTable;
  readonly required?: boolean;
  readonly minItems?: number;
  readonly maxItems?: number;
  /** What a reader should know beside where it goes. */
  readonly note?: string;
}

export interface RefusedField {
  readonly fate: 'refused';
  /** What to do instead, as whole sentences. */
  readonly instead: string;
  /** It is a switch: `enable: false` asks for nothing, whatever these other fields say. */
  readonly switchOf?: readonly string[];
}

type About = Pick<TakenField, 'required' | 'minItems' | 'maxItems' | 'note' | 'documented'>;

export const taken = (becomes: string, form: TSchema, about: About = {}): TakenField => ({
  ...{ fate: 'taken', becomes, form },
  ...about,
});

export const object = (becomes: string, fields: FieldTable, about: About = {}): TakenField => ({
  ...{ fate: 'taken', becomes, fields },
  ...about,
});

export const list = (becomes: string, each: FieldTable, about: About = {}): TakenField => ({
  ...{ fate: 'taken', becomes, each },
  ...about,
});

export const refused = (instead: string): RefusedField => ({ fate: 'refused', instead });

/** A setting with `enable`, for a thing that this service does not do. */
export const refusedUnlessOff = (switchOf: readonly string[], instead: string): RefusedField => ({
  ...{ fate: 'refused', instead, switchOf },
});

/** The schema of what is left of a request once `readFields` has been over it: what is taken, without nulls. */
export const formOf = (table: FieldTable): TSchema => schemaOf(table, false);

/** The schema of the request as it may be sent, for the OpenAPI document: absent and null are the same there. */
export const documentedForm = (table: FieldTable, options: object = {}): TSchema =>
  schemaOf(table, true, options);

function schemaOf(table: FieldTable, documented: boolean, options: object = {}): TSchema {
  const properties: TProperties = {};
  for (const [name, field] of Object.entries(table)) {
    if (field.fate === 'taken') {
      const form = valueForm(field, documented);
      const told = documented ? { ...form, description: describe(field) } : form;
      if (field.required) properties[name] = told;
      else properties[name] = Type.Optional(documented ? orAbsent(form, describe(field)) : form);
    } else if (documented) properties[name] = Type.Optional(asksForNothing(field));
  }
  return Closed(properties, options);
}

function valueForm(field: TakenField, documented: boolean): TSchema {
  const { form = Type.Unknown(), fields, each, minItems, maxItems } = field;
  if (fields !== undefined) return schemaOf(fields, documented);
  if (each === undefined) return documented ? (field.documented ?? form) : form;
  return Type.Array(schemaOf(each, documented), {
    ...(minItems && { minItems }),
    ...(maxItems && { maxItems }),
  });
}

const describe = ({ becomes, note }: TakenField) => `Becomes ${becomes}.${note ? ` ${note}` : ''}`;

/** What nobody set: `readFields` takes these for absent. */
const nothing = () => [Type.Null(), Type.Array(Type.Unknown(), { maxItems: 0 })];

function orAbsent(form: TSchema, description: string): TSchema {
  return Type.Union([form, ...nothing()], { description });
}

/** A refused field in the document: it may stand there as long as it asks for nothing. */
function asksForNothing({ instead, switchOf }: RefusedField): TSchema {
  const empty = [...nothing(), Closed({})];
  if (switchOf === undefined) return Type.Union(empty, { description: `Refused. ${instead}` });
  const others = Object.fromEntries(switchOf.map((name) => [name, Type.Optional(Type.Unknown())]));
  const off = Closed({ enable: Type.Literal(false), ...others });
  return Type.Union([...empty, off], { description: `Refused unless it is off. ${instead}` });
}
