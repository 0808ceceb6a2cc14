// src/mail/bounceTexts.ts
var permanent = (bounceSubType) => ({
  bounceType: "Permanent",
  bounceSubType
});
var transient = (bounceSubType) => ({
  bounceType: "Transient",
  bounceSubType
});
var anyOf = (...sources) => new RegExp(sources.join("|"));
var ATTACHMENT = anyOf(
  String.raw`\b(?:virus|malware|infected|trojan)`,
  String.raw`attachments?\b.{0,60}(?:not (?:allowed|accepted|permitted)|blocked|prohibited|forbidden|reject)`,
  "(?:blocked|prohibited|forbidden|banned|dangerous|illegal) (?:attachment|file|extension)",
  "its content presents a potential security issue"
);
var MAILBOX_FULL = anyOf(
  String.raw`(?:over|exceed\w{0,3}|out of|above|beyond) (?:\w+[ -]){0,4}(?:quota|storage)`,
  String.raw`quota (?:\w+ )?(?:exceed|full|reach|limit|violat)`,
  String.raw`\boverquota\b|quota for this user|mailfolder is full|\bfull mailbox`,
  String.raw`(?:mailbox|inbox|account|storage|user|recipient)\b.{0,40}\b(?:over)?full\b`,
  "insufficient (?:mailbox|disk) (?:storage|space)|not enough (?:storage|space|quota)",
  String.raw`exceed(?:ed|s) (?:its|the|his|maximum) (?:\w+ )?(?:storage|mailbox)`
);
var TOO_LARGE = anyOf(
  String.raw`\b(?:message|mail|size|header)s?\b.{0,40}(?:too (?:large|big|long)|larger than)`,
  String.raw`\b(?:message|mail|size)\b.{0,40}exceed\w{0,3}.{0,40}(?:size|limit|max)`,
  "maximum (?:message )?size|size limit|maximum allowed size"
);
var POLICY = anyOf(
  "relay(?:ing)? (?:access )?(?:denied|not (?:permitted|allowed)|prohibited)",
  "unable to relay|not (?:permitted|allowed) to relay|allowed rcpthosts",
  String.raw`\b(?:dmarc|spf|dkim|ptr|rdns)\b|reverse dns|helo command rejected|client host rejected`,
  String.raw`authentication (?:is )?required|authenticat\w{0,3} (?:check|fail|information)|not authenticated`,
  "must (?:issue a )?starttls|tls (?:is )?required",
  "gr[ae]y-?list|rate limit|too (?:many|fast|quickly|much)|at a rate that|sending limit|message limit",
  "sender (?:address )?(?:verify|verification) ?fail|sender address rejected|sender (?:denied|not allowed)",
  "invalid sender|bad outbound sender|will not accept delivery",
  "administrative(?:ly)? prohibit|call(?:out|back) (?:verif|setup)|verif\\w{0,7} (?:has )?failed|protocol violation",
  "(?<!recipient address rejected: )access denied|go away|not (?:accepting|welcome)|unwelcome|banned",
  String.raw`\bnot authori[sz]ed\b|permission to send|restricted to`
);
var CONTENT = anyOf(
  String.raw`\bspam|\bjunk ?mail|unsolicited|phishing|suspicious|reputation|bulk mail`,
  String.raw`black ?list|block ?list|\bblocked\b|\brbls?\b|\bdnsbl\b|\bsorbs\b`,
  "dt:spm|content[ -](?:reject|filter|restrict|polic)|score too high|rejected as|classified as",
  "(?:message|mail|e-?mail) (?:content )?(?:was |has been |is |been )?(?:rejected|refused|denied|discarded)",
  "rejected (?:for|due to|by|because of) (?:local |security |our |the )?(?:polic|content|filter)",
  String.raw`polic(?:y|ies)\b.{0,40}(?:violat|reject|restrict|reason)`,
  String.raw`(?:violat\w{0,5}|due to|for|against|of) (?:\w+ ){0,3}polic`
);
var NO_DOMAIN = anyOf(
  "host (?:or domain name )?not found|nxdomain|nonexistentdomain|null ?mx",
  "(?:unknown|no such|non-?existent|unresolvable|invalid) (?:host|domain)",
  String.raw`(?:host|domain)\b[^;]{0,60}\b(?:does(?: not|n't) exist|not found|unknown|has no (?:mx|mail))`,
  "couldn't find any host|all relevant mx records point to non-existent hosts",
  "(?:system|host|domain|server) does(?: not|n't) (?:accept|receive|handle) (?:any )?(?:e-?mail|mail)"
);
var DISABLED = anyOf(
  String.raw`(?:mailbox|account|user|recipient|address|e-?mail|inbox)\b[^.;]{0,60}\b(?:disabled|inactive|suspended)`,
  String.raw`(?:mailbox|account|user|recipient|address)\b[^.;]{0,60}\b(?:deactivated|closed|locked|terminated|discontinued|not active)`,
  "(?:disabled|inactive|suspended|deactivated|closed|terminated|locked) (?:mailbox|account|user|recipient|address)"
);
var WHO = "(?:user|recipient|mailbox|addressee|account|address|alias|person|login|maildrop|local part)";
var NO_EMAIL = anyOf(
  String.raw`\b${WHO}s?\b[^.;]{0,60}\b(?:unknown|not (?:be )?(?:found|known|exist\w{0,3}|valid|listed|recogni[sz]ed))`,
  String.raw`\b${WHO}s?\b[^.;]{0,60}\b(?:does ?n[o']t exist|doesnt exist|invalid)`,
  String.raw`\b${WHO}s?\b[^;]{0,60}\b(?:no longer (?:exists|valid|available|here|in use|on server|works))`,
  String.raw`(?:unknown|invalid|no such|non-?exist[ae]nt|bad|illegal|undeliverable|unroute?able) (?:\w+[ -]){0,2}${WHO}`,
  String.raw`tried to reach does not exist|(?:doesn't|do not|don't|does not) have an? (?:\S+ )?(?:account|mailbox)`,
  String.raw`\b(?:no|not a) (?:valid |known )?mail ?box|mailbox\b[^;]{0,60}\bunavailable`,
  "no (?:one|person|user|mailbox|account)s? (?:here|by|with|at|named) (?:by )?(?:that|this|the)",
  "recipient ?notfound|recipient address rejected: access denied|recipient (?:rejected|unavailable)",
  "not (?:a )?(?:valid|known) (?:user|recipient|address)|can't (?:create|verify|find) (?:user|recipient|output)",
  "no longer (?:accepts|receives|accepting) (?:mail|messages|e-?mail)",
  "unbekannt|existiert nicht|n'existe pas|utilisateur inconnu|no existe|desconocid|sconosciut|inesistente",
  "nie istnieje|\u043D\u0435 \u0441\u0443\u0449\u0435\u0441\u0442\u0432\u0443\u0435\u0442|\u043D\u0435 \u043D\u0430\u0439\u0434\u0435\u043D"
);
var FOR_NOW = anyOf(
  "timed? ?out|expired|retry (?:time|limit)|connection (?:refused|reset|dropped|lost)|no route to host",
  "network is unreachable|temporar(?:y|ily)|try again|service (?:currently )?unavailable|giving up on",
  String.raw`too many hops|\bloop(?:s|ing)?\b|message has been in the queue`
);
var SUPPRESSED = anyOf("(?:on|in) the suppression list|suppressed sending to this address");
var RULES = [
  [SUPPRESSED, permanent("Suppressed")],
  [ATTACHMENT, transient("AttachmentRejected")],
  [MAILBOX_FULL, transient("MailboxFull")],
  [TOO_LARGE, transient("MessageTooLarge")],
  [POLICY, transient("General")],
  [CONTENT, transient("ContentRejected")],
  [NO_DOMAIN, permanent("General")],
  [DISABLED, permanent("General")],
  [NO_EMAIL, permanent("NoEmail")],
  [FOR_NOW, transient("General")]
];
var MAX_CHARS = 2e3;
var NAMES = /<[^<>]*>|"[^"\s][^"]{0,63}"@[^\s<>()[\],;:"]+|[^\s<>()[\],;:"@]{1,128}@[^\s<>()[\],;:"]+/g;
function withoutAddresses(text) {
  return text.slice(0, MAX_CHARS).replace(NAMES, " ");
}
var wordsOf = (text) => withoutAddresses(text).toLowerCase().replace(/\s+/g, " ");
function verdictOfText(text) {
  const words = wordsOf(text);
  return RULES.find(([pattern]) => pattern.test(words))?.[1] ?? null;
}
function refusedPart(text) {
  const words = wordsOf(text);
  if (ATTACHMENT.test(words)) return "AttachmentRejected";
  return CONTENT.test(words) ? "ContentRejected" : "General";
}
export {
  permanent,
  refusedPart,
  transient,
  verdictOfText,
  withoutAddresses
};
//# sourceMappingURL=bounceTexts.js.map
