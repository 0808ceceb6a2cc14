import * as assert from 'uvu/assert';
import { email } from '../../../src/events/email.ts';
import type { EmailAccepted } from '../../../src/events/emailAccepted.ts';
import type { Answer, ApiFixture } from '../../support/apiFixture.ts';

/** One value of a field: what is accepted of it, or the path and the words that it is refused with. */
export interface Case {
  /** The field as tables write it: `attachments[].content_type`. */
  readonly field: string;
  readonly change: Readonly<Record<string, unknown>>;
  /** What the accepted message must hold. */
  readonly taken?: Partial<EmailAccepted>;
  readonly refused?: readonly [path: string, says?: RegExp];
}

export const taken = (field: string, change: Case['change'], as: Partial<EmailAccepted> = {}): Case => ({
  field,
  change,
  taken: as,
});

export const refused = (field: string, change: Case['change'], path: string, says?: RegExp): Case => ({
  field,
  change,
  refused: says === undefined ? [path] : [path, says],
});

export interface Issue {
  readonly path: string;
  readonly message: string;
}

export const issuesOf = ({ body }: Answer) =>
  (body.error as unknown as { details?: { issues: Issue[] } }).details?.issues ?? [];

/** All that was accepted, in order. */
export function accepted({ store }: ApiFixture): EmailAccepted[] {
  return store.log.filter(({ type }) => type === 'EmailAccepted').map(({ data }) => data as EmailAccepted);
}

/** What was accepted under an id. */
export function acceptedAs({ store }: ApiFixture, id: string): EmailAccepted | undefined {
  return store.log.find(({ stream }) => stream === email.stream(id))?.data as EmailAccepted | undefined;
}

/** Where the bytes of the content `QQ==` are stored. */
export const LETTER_A = {
  sha256: '559aead08264d5795d3909718cdd05abd49572e84fe55590eef31a88a08fdffd',
  length: 1,
};

/** Tries a case on a good request; nothing is stored by a refusal. */
export async function tryCase(
  api: ApiFixture,
  { field, change, taken: as, refused: refusal }: Case,
  send: (change: Case['change']) => Promise<Answer>,
): Promise<void> {
  const before = api.store.log.length;
  const answer = await send(change);
  const what = `${field} ${JSON.stringify(change)?.slice(0, 200)}: ${answer.status} ${answer.text.slice(0, 500)}`;
  if (refusal !== undefined) {
    assert.is(answer.status, 422, what);
    assert.is(api.store.log.length, before, `${what}: stored something`);
    const [path, says] = refusal;
    const issue = issuesOf(answer).find((one) => one.path === path);
    assert.ok(issue, `${what}: ${path} is not named`);
    if (says !== undefined) assert.match(issue.message, says, what);
    return;
  }
  assert.ok(answer.status === 200 || answer.status === 202, what);
  const message = accepted(api).at(-1);
  assert.ok(message, what);
  for (const [name, value] of Object.entries(as ?? {}))
    assert.equal(message[name as keyof EmailAccepted], value, `${what}: ${name}`);
}
