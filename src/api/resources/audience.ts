import { type Static, Type } from 'typebox';
import type { Stored } from '../../ports/documents.ts';
import type { AudienceDocument } from '../../projections/audiences.ts';
import { Answer, instantAnswer, ListAnswer, orNull, uuidField } from '../fields.ts';
import { Closed } from '../validation.ts';

const name = Type.String({ minLength: 1, maxLength: 200, examples: ['Customers'] });
const description = Type.String({ maxLength: 1000, examples: ['All who bought something'] });

/** Body of `POST /v1/audiences` (spec section 2.5). */
export const NewAudienceBody = Closed({
  name,
  description: Type.Optional(description),
  contact_ids: Type.Optional(
    Type.Array(uuidField(), {
      maxItems: 100_000,
      description: 'Contacts of this workspace; repeats count once.',
    }),
  ),
});

export const AudienceAnswer = Answer(
  'Audience',
  {
    id: uuidField(),
    name,
    description: orNull(description),
    contact_count: Type.Integer({ minimum: 0 }),
    created_at: instantAnswer(),
  },
  'An audience with its contact count.',
);

export const AudienceList = ListAnswer('AudienceList', AudienceAnswer, 'Every audience, newest first.');

export function audienceAnswer({ key, document }: Stored<AudienceDocument>): Static<typeof AudienceAnswer> {
  return {
    id: key,
    name: document.name,
    description: document.description,
    contact_count: document.contactCount,
    created_at: document.createdAt,
  };
}
