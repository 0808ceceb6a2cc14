import type { Projections } from '../projections/readModels.ts';
import { inCollections } from './inCollections.ts';
import { type PersonalPlace, row } from './place.ts';

const READ_MODELS = /^read-models\.sqlite(-wal|-shm)?$/;
const SEARCH = /^search\.sqlite(-wal|-shm)?$/;
const NOTHING = ['ids and counts', 'nothing personal'] as const;

/** What each read model holds of whom; null: nothing of a person. */
const HOLDS: { readonly [Model in keyof Projections]: string | null } = {
  addressEvidence: 'of recipients, by an id that stands for the address: what reached or missed them',
  apiKeys: 'names of keys, as the customer gave them',
  audiences: 'names of audiences; contacts only as a number',
  balances: null,
  campaignRuns: null,
  campaigns: 'the sender, subject and contents of a campaign',
  contacts: 'of contacts: address, names, number, tags, custom fields',
  creditMonths: null,
  dailyAnalytics: null,
  emailOutbox: 'of recipients of mail that waits: the ids of their deliveries',
  emailRetries: 'of recipients of mail that is tried again: the ids of their deliveries',
  keyUses: null,
  lastHours: null,
  messages: 'of senders and recipients: addresses and numbers, subject, tags, status; indexed by recipient',
  searchTexts:
    'texts by whose parts messages, contacts, templates and campaigns are found, and an index of their letters',
  senderDomains: null,
  smsCarrierIds: null,
  smsMessages: 'of senders and recipients of text messages: numbers, answers of the carrier',
  smsNumbers: null,
  smsOptOuts: 'numbers of those who want no text messages',
  smsOutbox: null,
  smsParts: null,
  smsTemplates: 'texts of approved templates',
  suppressions: 'addresses that are not sent to, why, and what servers or people said',
  templates: 'subjects and texts of templates',
  webhookDeliveries: 'answers of receivers, which may quote what was posted',
  webhookEndpoints: 'addresses of receivers, which may have names in them',
  webhookHealth: 'why posts to a receiver failed',
  webhookTotals: null,
  webhookWork: null,
  workspaces: 'names of workspaces, why one was suspended',
};

/** A row for each read model, with its older versions and those that a rebuild or a check folds into. */
export const readModelPlaces: readonly PersonalPlace[] = Object.entries<string | null>(HOLDS).map(
  ([model, holds]) => {
    const name = model.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const collections = new RegExp(`^${name}(_p\\d{1,4})?_v\\d{1,6}(_next|_scratch)?$`);
    const [what, search] = holds === null ? NOTHING : ([holds, inCollections] as const);
    const files = model === 'searchTexts' ? SEARCH : READ_MODELS;
    return row(`read model ${name}`, what, 'as long as the log has it', search, files, collections);
  },
);
