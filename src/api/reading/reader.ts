import type { Static, TSchema } from 'typebox';
import { type Issue, Refusal } from '../../commands/kernel/refusal.ts';
import { NOTHING_SENT, parseJson, type SentJson } from '../json.ts';
import { type Checker, checker } from '../validation.ts';

/** What a request's body comes to: what its handler takes, or all that is wrong with it. */
export type ReadBody<Value> = { readonly value: Value } | { readonly issues: readonly Issue[] };

/**
 * Reads a body. A pure function, so that a large body can be read in a thread of its own: what it answers holds no
 * function, and nothing of great size but texts and bytes.
 */
export type BodyReader<Value> = (sent: SentJson) => ReadBody<Value>;

/** Reads the bytes of a body; null where none was sent. */
export function readWith<Value>(reader: BodyReader<Value>, bytes: Buffer | null): ReadBody<Value> {
  try {
    return reader(bytes === null ? NOTHING_SENT : parseJson(bytes));
  } catch (error) {
    if (error instanceof Refusal) return { issues: error.issues };
    throw error;
  }
}

/**
 * Everything that is wrong with a native body. What is hostile is not looked at further; of a number that would lose
 * digits the form is told first, where it wants no number there.
 */
export function bodyIssues({ value, faults, inexact }: SentJson, check: Checker): readonly Issue[] {
  if (faults.length > 0) return faults;
  const issues = check(value);
  const lossy = inexact();
  if (lossy.length === 0) return issues;
  const named = new Set(issues.map(({ path }) => path));
  return [...issues, ...lossy.filter(({ path }) => !named.has(path))];
}

/** A reader by a schema, or by a check that knows more, and what it makes of a body without fault. */
export function checked<Schema extends TSchema, Value = Static<Schema>>(
  schema: Schema,
  take: (body: Static<Schema>) => Value = (body) => body as Value,
  check: Checker = checker(schema),
): BodyReader<Value> {
  return (sent) => {
    const issues = bodyIssues(sent, check);
    return issues.length > 0 ? { issues } : { value: take(sent.value as Static<Schema>) };
  };
}
