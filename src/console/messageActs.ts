import { html } from 'hono/html';
import type { History } from '../audit/history.ts';
import { streamId } from '../events/category.ts';
import type { RecordedEmailEvent } from '../events/email.ts';
import { suppressedAmong } from '../projections/suppressions.ts';
import type { ConsoleDependencies } from './dependencies.ts';
import { actForm, choice, field } from './elements.ts';
import { pathIn } from './layout.ts';
import { partOf } from './notAsked.ts';
import { type Html, NOTHING, type WorkspaceVisit } from './page.ts';
import { may } from './roles.ts';

/** What a person may do about a message: post its webhooks again, and suppress a recipient. */
export async function actsOn(
  dependencies: ConsoleDependencies,
  visit: WorkspaceVisit,
  history: History,
): Promise<Html> {
  return html`${againForm(visit, history)}${await partOf('Who is suppressed', () => suppressForm(dependencies, visit, history))}`;
}

/** The deliveries of a message's webhooks. */
export function deliveriesAmong({ events }: History): readonly string[] {
  const posted = events.filter(({ webhook }) => webhook !== null);
  return [...new Set(posted.map(({ event }) => streamId(event.stream)))];
}

function againForm(visit: WorkspaceVisit, history: History): Html {
  const { length } = deliveriesAmong(history);
  const [first] = history.events;
  if (first === undefined || length === 0 || !may(visit.session, 'redeliver')) return NOTHING;
  const label = length === 1 ? 'Retry its webhook' : `Retry its ${length} webhooks`;
  // The ids of all its deliveries may be more than a form holds.
  const fields = { message: streamId(first.event.stream) };
  return actForm(visit, pathIn(visit.workspace, 'webhooks/again'), label, fields);
}

async function suppressForm(
  { models }: ConsoleDependencies,
  visit: WorkspaceVisit,
  { events }: History,
): Promise<Html> {
  const { workspace, session } = visit;
  const [accepted] = events.map(({ event }) => event as RecordedEmailEvent);
  if (accepted?.type !== 'EmailAccepted' || !may(session, 'suppress')) return NOTHING;
  const { recipients } = accepted.data;
  const suppressed = await suppressedAmong(
    models.suppressions,
    recipients.map(({ suppressionId }) => suppressionId),
  );
  const open = recipients.flatMap((one) => (suppressed.has(one.suppressionId) ? [] : one.address));
  const [only, another] = open;
  if (only === undefined) return NOTHING;
  const reason = field('Reason, for the readers of the log', 'reason', html`required maxlength="500"`);
  const act = pathIn(workspace, 'addresses/suppress');
  if (another === undefined) return actForm(visit, act, `Suppress ${only}`, { address: only }, reason);
  const names = Object.fromEntries(open.map((address) => [address, address]));
  const which = choice('Recipient', 'address', names, only);
  return actForm(visit, act, 'Suppress', {}, html`${which}${reason}`);
}
