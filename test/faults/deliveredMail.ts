import type { Ids } from '../../src/ports/ids.ts';

/** What is told of a mail that arrived, each time of another one: for tests of webhooks. */
export const deliveredMail = (ids: Ids) => ({
  type: 'Delivered' as const,
  data: {
    ...{ deliveryId: ids.uuid(), suppressionId: ids.uuid() },
    ...{ recipient: 'ann@b.co', sandbox: false, response: null },
  },
});
