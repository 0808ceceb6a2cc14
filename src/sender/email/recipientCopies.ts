import type { DeliveryRef } from '../../commands/email/deliveryToken.ts';
import type { PublicLinks } from '../../commands/email/publicLinks.ts';
import type { EmailAccepted } from '../../events/emailAccepted.ts';
import type { HeaderField, RecipientCopy } from '../../ports/composer.ts';
import { trackedHtml } from './trackedHtml.ts';
import { holdsStandIn, ownLink } from './unsubscribeLink.ts';

/** What each recipient's copy of a message has of its own: its links, its picture, and the headers to unsubscribe. */
export function recipientCopies(
  { messageStream, trackOpens, trackClicks, headers }: EmailAccepted,
  html: string | null,
  links: PublicLinks | undefined,
  text: string | null = null,
): (ref: DeliveryRef) => RecipientCopy {
  if (links === undefined) return () => ({ html: null, headers: [] });
  const isBroadcast = messageStream === 'broadcast';
  const [ownHtml, ownText] = [html, text].map((words) => (isBroadcast && holdsStandIn(words) ? words : null));
  const isTracked = html !== null && html !== '' && (trackOpens || trackClicks);
  const tracked = isTracked ? trackedHtml(html, ownLinks(headers, links)) : null;
  return (ref) => {
    const filled = ownHtml == null && ownText == null ? (words: string) => words : ownLink(links, ref);
    const written =
      tracked?.({
        // A target may lead on to the link by a parameter of its own.
        click: trackClicks ? (target) => links.click(ref, filled(target)) : null,
        pixel: trackOpens ? links.open(ref) : null,
      }) ?? ownHtml;
    return {
      html: written == null ? null : filled(written),
      text: ownText == null ? null : filled(ownText),
      headers: isBroadcast ? unsubscribeHeaders(links, ref) : [],
    };
  };
}

/** RFC 2369, section 3.2, and RFC 8058, section 3.1: the link of https first, since programs take the first that they know. */
function unsubscribeHeaders(links: PublicLinks, ref: DeliveryRef): HeaderField[] {
  const address = links.unsubscribeAddress(ref);
  const byMail = address === null ? '' : `, <mailto:${address}?subject=unsubscribe>`;
  return [
    ['List-Unsubscribe', `<${links.unsubscribe(ref)}>${byMail}`],
    ['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click'],
  ];
}

/** Links to unsubscribe, the service's and the customer's own, are not tracked: they must work in any case. */
function ownLinks(
  headers: Readonly<Record<string, string>>,
  { base }: PublicLinks,
): (target: string) => boolean {
  const [, value = ''] =
    Object.entries(headers).find(([name]) => name.toLowerCase() === 'list-unsubscribe') ?? [];
  const own = new Set([...value.matchAll(/<(https?:[^<>]{1,2000})>/gi)].map(([, url = '']) => url.trim()));
  return (target) => own.has(target) || target === base || target.startsWith(`${base}/`);
}
