// src/sender/email/recipientCopies.ts
import { trackedHtml } from "./trackedHtml.js";
import { holdsStandIn, ownLink } from "./unsubscribeLink.js";
function recipientCopies({ messageStream, trackOpens, trackClicks, headers }, html, links, text = null) {
  if (links === void 0) return () => ({ html: null, headers: [] });
  const isBroadcast = messageStream === "broadcast";
  const [ownHtml, ownText] = [html, text].map((words) => isBroadcast && holdsStandIn(words) ? words : null);
  const isTracked = html !== null && html !== "" && (trackOpens || trackClicks);
  const tracked = isTracked ? trackedHtml(html, ownLinks(headers, links)) : null;
  return (ref) => {
    const filled = ownHtml == null && ownText == null ? (words) => words : ownLink(links, ref);
    const written = tracked?.({
      // A target may lead on to the link by a parameter of its own.
      click: trackClicks ? (target) => links.click(ref, filled(target)) : null,
      pixel: trackOpens ? links.open(ref) : null
    }) ?? ownHtml;
    return {
      html: written == null ? null : filled(written),
      text: ownText == null ? null : filled(ownText),
      headers: isBroadcast ? unsubscribeHeaders(links, ref) : []
    };
  };
}
function unsubscribeHeaders(links, ref) {
  const address = links.unsubscribeAddress(ref);
  const byMail = address === null ? "" : `, <mailto:${address}?subject=unsubscribe>`;
  return [
    ["List-Unsubscribe", `<${links.unsubscribe(ref)}>${byMail}`],
    ["List-Unsubscribe-Post", "List-Unsubscribe=One-Click"]
  ];
}
function ownLinks(headers, { base }) {
  const [, value = ""] = Object.entries(headers).find(([name]) => name.toLowerCase() === "list-unsubscribe") ?? [];
  const own = new Set([...value.matchAll(/<(https?:[^<>]{1,2000})>/gi)].map(([, url = ""]) => url.trim()));
  return (target) => own.has(target) || target === base || target.startsWith(`${base}/`);
}
export {
  recipientCopies
};
//# sourceMappingURL=recipientCopies.js.map
