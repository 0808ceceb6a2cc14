import { commitmentTo } from '../../src/events/commitments.ts';
import type { NewEvent } from '../../src/events/event.ts';

const SALT = 'A'.repeat(22);
const WORKSPACE = '7a1f1a52-8f2e-4d0a-9d8a-2f4d5c6b7a80';

/**
 * What appendingChild.ts appends to a stream: several events, so that a torn append would show, with ids that a later
 * attempt has too.
 */
export function appendedEvents(stream: string): NewEvent[] {
  const metadata = {
    v: 1,
    workspace: WORKSPACE,
    actor: 'operator',
    correlation: stream,
    causation: null,
    at: '2026-01-01T00:00:00.000Z',
  };
  return ['First', 'Second', 'Third'].map((type) => {
    const people = {
      salt: SALT,
      text: JSON.stringify({ to: `${type} of ${stream}`, text: 'x'.repeat(500) }),
    };
    return {
      ...{ id: `${stream}-${type}`, type, data: { of: stream }, parts: { people } },
      metadata: { ...metadata, people: commitmentTo(people) },
    };
  });
}
