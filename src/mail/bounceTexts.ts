import { DISABLED, FOR_NOW, FULL, HEDGED, NO_USER, POLICY, REFUSED, SENDER } from './bounceLanguages.ts';
import { type BounceVerdict, permanent, transient } from './bounceVerdict.ts';
import { anyOf, inOneSentence, wordsOf } from './bounceWords.ts';

const SUPPRESSED = anyOf('(?:on|in) the suppression list|suppressed sending to this address');

/** What ends by time, for each sender by itself: a quota of what may be sent is no full mailbox. */
const PACE = anyOf(
  'gr[ae]y-? ?list|(?:rate|frequency)[- ]?limit|rate exceed|throttl|at a rate that|(?:sending|hourly|daily|message|rate|outbound) (?:limit|quota|rate)s?',
  String.raw`\b(?:hourly|daily)\b|\bper (?:hour|minute|day|second)|\b(?:this|an|one|last) (?:hour|minute)\b|sent to too many`,
  String.raw`\b(?:sender|your(?! (?:message|mail|e-?mail)))\b[^.;]{0,40}\b(?:quota|limit|storage)`,
);

const ATTACHMENT = anyOf(
  String.raw`\b(?:virus|malware|infected|trojan)`,
  String.raw`attachments?\b.{0,60}(?:not (?:allowed|accepted|permitted)|blocked|prohibited|forbidden|reject)`,
  '(?:blocked|prohibited|forbidden|banned|dangerous|illegal) (?:attachment|file|extension)',
  'its content presents a potential security issue',
);

const MAILBOX_FULL = anyOf(
  String.raw`(?:over|exceed\w{0,3}|out of|above|beyond) (?:\w{1,20}[ -]){0,4}(?:quota|storage)`,
  String.raw`quota (?:\w{1,20} ){0,2}(?:exceed|full|reach|limit|violat)`,
  String.raw`\boverquota\b|quota for this user|mailfolder is full|\bfull mailbox|space has been used up`,
  inOneSentence('mailbox|inbox|account|storage|user|recipient|maildir|mbox', String.raw`(?:over)?full\b`),
  inOneSentence(
    'mailbox|inbox|account|user|recipient',
    String.raw`exceed|too many messages|(?:over|above|reached) (?:the |its |his |their )?(?:\w{1,20} )?(?:limit|quota)|size limit`,
  ),
  'insufficient (?:mailbox|disk) (?:storage|space)|not (?:have )?enough (?:\\w{1,20} )?(?:storage|space|quota)|no (?:more )?space left',
  String.raw`exceed(?:ed|s) (?:its|the|his|maximum) (?:\w{1,20} )?(?:storage|mailbox)|too much mail data`,
);

const TOO_LARGE = anyOf(
  String.raw`\b(?:message|mail|size|header)s?\b.{0,40}(?:too (?:large|big|long)|larger than)`,
  String.raw`\b(?:message|mail|size)\b.{0,40}exceed\w{0,3}.{0,40}(?:size|limit|max)`,
  'maximum (?:message )?size|size limit|maximum allowed size',
);

const LETTERS = '(?:mails?|e-?mails?|messages?|connections?|users?)';
const REFUSES =
  "(?:not(?! be deliver)|[a-z]{2}n't|reject|refus|block|den(?:y|ied)|restrict|only|prohibit|forbid|bann|unauth)";

