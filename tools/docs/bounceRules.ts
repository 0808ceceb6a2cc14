import { ruleOfWords, WORD_RULES } from '../../src/mail/bounceTexts.ts';
import type { BounceVerdict } from '../../src/mail/bounceVerdict.ts';
import { wordsOf } from '../../src/mail/bounceWords.ts';
import { BOUNCE_RULES, decisionOn, type SmtpRefusal } from '../../src/mail/classifyBounce.ts';

type Example = readonly [text: string, of?: Partial<SmtpRefusal>];

/** Examples of each rule, in the order of the rules; of the rules about words, in the order of those. */
const EXAMPLES: readonly (readonly Example[])[] = [
  [['550 5.7.1 no such user']],
  [['451 4.3.0 no such user', { enhanced: '5.1.1' }]],
  [['550 5.1.1 no such user (in reply to MAIL FROM command)']],
  [
    ['550 5.1.1 sent to too many recipients in this hour'],
    ['550 attachment blocked'],
    ['552 5.2.2 over quota', { enhanced: '5.1.1' }],
    ['552 message too large'],
    ['553 relaying disallowed'],
    ['550 5.1.1 your server is on a blocklist'],
    ['550 5.1.0 sender rejected'],
    ['Host not found, try again', { enhanced: '5.4.4' }],
  ],
  [['550 5.1.8 no']],
  [
    ['it is on the suppression list'],
    ['no MX record found for the domain'],
    ['550 5.2.1 mailbox disabled'],
    ['550 5.4.1 no such user'],
  ],
  [
    ['550 5.1.1 no', { phase: 'after RCPT' }],
    ['550 no', { phase: 'after RCPT' }],
  ],
  [['521 5.3.2 not accepting network messages']],
  [['550 message refused'], ['554 connection refused']],
  [['550', { phase: 'RCPT' }]],
  [
    ['550 5.1.1 no'],
    ['550 5.2.1 no'],
    ['551 no'],
    ['552 no'],
    ['550 no'],
    ['553'],
    ['550 5.1.0 no'],
    ['554 no'],
  ],
];

/** What a rule is called in its row; each word rule has a row of its own. */
function rowsOf(examples: readonly Example[], at: number): string[] {
  const by = BOUNCE_RULES[at];
  if (by === undefined) throw new Error(`there is no rule ${at + 1} of bounces`);
  return examples.map(([text, of = {}], place) => {
    const decision = decisionOn({ code: null, enhanced: null, text, ...of });
    if (decision.by !== by) throw new Error(`another rule decides on "${text}" than "${by.says}"`);
    const said = ruleOfWords(wordsOf(text));
    const isOfWords = examples.length > 1 && by.says.startsWith('words');
    const says = isOfWords ? (said?.says ?? '') : place === 0 ? by.says : '';
    const group = isOfWords && place === 0 ? `${by.says}: ` : isOfWords ? '… ' : '';
    const status = of.enhanced ? `, status ${of.enhanced}` : '';
    const phase = of.phase ? `, ${of.phase === 'RCPT' ? 'to RCPT' : 'to DATA'}` : '';
    return `| ${place === 0 ? at + 1 : ''} | ${group}${says} | \`${text}\`${status}${phase} | ${meaning(decision.verdict)} |`;
  });
}

const meaning = ({ bounceType, bounceSubType, hard }: BounceVerdict) =>
  `${bounceType} ${bounceSubType}${hard ? ', hard' : ''}`;

/** The table of the rules by which a refusal is judged, in their order. */
export function rulesTable(): string {
  if (EXAMPLES.length !== BOUNCE_RULES.length) throw new Error('a rule of bounces has no example');
  const texts = EXAMPLES.flat().map(([text]) => ruleOfWords(wordsOf(text)));
  const silent = WORD_RULES.find((rule) => !texts.includes(rule));
  if (silent !== undefined) throw new Error(`no example says anything about ${silent.says}`);
  return ['| | says | for example | means |', '|---|---|---|---|', ...EXAMPLES.flatMap(rowsOf)].join('\n');
}
