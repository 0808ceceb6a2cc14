/** What the description of the interface says before its operations. */
export const prose = (
  sandboxDomain: string,
) => `Transactional email and SMS. A send answers with a receipt; outcomes come by webhook.

**Keys.** Each call has an API key: \`Authorization: Bearer pl_…\`. A key has scopes; each operation names its own.

**Idempotency.** Give sends an \`Idempotency-Key\` of 1 to 255 characters, one for each message. A replay under the same key answers as the first call did, sends nothing, and is not billed again: repeat a call whose answer was lost.

**Sandbox.** Mail to the reserved domain \`${sandboxDomain}\` is simulated, and the local part chooses what becomes of it: \`bounce@\`, \`transient@\`, \`ooto@\`, \`click@\`, \`complaint@\`, \`unsubscribe@\`, \`transactional@\`. A bounce and a complaint suppress their address as at a real receiver, so the second mail to \`bounce@\` goes to no one: write \`bounce+label@\` with a new label each time. Its webhooks have types that begin with \`email.\`.

**Paging.** Lists that have pages answer \`next_cursor\`: give it as \`cursor\`; null means that this is the last page. A cursor is opaque.

**Refusals.** Every error has \`error.code\`, which never changes, and a message for people. 422 lists each thing that is wrong with a JSON Pointer to its place.

**Retries.** 503 has \`Retry-After\`, in seconds: nothing was done, or what was done is found again under the same idempotency key. Wait so long and repeat. 4xx answers stay the same until the request or the account changes.

**Webhooks.** Events are posted to your endpoints, signed: verify the headers \`webhook-id\`, \`webhook-timestamp\` and \`webhook-signature\` before you trust a body, and take each \`id\` once. Any status outside 2xx, or none within ten seconds, is tried again after 1, 5 and 30 minutes, 2, 8 and 24 hours.`;