/** Refusals because of the sender, its server or its pace, or because of a receiver's rule about them. */
const POLICIES = anyOf(
  String.raw`(?<![\w.-])relay(?:ing|ed)?(?![\w[.=-]| recipient)|allowed rcpthosts|open (?:relay|proxy)`,
  String.raw`\b(?:dmarc|spf|dkim|ptr|rdns|batv)\b|reverse (?:dns|host)`,
  String.raw`\b(?:un)?authenticat|authenticat\w{0,3} |must (?:issue a )?starttls|tls (?:is )?required|password|credential|\blog ?in (?:failed|required|first)`,
  'too (?:many|fast|quickly|much|often)|bad outbound|will not accept delivery|unsigned dsn|spoof|forged',
  'administrative(?:ly)? prohibit|call(?:out|back) (?:verif|setup)|verif\\w{0,7} (?:has )?failed|protocol violation',
  '(?<!recipient address rejected: )access denied|go away|not welcome|unwelcome|banned',
  String.raw`\bnot authori[sz]ed\b|permission to (?:send|post|write)|restricted to|members?[- ]only|non-?members?\b|not (?:a member|subscribed)`,
  String.raw`only (?:accept|allow|receiv)\w{0,3}|white ?list|allow ?list|captcha|recipient preferences|closed (?:mailing list|group)|\blimits?\b.{0,20}(?:exceed|reach)|exceed\w{0,3}.{0,40}\blimit|\bor (?:you|your|the sender)\b`,
  String.raw`${LETTERS} from\b(?:(?=[^.;]{0,60}\b${REFUSES})|(?<=${REFUSES}\w{0,5} [^.;]{0,60} from))|refuses? to (?:accept|receive)`,
);

/** Refusals by a filter, because of the message or its sender's reputation. */
const CONTENT = anyOf(
  String.raw`\bspam|\bjunk ?mail|unsolicited|phishing|suspicious|reputation|bulk mail|uceprotect`,
  String.raw`black-? ?list|block-? ?list|deny-? ?list|\bblocked\b|\brbls?\b|\bdnsbl\b|\bsorbs\b|barracudacentral`,
  String.raw`(?<!not )\blisted (?:in|on|at|by)\b(?!.{0,30}(?:directory|address book))`,
  'dt:spm|protected by|rule imposed|\\bheaders?\\b|content[ -](?:reject|filter|restrict|polic|den|not|is|was|block)|score too high|rejected as|classified as|inappropriate content',
  'rejected (?:for|due to|by|because of) (?:local |security |our |the |its )?(?:polic|content|filter)',
  String.raw`polic(?:y|ies)\b.{0,40}(?:violat|reject|restrict|reason)`,
);

/** What is said of the sender is not said of the recipient. */
const SENDERS = anyOf(
  String.raw`\bclient (?:host|address|ip|name|was|is|does)\b|(?<![/\w-])polic(?:y|ies)\b`,
  String.raw`\bsender(?<!\b(?:to|inform|notify|tell|contact) (?:the )?sender)|\breturn[- ]path\b|\breverse[- ]path\b|\breply-?to\b|\boriginator`,
  String.raw`\bfrom:? (?:address|domain|header|field|line|host|name|is)\b|\b(?:header|invalid|bad|missing|multiple|empty|forged) from\b|\bmail[ _-]?from\b|\bmultiple (?:addresses|from)`,
  String.raw`\b(?:helo|ehlo)\b|\benvelope\b(?! recipient| rcpt| to\b)|\bips?\b(?![-.])(?<![-.]ips?)`,
  String.raw`\byour (?:\w{1,20} ){0,2}(?:domains?|accounts?|server|host\w{0,4}|remotehost|network|isp|provider|address|dns|mta|organi[sz]ation|subscription)\b`,
);

/** What may end soon: also what the DNS has not answered yet. */
const TEMPORARY = anyOf(
  String.raw`\btempor(?:ar|al|an|air)|\btry(?:ing)? (?:again |it )?(?:later|soon)|(?<!and |then |to )\btry again|malformed|servfail|server failure`,
  String.raw`(?:dns|name server|lookup)\b.{0,40}(?:timed? ?out|timeout|fail)|unexpected name server reply|currently (?:unavailable|unable|busy|not)|\bbusy\b|overload`,
);

const NO_DOMAIN = anyOf(
  'host (?:or domain name )?not found|nxdomain|nonexistentdomain|null ?mx|no smtp service|name or service not known',
  String.raw`(?:unknown|no such|non-?existent|unresolvable|unroute?able) (?:mail )?(?:host|domain)|\bno (?:valid )?(?:mx|mail exchange)\b.{0,20} (?:found|record)?`,
  String.raw`(?:host|domain)\b[^;]{0,60}\b(?:does(?: not|n't) exist|not found|unknown|has (?:no|an invalid) (?:mx|mail)|must exist)`,
  "couldn't find any host|all relevant mx records point to non-existent hosts",
  "(?:system|host|domain|server) does(?: not|n't) (?:accept|receive|handle) (?:any )?(?:e-?mail|mail)(?! from| for)",
);

