import { type Static, type TProperties, type TSchema, Type } from 'typebox';
import { Closed } from '../validation.ts';

/**
 * What the service does with each field of another provider's request: one row a field. Checks, refusals, the OpenAPI
 * document and docs/migrating.md are all made from these tables, so they cannot disagree.
 */
export type FieldTable = Readonly<Record<string, Field>>;

export type Field = TakenField | RefusedField;

export interface TakenField {
  readonly fate: 'taken';
  /** The field of `POST /v1/emails` that it becomes. */
  readonly becomes: string;
  /** The form of a value that is not an object or list of a table. */
  readonly form?: TSchema;
  /** The documented form of a large value that a rule checks, because the schema's own check would be slow. */
  readonly documented?: TSchema;
  /** It is an object with these fields. */
  readonly fields?: FieldTable;
  /** It is a list of objects with these fields. */
  readonly each?: FieldTable;
  readonly required?: boolean;
  readonly minItems?: number;
  readonly maxItems?: number;
  /** Names, in small letters, of members that clients always send and that ask for nothing. */
  readonly leftOut?: readonly string[];
  /** Holds names that some clients encode for a header before they make a request: the decoded ones are meant. */
  readonly decoded?: true;
  /** What else a reader should know. */
  readonly note?: string;
}

export interface RefusedField {
  readonly fate: 'refused';
  /** What to do instead, as whole sentences. */
  readonly instead: string;
  /** It is a switch: `enable: false` asks for nothing, and these other fields may have any value. */
  readonly switchOf?: readonly string[];
}

type About = Pick<
  TakenField,
  'required' | 'minItems' | 'maxItems' | 'leftOut' | 'decoded' | 'note' | 'documented'
>;

/** Takes a value of this form. */
export function taken<Form extends TSchema, const Given extends About>(
  becomes: string,
  form: Form,
  about?: Given,
) {
  return { ...(about as Given), fate: 'taken' as const, becomes, form };
}

/** Takes an object with these fields. */
export function object<Fields extends FieldTable, const Given extends About>(
  becomes: string,
  fields: Fields,
  about?: Given,
) {
  return { ...(about as Given), fate: 'taken' as const, becomes, fields };
}

/** Takes a list of objects with these fields. */
export function list<Each extends FieldTable, const Given extends About>(
  becomes: string,
  each: Each,
  about?: Given,
) {
  return { ...(about as Given), fate: 'taken' as const, becomes, each };
}

/** A request of the table without issues, as `readFields` leaves it. */
export type BodyOf<Table extends FieldTable> = {
  readonly [Name in RequiredName<Table>]: ValueOf<Table[Name]>;
} & {
  readonly [Name in Exclude<keyof Table, RequiredName<Table>>]?: ValueOf<Table[Name]>;
};

type RequiredName<Table> = {
  [Name in keyof Table]: Table[Name] extends { required: true } ? Name : never;
}[keyof Table];

type ValueOf<One> = One extends { form: infer Form extends TSchema }
  ? Static<Form>
  : One extends { fields: infer Fields extends FieldTable }
    ? BodyOf<Fields>
    : One extends { each: infer Each extends FieldTable }
      ? readonly BodyOf<Each>[]
      : never;

export const refused = (instead: string): RefusedField => ({ fate: 'refused', instead });

/** A setting with `enable`, for a function that this service does not have. */
export const refusedUnlessOff = (switchOf: readonly string[], instead: string): RefusedField => {
  return { fate: 'refused', instead, switchOf };
};

/** The schema of a request as `readFields` leaves it: the fields that are taken, without nulls. */
export const formOf = (table: FieldTable): TSchema => schemaOf(table, false);

/** The schema of the request as it may be sent, for the OpenAPI document: absent and null are the same there. */
export const documentedForm = (table: FieldTable, options: object = {}): TSchema =>
  schemaOf(table, true, options);

function schemaOf(table: FieldTable, documented: boolean, options: object = {}): TSchema {
  const properties: TProperties = {};
  for (const [name, field] of Object.entries(table)) {
    if (field.fate === 'taken') {
      const form = valueForm(field, documented);
      const description = describe(field);
      if (field.required) properties[name] = documented ? { ...form, description } : form;
      else properties[name] = Type.Optional(documented ? orAbsent(form, description) : form);
    }
  }
  return Closed(properties, documented ? { ...withRefusals(table), ...options } : options);
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

/** What else is taken for absent, such as an empty list, is nothing that a new client should send. */
function orAbsent(form: TSchema, description: string): TSchema {
  return Type.Union([form, Type.Null()], { description });
}

/** Refused fields are named in words: a client that is generated cannot send them. */
function withRefusals(table: FieldTable): { readonly description?: string } {
  const refusals = Object.entries(table).flatMap(([name, field]) =>
    field.fate === 'refused' ? [`\`${name}\`: ${field.instead}`] : [],
  );
  return refusals.length === 0 ? {} : { description: `Refused by name: ${refusals.join(' ')}` };
}

/** Every field of a table with those within it, named as documents do: `attachments[].filename`. */
export function everyField(table: FieldTable, path = ''): [name: string, field: Field][] {
  return Object.entries(table).flatMap(([name, field]): [string, Field][] => {
    const own = `${path}${name}`;
    const within = field.fate === 'refused' ? undefined : (field.fields ?? field.each);
    if (within === undefined) return [[own, field]];
    const suffix = field.fate === 'taken' && field.each !== undefined ? '[]' : '';
    return [[own, field], ...everyField(within, `${own}${suffix}.`)];
  });
}
