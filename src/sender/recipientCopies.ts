import type { DeliveryRef } from '../commands/deliveryToken.ts';
import type { PublicLinks } from '../commands/publicLinks.ts';
import type { EmailAccepted } from '../events/email.ts';
import type { HeaderField, RecipientCopy } from '../ports/composer.ts';
import { trackedHtml } from './trackedHtml.ts';

/** What each recipient's copy of a message has of its own: its links and picture, and how it is left. */
export function recipientCopies(
  { messageStream, trackOpens, trackClicks, headers }: EmailAccepted,
  html: string | null,
  links: PublicLinks | undefined,
): (ref: DeliveryRef) => RecipientCopy {
  if (links === undefined) return () => ({ html: null, headers: [] });
  const isTracked = html !== null && html !== '' && (trackOpens || trackClicks);
  const tracked = isTracked ? trackedHtml(html, ownLinks(headers, links)) : null;
  return (ref) => ({
    html:
      tracked?.({
        click: trackClicks ? (target) => links.click(ref, target) : null,
        pixel: trackOpens ? links.open(ref) : null,
      }) ?? null,
    headers: messageStream === 'broadcast' ? waysOut(links, ref) : [],
  });
}

/** RFC 2369, section 3.2, and RFC 8058, section 3.1: the web's first, since programs take the first that they know. */
function waysOut(links: PublicLinks, ref: DeliveryRef): HeaderField[] {
  const address = links.unsubscribeAddress(ref);
  const byMail = address === null ? '' : `, <mailto:${address}?subject=unsubscribe>`;
  return [
    ['List-Unsubscribe', `<${links.unsubscribe(ref)}>${byMail}`],
    ['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click'],
  ];
}

/** Links by which mail is left, ours and the customer's own, are not tracked: they must lead there whatever happens. */
function ownLinks(
  headers: Readonly<Record<string, string>>,
  { base }: PublicLinks,
): (target: string) => boolean {
  const [, value = ''] =
    Object.entries(headers).find(([name]) => name.toLowerCase() === 'list-unsubscribe') ?? [];
  const own = new Set([...value.matchAll(/<(https?:[^>]+)>/gi)].map(([, url = '']) => url.trim()));
  return (target) => own.has(target) || target === base || target.startsWith(`${base}/`);
}
