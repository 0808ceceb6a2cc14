// src/sender/email/trackedHtml.ts
import { linksIn } from "./htmlLinks.js";
var MAX_LINKS = 2e3;
function trackedHtml(html, isOwn) {
  const { links, pixelAt } = linksIn(html);
  const tracked = [];
  for (const link of links) {
    if (!isOwn(link.target)) tracked.push(link);
    if (tracked.length === MAX_LINKS) break;
  }
  return ({ click, pixel }) => {
    const pieces = [];
    let from = 0;
    const until = (to) => {
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
    return pieces.join("");
  };
}
export {
  trackedHtml
};
//# sourceMappingURL=trackedHtml.js.map
