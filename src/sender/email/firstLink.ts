import { Parser } from 'htmlparser2';
import { holdsStandIn } from './unsubscribeLink.ts';

/** The first http or https link of a text in HTML that is the message's own, null when it has none. */
export function firstLink(html: string): string | null {
  let found: string | null = null;
  const parser = new Parser({
    onopentag(name, { href }) {
      const link = name === 'a' ? (href?.trim() ?? '') : '';
      if (found !== null || !/^https?:\/\/\S+$/i.test(link) || holdsStandIn(link)) return;
      found = link;
      parser.pause();
    },
  });
  parser.end(html);
  return found;
}