const OFF =
  'disabled|inactive|suspended|deactivated|closed(?<!connection (?:was |is )?closed)(?! connection)|locked|terminated|discontinued|frozen|not active';
const DISABLED_USER = anyOf(
  inOneSentence('mailbox|account|user|recipient|address|e-?mail|inbox', OFF),
  String.raw`\b(?:${OFF}) (?:\w{1,20} )?(?:mailbox|account|user|recipient|address)|extended inactivity`,
  '(?:mailbox|account|user|address) (?:@ )?(?:has been |has |was |is )?(?:expired|deleted|removed|cancell?ed)',
);

const WHO =
  'user|userid|recipient|mailbox|addressee|account|address|alias|person|login|maildrop|customer|subscriber|local[ -]part';
const NO_EMAIL = anyOf(
  inOneSentence(
    `(?:${WHO})(?:s|es)?`,
    [
      String.raw`unknown(?! (?:error|reason|problem|cause))|not (?:be )?(?:found|known|exists?|valid|listed|present|recogni[sz]ed|local|in (?:my|the|our)|an active|ok\b)`,
      "does ?n[o']t exist|doesnt exist|cannot be found|(?:could|can)n't be found|invalid|non-?exist[ae]nt|misspelled|doesn't have an",
      'no longer (?:exists?|valid|available|here|in use|on server|works|active)',
    ].join('|'),
  ),
  String.raw`(?:unknown|invalid|no such|no valid|non-?exist[ae]nt|bad|illegal|undeliverable|unroute?able|incorrect) (?:\w{1,20}[ -]){0,2}(?:${WHO})`,
  "tried to reach does not exist|(?:doesn't|do not|don't|does not) have an? (?:\\S{1,60} )?(?:account|mailbox)|does not exist at the organi[sz]ation",
  String.raw`\b(?:no|not an?) (?:valid |known |active )?(?:mail ?box|mail drop)`,
  inOneSentence('mailbox', 'unava(?:i|l|il|li)able'),
  'no (?:one|person|user|mailbox|account)s? (?:here|by|with|at|named) (?:by )?(?:that|this|the)|not our customer|not a local address',
  'recipient ?not ?found|recipnotfound|recipient address rejected: access denied|recipient (?:rejected|unavailable)|bad ?rcpt ?to|validrcptto',
  'user-?unknown|unavailable (?:mail )?user|not (?:a )?user of|(?:handle|accept) mail for (?:that|this) (?:user|recipient)',
  "not (?:a |an )?(?:valid|known|active) (?:user|recipient|address|e-?mail)|can't (?:create|verify|find|accept) (?:user|recipient|output)|there is no one at",
  'no longer (?:accepts|receives|accepting) (?:mail|messages|e-?mail)|unable to (?:find|locate) (?:the |this )?(?:user|recipient|mailbox|address)',
  String.raw`@\S? (?:\.\.\. )?(?:is |was |user )?(?:unknown|not found|does(?:n't| not) exist|non-?exist|invalid)|\bis not here\b|no longer (?:employed|works|with)\b`,
);

/** The mail was refused, without a word about why: that may be about anything. */
const REFUSED_MAIL = anyOf(
  '(?:message|mail|e-?mail) (?:content )?(?:was |has been |is |been )?(?:rejected|refused|denied|discarded|declined)|not (?:currently )?accepting',
);

const FOR_LONG = anyOf(
  'timed? ?out|expired|retry (?:time|limit)|connection (?:refused|reset|dropped|lost)|no route to host',
  'network is unreachable|service (?:currently )?unavailable|giving up on|message has been in the queue',
  String.raw`too many hops|\bloop(?:s|ing)?\b`,
);

