import { category, event } from './category.ts';
import { Uuid } from './schema.ts';

/** `keyreuse-{id of the message}`: one event at most, so that a client which uses one key for all its mail fills no log. */
export const keyReuse = category('keyreuse', {
  KeyReused: event(
    'The Idempotency-Key of a message came with another request, which was answered with that message.',
    { messageId: Uuid },
  ),
});
