// src/api/public/trackingRoutes.ts
import { deliveryOfToken } from "../../commands/email/deliveryToken.js";
import { PUBLIC_PATHS } from "../../commands/email/publicLinks.js";
import { recordReaction } from "../../commands/email/recipientReaction.js";
import { isRevoked } from "../../commands/email/revokedLinks.js";
import { within } from "../../ports/clock.js";
import { answerText, answerUnknown, withPrivateHeaders } from "./pages.js";
var PIXEL = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");
var MAX_WAIT_MS = 2e3;
var trackingRoutes = (app, dependencies) => {
  const open = { config: { public: true }, schema: { hide: true } };
  const { ledger } = dependencies;
  app.get(`${PUBLIC_PATHS.open}:token`, open, async (request, reply) => {
    const ref = deliveryOfToken(dependencies.tokens, "open", request.params.token);
    if (ref === null) return withPrivateHeaders(reply).code(404).send();
    await within(ledger.clock, MAX_WAIT_MS, record(dependencies, ref, { do: "open", ...agentOf(request) }));
    return withPrivateHeaders(reply).type("image/gif").send(PIXEL);
  });
  app.get(`${PUBLIC_PATHS.click}:token`, open, async (request, reply) => {
    const opened = deliveryOfToken(dependencies.tokens, "click", request.params.token);
    if (opened === null || !URL.canParse(opened.extra)) return answerUnknown(request, reply);
    const { extra: url, ...ref } = opened;
    const target = new URL(url);
    const follow = async () => {
      if (await isRevoked(ledger.store, ref.emailId, target).catch(() => false)) return false;
      await record(dependencies, ref, { do: "click", url, ...agentOf(request) });
      return true;
    };
    if (await within(ledger.clock, MAX_WAIT_MS, follow()) === false)
      return answerText(request, reply, 410, "revoked");
    return withPrivateHeaders(reply).code(302).header("location", target.href).send();
  });
};
async function record({ ledger, live, metrics }, ref, reaction) {
  const lost = (reason) => metrics.count("postledger_reactions_lost_total", { reason });
  try {
    if (!await recordReaction(ledger, ref, reaction, live.suppressionOf)) lost("unknown");
  } catch {
    lost("log");
  }
}
var PREFETCH_HEADERS = ["purpose", "sec-purpose", "x-purpose", "x-moz"];
var PREFETCH = /prefetch|prerender|preview|instant/i;
var PROGRAMS = [
  [
    "crawler",
    /(?<!cu)bot\b|bot\/|crawl|spider|slurp|monitor|headless|phantom|lighthouse|pagespeed|fetcher|validator|checker/i
  ],
  [
    "library",
    /curl|wget|libwww|python|java\/|okhttp|go-http|http-?client|httpx|aiohttp|axios|node-fetch|undici|guzzle|ruby|perl|php\//i
  ],
  [
    "scanner",
    /scan|barracuda|proofpoint|mimecast|cloudmark|symantec|messagelabs|trendmicro|trend micro|sophos|fireeye|trellix|forcepoint|zscaler|ironport|cisco|kaspersky|bitdefender|fortinet|fortiguard|paloalto|censys|zgrab|urlscan|virustotal/i
  ],
  [
    "preview",
    /preview|google-safety|google-read-aloud|apis-google|facebookexternalhit|whatsapp|skypeuri|embedly|linkexpanding|outbrain|vkshare|iframely|quora link|pinterest|nuzzel|w3c_/i
  ]
];
var APPLE_PRIVACY = /^Mozilla\/5\.0$/;
var BROWSER = /^Mozilla\/5\.0 /;
var PICTURE_PROXY = /GoogleImageProxy|YahooMailProxy/i;
function agentOf({ method, headers }) {
  const text = String(headers["user-agent"] ?? "").trim();
  const [program] = PROGRAMS.find(([, words]) => words.test(text)) ?? [];
  const unnamed = text === "" ? "none" : APPLE_PRIVACY.test(text) ? "privacy proxy" : program;
  const agent = unnamed ?? (PICTURE_PROXY.test(text) ? "picture proxy" : BROWSER.test(text) ? "browser" : "other");
  if (method === "HEAD") return { agent, automatedBy: "method" };
  if (PREFETCH_HEADERS.some((name) => PREFETCH.test(String(headers[name] ?? ""))))
    return { agent, automatedBy: "prefetch" };
  return { agent, automatedBy: unnamed === void 0 ? null : "agent" };
}
export {
  trackingRoutes
};
//# sourceMappingURL=trackingRoutes.js.map
