/** What of a request tells who asks. */
export interface Asking {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** Headers by which browsers and mail programs say that nobody looks yet. */
const PREFETCH_HEADERS = ['purpose', 'sec-purpose', 'x-purpose', 'x-moz'];
const PREFETCH = /prefetch|prerender|preview|instant/i;

/**
 * Programs by their user agent (Cubot is a maker of telephones): they say that they are one, are a library, or are known to look at links and pictures of
 * mail for somebody (scanners, previews in chats).
 */
const PROGRAMS = new RegExp(
  [
    '(?<!cu)bot\\b|bot/|crawl|spider|slurp|scan|monitor|preview|headless|phantom|lighthouse|pagespeed|fetcher|validator|checker',
    'curl|wget|libwww|python|java/|okhttp|go-http|http-?client|httpx|aiohttp|axios|node-fetch|undici|guzzle|ruby|perl|php/',
    'barracuda|proofpoint|mimecast|cloudmark|symantec|messagelabs|trendmicro|trend micro|sophos|fireeye|trellix|forcepoint',
    'zscaler|ironport|cisco|kaspersky|bitdefender|fortinet|fortiguard|paloalto|censys|zgrab|masscan|urlscan|virustotal',
    'google-safety|google-read-aloud|apis-google|facebookexternalhit|whatsapp|skypeuri|embedly|linkexpanding|outbrain|vkshare',
    'iframely|quora link|pinterest|nuzzel|redditbot|w3c_',
  ].join('|'),
  'i',
);

/** Apple's privacy proxy asks for every picture of a mail, read or not, and says no more than this. */
const APPLE_PRIVACY = /^Mozilla\/5\.0$/;

/**
 * Whether a program asks, and not a person who reads: then what it asks for is recorded as automated, is not counted and
 * told to nobody. A guess by what is said: who poses as a browser passes for a person. The picture proxies of webmail
 * (Gmail's, Yahoo's) ask when the mail is opened, so they pass too.
 */
export function isAutomated({ method, headers }: Asking): boolean {
  if (method === 'HEAD') return true;
  if (PREFETCH_HEADERS.some((name) => PREFETCH.test(String(headers[name] ?? '')))) return true;
  const agent = String(headers['user-agent'] ?? '').trim();
  return agent === '' || APPLE_PRIVACY.test(agent) || PROGRAMS.test(agent);
}
