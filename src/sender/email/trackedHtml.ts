import { type HtmlLink, linksIn } from './htmlLinks.ts';

/** Links of one message that are tracked: each costs a signature a recipient. */
const MAX_LINKS = 2_000;

/** The html for one recipient, with its click links and its picture where they are given. */
export type TrackedHtml = (own: {
  click: ((target: string) => string) | null;
  pixel: string | null;
}) => string;

/**
 * Finds the links to the web and the place for a picture once; the result differs from the html in these alone,
 * byte for byte. Addresses are taken as a browser reads them: entities, white space around them and a `<base>` resolved.
 * `isOwn`: links that are left alone.
 */
export function trackedHtml(html: string, isOwn: (target: string) => boolean): TrackedHtml {
  const { links, pixelAt } = linksIn(html);
  const tracked: HtmlLink[] = [];
  for (const link of links) {
    if (!isOwn(link.target)) tracked.push(link);
    if (tracked.length === MAX_LINKS) break;
  }
  return ({ click, pixel }) => {
    const pieces: string[] = [];
    let from = 0;
    const until = (to: number) => {
      pieces.push(html.slice(from, to));
      from = to;
    };
    const withPixel = () => {
      until(pixelAt);
      if (pixel !== null)
        pieces.push(`<img src="${pixel}" width="1" height="1" alt="" style="border:0;width:1px;height:1px">`);
    };
    let isPixelIn = false;
    for (const { start, end, target } of click === null ? [] : tracked) {
      if (!isPixelIn && start >= pixelAt) {
        withPixel();
        isPixelIn = true;
      }
      until(start);
      if (click !== null) pieces.push(click(target));
      from = end;
    }
    if (!isPixelIn) withPixel();
    until(html.length);
    return pieces.join('');
  };
}
