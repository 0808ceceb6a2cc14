import type { SuppressionKind } from '../events/suppression.ts';

/** What each provider writes as its reason, and what that is here; letters and digits alone, in lower case. */
export const REASONS: Readonly<Record<SuppressionKind, readonly string[]>> = {
  bounce: [
    ...['bounce', 'bounces', 'bounced', 'hardbounce', 'hardbounces', 'hardbounced', 'hard', 'permanent'],
    // Of lists: whoever is listed for these is not sent to there either.
    ...['softbounce', 'block', 'blocks', 'invalid', 'invalidemail', 'invalidemails', 'undeliverable'],
    ...['cleaned', 'toomanyhardfails', 'toomanysoftfails', 'permanentunavailable'],
  ],
  complaint: [
    ...['complaint', 'complaints', 'complained', 'spam', 'spamcomplaint', 'spamreport', 'spamreports'],
    ...['contactflaggedasspam', 'abuse', 'abusecomplaint', 'markedasspam', 'feedbackloop', 'fbl'],
  ],
  unsubscribe: [
    ...['unsubscribe', 'unsubscribes', 'unsubscribed', 'optout', 'optedout', 'globalunsubscribe'],
    ...['globalunsubscribes', 'groupunsubscribe', 'listunsubscribe', 'unsubscribelink', 'unsubscribedviama'],
    ...['unsubscribedviaemail', 'unsubscribedviaapi', 'manualsuppressionrecipient'],
  ],
  operator: [
    ...['operator', 'manual', 'manualsuppression', 'manualsuppressioncustomer', 'manualsuppressionadmin'],
    ...['adminblocked', 'blocklisted', 'blacklisted', 'blocklist', 'disabled', 'suppressed'],
  ],
};

const kinds = new Map(
  Object.entries(REASONS).flatMap(([kind, words]) =>
    words.map((word) => [word, kind as SuppressionKind] as const),
  ),
);

/** What a reason is here; any other text is an operator's. */
export const reasonKind = (reason: string): SuppressionKind =>
  kinds.get(reason.toLowerCase().replace(/[^a-z0-9]/g, '')) ?? 'operator';
