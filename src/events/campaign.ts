import { Type } from 'typebox';
import { category, type EventOf, event, type RecordedOf } from './category.ts';
import { Instant, nullable, open, people, SET_BY_CUSTOMER, Uuid } from './schema.ts';

/** `campaign-{id}`: one email from a template to an audience, driven by one run. */
export const campaign = category('campaign', {
  CampaignCreated: event('The campaign was created, with the template revision it will send.', {
    runId: Uuid,
    name: open(SET_BY_CUSTOMER, Type.String()),
    audienceId: Uuid,
    templateId: Uuid,
    /** The revision that is sent, also when the template changes later. */
    templateRevision: Type.Integer({ minimum: 1 }),
    from: people('the sender', Type.String()),
    fromName: nullable(people('the sender', Type.String())),
    trackOpens: Type.Boolean(),
    trackClicks: Type.Boolean(),
    /** Null: at once. */
    scheduledFor: nullable(Instant),
  }),
  CampaignRunStarted: event('The run began accepting its messages.', { runId: Uuid }),
  CampaignRunCompleted: event('Every contact of the audience was accepted or skipped.', {
    runId: Uuid,
    accepted: Type.Integer({ minimum: 0 }),
    skipped: Type.Integer({ minimum: 0 }),
  }),
});
export type CampaignEvent = EventOf<typeof campaign>;
export type RecordedCampaignEvent = RecordedOf<typeof campaign>;
