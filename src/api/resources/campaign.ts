import { type Static, Type } from 'typebox';
import { parseInstant } from '../../commands/kernel/parseInstant.ts';
import type { Issue } from '../../commands/kernel/refusal.ts';
import type { Stored } from '../../ports/documents.ts';
import type { CampaignDocument } from '../../projections/campaigns.ts';
import { Answer, emailField, headerText, instantAnswer, ListAnswer, orNull, uuidField } from '../fields.ts';
import { schemaReader } from '../reading/reader.ts';
import { Closed, checker } from '../validation.ts';

const name = Type.String({ minLength: 1, maxLength: 200, examples: ['Spring news'] });
const from = emailField({ examples: ['news@shop.test'] });
const fromName = headerText({ maxLength: 200, examples: ['The shop'] });

/** Body of `POST /v1/campaigns` (spec section 2.6). */
export const NewCampaignBody = Closed({
  name,
  audience_id: uuidField(),
  template_id: uuidField(),
  from,
  from_name: Type.Optional(fromName),
  track_opens: Type.Optional(Type.Boolean({ default: true })),
  track_clicks: Type.Optional(Type.Boolean({ default: true })),
  scheduled_for: Type.Optional(
    Type.String({
      description: 'ISO 8601 in UTC; absent or past: at once.',
      examples: ['2026-03-01T09:00:00Z'],
    }),
  ),
});

const checkSchema = checker(NewCampaignBody);

/** What is wrong with the body of a new campaign: its form, and whether its time is on the calendar. */
function campaignIssues(body: unknown): Issue[] {
  const issues = checkSchema(body);
  const time = (body as { scheduled_for?: unknown } | null)?.scheduled_for;
  if (typeof time === 'string' && (!time.endsWith('Z') || parseInstant(time) === null)) {
    const message = 'must be an ISO 8601 instant of the calendar, in UTC, ending in Z';
    issues.push({ path: '/scheduled_for', message });
  }
  return issues;
}

export const readCampaign = schemaReader(NewCampaignBody, (body) => body, campaignIssues);

export const CampaignAnswer = Answer(
  'Campaign',
  {
    id: uuidField(),
    name,
    audience_id: uuidField(),
    template_id: uuidField(),
    from,
    from_name: orNull(fromName),
    track_opens: Type.Boolean(),
    track_clicks: Type.Boolean(),
    scheduled_for: orNull(instantAnswer()),
    run_id: uuidField('The run that sends the campaign.'),
    status: Type.Union([Type.Literal('scheduled'), Type.Literal('running'), Type.Literal('completed')]),
    accepted: Type.Integer({ minimum: 0, description: 'Messages taken in so far.' }),
    skipped: Type.Integer({
      minimum: 0,
      description: 'Contacts unsubscribed or suppressed; counted when the run is completed.',
    }),
    created_at: instantAnswer(),
  },
  'A campaign with the state of its run.',
);

export const CampaignList = ListAnswer('CampaignList', CampaignAnswer, 'Every campaign, newest first.');

export function campaignAnswer({ key, document }: Stored<CampaignDocument>): Static<typeof CampaignAnswer> {
  return {
    id: key,
    name: document.name,
    audience_id: document.audienceId,
    template_id: document.templateId,
    from: document.from,
    from_name: document.fromName,
    track_opens: document.trackOpens,
    track_clicks: document.trackClicks,
    scheduled_for: document.scheduledFor,
    run_id: document.runId,
    status: document.status,
    accepted: document.accepted,
    skipped: document.skipped,
    created_at: document.createdAt,
  };
}
