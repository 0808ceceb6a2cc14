import type { Issue } from '../commands/kernel/refusal.ts';
import { GIVEN_UUID_PATTERN } from '../events/fieldPatterns.ts';
import { DELIVERY_ID_FIELD } from '../events/headerNames.ts';
import type { ReadField } from '../ports/readMessage.ts';

/** Headers by which a customer's program says what a call says in its body; they are never sent on. */
const PREFIX = 'x-postledger-';
/** The field that names a delivery comes with a mail that was one: it means nothing here, and is not sent on either. */
export const isControl = ({ name }: Pick<ReadField, 'name'>) =>
  name.toLowerCase().startsWith(PREFIX) && name.toLowerCase() !== DELIVERY_ID_FIELD.toLowerCase();

export interface Control {
  /** Fields of the body of a send (section 2.1 of the interface), as they are given. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Text of a JSON object. */
  readonly variables: string | null;
  readonly idempotencyKey: string | null;
  readonly issues: readonly Issue[];
}

const SWITCH: Readonly<Record<string, boolean>> = { yes: true, true: true, no: false, false: false };
const switched = (value: string): unknown => SWITCH[value.toLowerCase()] ?? value;
const uuid = new RegExp(GIVEN_UUID_PATTERN);

/** The body field that a header is for, and its value there. */
const FIELDS: Readonly<Record<string, (value: string) => readonly [string, unknown]>> = {
  stream: (value) => ['message_stream', value],
  schedule: (value) => ['scheduled_for', value],
  'track-opens': (value) => ['track_opens', switched(value)],
  'track-clicks': (value) => ['track_clicks', switched(value)],
  template: (value) => [uuid.test(value) ? 'template_id' : 'template_friendly_name', value],
};
const IDEMPOTENCY_KEY_MAX = 255;

export function controlOf(fields: readonly ReadField[]): Control {
  const body: Record<string, unknown> = {};
  const tags: string[] = [];
  const issues: Issue[] = [];
  const own = new Map<string, string>();
  for (const { name, value } of fields.filter(isControl)) {
    const what = name.toLowerCase().slice(PREFIX.length);
    const fault = (message: string) => issues.push({ path: `/headers/${name}`, message });
    if (what === 'tag') tags.push(value);
    else if (own.has(what)) fault('must be given once');
    else if (Object.hasOwn(FIELDS, what)) {
      const [field, given] = FIELDS[what]?.(value) ?? ['', value];
      body[field] = given;
    } else if (what === 'idempotency-key') {
      if (value === '' || [...value].length > IDEMPOTENCY_KEY_MAX)
        fault(`must have 1 to ${IDEMPOTENCY_KEY_MAX} characters`);
    } else if (what === 'variables') {
      if (!isJson(value)) fault('must be JSON');
    } else fault('is no header of this service');
    if (what !== 'tag') own.set(what, value);
  }
  if (tags.length > 0) body.tags = tags;
  return {
    body,
    variables: own.get('variables') ?? null,
    idempotencyKey: own.get('idempotency-key') ?? null,
    issues,
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
