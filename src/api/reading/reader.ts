import type { Static, TSchema } from 'typebox';
import { type Issue, Refusal } from '../../commands/kernel/refusal.ts';
import { NO_BODY, type ParsedJson, parseJson } from '../json.ts';
import { addIssues } from '../schemaIssues.ts';
import { type Checker, checker } from '../validation.ts';

/** The result of reading a body: the value for its handler, or all that is wrong with it. */
export type ReadBody<Value> = { readonly value: Value } | { readonly issues: readonly Issue[] };

/** A body that only its handler can check to the end: it reports these issues together with what it finds. */
export interface UnfinishedBody {
  readonly issues: readonly Issue[];
}

/**
 * Reads a body. A pure function, so that a large body can be read in a thread of its own: its result holds no function,
 * and nothing large except texts and bytes.
 */
export type BodyReader<Value> = (sent: ParsedJson) => ReadBody<Value>;

/** Reads the bytes of a body; null where none was sent. */
export function readBytes<Value>(reader: BodyReader<Value>, bytes: Buffer | null): ReadBody<Value> {
  try {
    return reader(bytes === null ? NO_BODY : parseJson(bytes));
  } catch (error) {
    if (error instanceof Refusal) return { issues: error.issues };
    throw error;
  }
}

/**
 * Everything that is wrong with a native body. A hostile body is not checked further. Where the schema refuses a value,
 * it is not reported a second time as a number that would lose digits.
 */
export function bodyIssues({ value, faults, inexact }: ParsedJson, check: Checker): readonly Issue[] {
  if (faults.length > 0) return faults;
  return addIssues(check(value), inexact());
}

/** A reader by a schema, or by a check that knows more; `take` makes the value of a body without fault. */
export function schemaReader<Schema extends TSchema, Value = Static<Schema>>(
  schema: Schema,
  take: (body: Static<Schema>) => Value = (body) => body as Value,
  check: Checker = checker(schema),
): BodyReader<Value> {
  return (sent) => {
    const issues = bodyIssues(sent, check);
    return issues.length > 0 ? { issues } : { value: take(sent.value as Static<Schema>) };
  };
}