/**
 * What words are about. Those about the `domain` say nothing where the message was refused, which names other domains, too;
 * those about `nothing` in particular count after the codes 521 and 556.
 */
export interface WordRule {
  readonly says: string;
  readonly about: 'another' | 'address' | 'domain' | 'nothing';
  readonly verdict: BounceVerdict;
  readonly pattern: RegExp;
  /** The same in other languages than English. */
  readonly elsewhere: RegExp | null;
}

const rule = (
  says: string,
  about: WordRule['about'],
  verdict: BounceVerdict,
  pattern: RegExp,
  elsewhere?: string,
): WordRule => ({ says, about, verdict, pattern, elsewhere: elsewhere ? new RegExp(elsewhere) : null });

/** In order: what is about anything but the address comes before what is about it. */
export const WORD_RULES: readonly WordRule[] = [
  rule('a suppression list of the service', 'address', permanent('Suppressed'), SUPPRESSED),
  rule('greylisting, or the pace of the sender', 'another', transient('General'), PACE),
  rule('an attachment or a virus', 'another', transient('AttachmentRejected'), ATTACHMENT),
  rule('a full mailbox', 'another', transient('MailboxFull'), MAILBOX_FULL, FULL),
  rule('the size of the message', 'another', transient('MessageTooLarge'), TOO_LARGE),
  rule('relaying, authentication, or who may send', 'another', transient('General'), POLICIES, POLICY),
  rule('the content, a policy, or a block list', 'another', transient('ContentRejected'), CONTENT),
  rule('the sender, its server, its envelope, or a policy', 'another', transient('General'), SENDERS, SENDER),
  rule('a fault for now, or no answer of the DNS', 'another', transient('General'), TEMPORARY, FOR_NOW),
  rule('a domain that is unknown or takes no mail', 'domain', permanent('General'), NO_DOMAIN),
  rule('an address that is disabled', 'address', permanent('General'), DISABLED_USER, DISABLED),
  rule('an address that is unknown', 'address', permanent('NoEmail'), NO_EMAIL, NO_USER),
  rule('the message was refused', 'nothing', transient('ContentRejected'), REFUSED_MAIL, REFUSED),
  rule('a server that could not be reached', 'nothing', transient('General'), FOR_LONG),
];

/** From a hedge to the end of its sentence nothing is stated. */
const HEDGES = new RegExp(
  String.raw`\b(?:may(?: not| be| have| no)|might|could(?! ?n[o']t)|possibly|perhaps|maybe|probably|likely|appears? to|seems? to|whether|in case|if (?:the|this|your))\b[^.;]{0,160}|${HEDGED}`,
  'g',
);

/**
 * The rule about words as `wordsOf` gives them; null: nothing that is known. What is only supposed of an address is no
 * statement.
 */
export function ruleOfWords(words: string): WordRule | null {
  const found = firstRule(words);
  if (found?.about !== 'address' && found?.about !== 'domain') return found;
  const stated = words.replace(HEDGES, ' ');
  return stated === words ? found : firstRule(stated);
}

/** The other languages are asked where English says nothing, or may not be all that is said. */
function firstRule(words: string): WordRule | null {
  const at = WORD_RULES.findIndex(({ pattern }) => pattern.test(words));
  if (at >= 0 && !/[\u0080-\uffff]/.test(words)) return WORD_RULES[at] ?? null;
  const elsewhere = WORD_RULES.slice(0, at < 0 ? undefined : at).find((one) => one.elsewhere?.test(words));
  return elsewhere ?? WORD_RULES[at] ?? null;
}

/** What the words of a refusal mean, in any letter case and folding; null: nothing that is known. */
export function verdictOfText(text: string): BounceVerdict | null {
  return ruleOfWords(wordsOf(text))?.verdict ?? null;
}

/** The part of a message that a filter refused, as far as the words say it. */
export function refusedPart(words: string): BounceVerdict {
  if (ATTACHMENT.test(words)) return transient('AttachmentRejected');
  return transient(CONTENT.test(words) || REFUSED_MAIL.test(words) ? 'ContentRejected' : 'General');
}
