import * as assert from 'uvu/assert';
import { type Answer, listOf } from './apiFixture.ts';

/** What a table says of one field of a request: values to be taken, values to be refused with the path named. */
interface FieldRow {
  readonly field: string;
  readonly good: readonly unknown[];
  readonly bad: readonly (unknown | readonly [value: unknown, path: string])[];
  /** Whether the request is good without it. */
  readonly optional?: boolean;
  /** Whether null is a value of it. */
  readonly nullable?: boolean;
}

/** A bad value whose fault lies deeper than the field itself. */
export class BadAt {
  readonly value: unknown;
  readonly path: string;
  constructor(value: unknown, path: string) {
    this.value = value;
    this.path = path;
  }
}

export interface FieldTable {
  /** A good body; a fresh one a call, so that names may be unique. */
  readonly body: () => Record<string, unknown>;
  readonly rows: readonly FieldRow[];
  readonly send: (body: unknown) => Promise<Answer>;
  readonly status: number;
  /** How much is stored: must not grow by a refusal. */
  readonly stored: () => number;
}

/** Tries every row; also each field missing, null, of a wrong type, and an unknown one. Resolves with the count. */
export async function tryFieldTable({ body, rows, send, status, stored }: FieldTable): Promise<number> {
  let tried = 0;
  const taken = async (given: unknown, what: string) => {
    tried += 1;
    const answer = await send(given);
    assert.is(answer.status, status, `${what}: ${answer.text}`);
  };
  const refused = async (given: unknown, path: string, what: string) => {
    tried += 1;
    const before = stored();
    const answer = await send(given);
    assert.is(answer.status, 422, `${what}: ${answer.status} ${answer.text}`);
    const named = issuePaths(answer);
    assert.ok(named.includes(path), `${what}: ${path} is not among ${named}`);
    assert.is(stored(), before, `${what}: a refusal stored something`);
  };
  for (const { field, good, bad, optional = false, nullable = false } of rows) {
    const where = `/${field}`;
    for (const value of good) await taken({ ...body(), [field]: value }, `${field} = ${shown(value)}`);
    for (const value of bad) {
      const [given, path] = value instanceof BadAt ? [value.value, value.path] : [value, where];
      await refused({ ...body(), [field]: given }, path, `${field} = ${shown(given)}`);
    }
    const { [field]: _, ...without } = body();
    if (optional) await taken(without, `${field} missing`);
    else await refused(without, where, `${field} missing`);
    if (nullable) await taken({ ...body(), [field]: null }, `${field} null`);
    else await refused({ ...body(), [field]: null }, where, `${field} null`);
  }
  await refused({ ...body(), surprise: 1 }, '/surprise', 'an unknown field');
  for (const whole of [[], 'text', 1, true, null]) await refused(whole, '', `body = ${shown(whole)}`);
  return tried;
}

export function issuePaths(answer: Answer): string[] {
  const issues = answer.body.error?.details?.issues;
  return issues === undefined ? [] : listOf(issues).map(({ path }) => String(path));
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined';
  return text.length > 60 ? `${text.slice(0, 60)}… (${text.length})` : text;
}
