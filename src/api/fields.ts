import { type TObjectOptions, type TProperties, type TSchema, type TStringOptions, Type } from 'typebox';
import {
  EMAIL_ADDRESS_MAX,
  EMAIL_ADDRESS_PATTERN,
  hasReadableDomain,
} from '../commands/email/emailAddress.ts';
import { GIVEN_UUID_PATTERN, ONE_LINE_PATTERN } from '../events/fieldPatterns.ts';

/** Kinds of field that several resources have, in requests and answers. */

/** An id that the service made; a uuid of a caller is a `uuidField`. */
export const uuid = () => Type.String({ format: 'uuid' });

export const uuidField = (description = '') =>
  Type.String({
    format: 'uuid',
    pattern: GIVEN_UUID_PATTERN,
    mustBe: 'a uuid',
    ...(description && { description }),
  });

export const emailField = (options: TStringOptions = {}) =>
  Type.Refine(
    Type.String({
      maxLength: EMAIL_ADDRESS_MAX,
      pattern: EMAIL_ADDRESS_PATTERN,
      mustBe: 'an email address',
      examples: ['ann@customer.test'],
      ...options,
    }),
    hasReadableDomain,
  );

/** A text that reaches a header: no line break, nor any other control character (C0, DEL, C1, separators). */
export const headerText = (options: TStringOptions) =>
  Type.String({
    pattern: ONE_LINE_PATTERN,
    mustBe: 'free of line breaks and other control characters',
    ...options,
  });

/** A JSON object of the customer's own making. */
export const freeForm = (options: TObjectOptions = {}) => Type.Record(Type.String(), Type.Unknown(), options);

export const orNull = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

/** The query parameters of a list in pages. */
export const pageFields = (limit: { readonly max: number; readonly default: number }) => ({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: limit.max, default: limit.default })),
  cursor: Type.Optional(Type.String({ description: 'The next_cursor of the previous page.' })),
});

/** The place of the next page, null on the last one. */
export const nextCursor = () => orNull(Type.String({ examples: ['WyIyMDI2LTAzLTAxIl0'] }));

/** ISO 8601 in UTC, as answers write it. */
export const instantAnswer = () =>
  Type.String({ format: 'date-time', examples: ['2026-03-01T09:00:00.000Z'] });

export const idParams = () => Type.Object({ id: uuid() }, { additionalProperties: false });

/** The schema of an answer, by its name in the API's description: it has these properties and no others. */
export const Answer = <Properties extends TProperties>(
  title: string,
  properties: Properties,
  description: string,
) => Type.Object(properties, { additionalProperties: false, title, description });

/** A list without pages. */
export const ListAnswer = <Item extends TSchema>(title: string, item: Item, description: string) =>
  Answer(title, { data: Type.Array(item) }, description);

export const acceptedId = () => Answer('AcceptedEmail', { id: uuid() }, 'An accepted email.');
