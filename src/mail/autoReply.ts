import { fieldOf, type HeaderFields } from './headerFields.ts';

const SUBJECTS = new RegExp(
  [
    String.raw`^(?:(?:re|aw|sv|r|tr|antw): ?)?\W{0,3}(?:auto(?:matic|mated|-)? ?(?:reply|response|answer)|autoreply|out of (?:the )?office|i am (?:currently )?(?:away|out)|away from (?:the|my) office|(?:on )?(?:vacation|annual leave)|abwesen|automatische (?:antwort|rückantwort)|nicht im (?:büro|haus)`,
    'réponse automatique|absence du bureau|absent(?:e)? du bureau|respuesta automática|fuera de (?:la )?oficina|resposta automática|ausência|risposta automatica|fuori (?:sede|ufficio)|automatisch antwoord|afwezig',
    'odpowiedź automatyczna|autosvar|automaattinen|автоответ|автоматический ответ|自動(?:応答|返信)|不在(?:通知|連絡|の))',
  ].join('|'),
  'i',
);

const SYSTEMS =
  /mailer-?daemon|post_?master|mail ?delivery|delivery (?:sub)?system|microsoftexchange|(?:system|mail|e-?mail) administrator|mail ?(?:router|gateway|system)|mdaemon/i;

/** Whether a mail says of itself that it is a report of this type (RFC 6522). */
export function isReport(
  fields: HeaderFields,
  type: 'delivery-status' | 'disposition-notification',
): boolean {
  return new RegExp(`report-type="?${type}`, 'i').test(fieldOf(fields, 'content-type'));
}

/** Whether a mail system sent the mail, not a person. */
export function isFromMailSystem(fields: HeaderFields, sender: string): boolean {
  return sender === '' || SYSTEMS.test(fieldOf(fields, 'from')) || isReport(fields, 'delivery-status');
}

/**
 * Whether a mail is a person's automatic answer (RFC 3834), such as an absence note: it shows that the message was
 * delivered. Bounces are marked as automatic answers too, so mail of a mail system does not count.
 */
export function isAutoReply(fields: HeaderFields, subject: string): boolean {
  if (fields.has('x-failed-recipients')) return false;
  if (SUBJECTS.test(subject)) return true;
  if (['x-autoreply', 'x-autorespond', 'x-autoresponder'].some((name) => fields.has(name))) return true;
  if (/auto_?reply/i.test(fieldOf(fields, 'precedence'))) return true;
  const automatic = /^auto-(?:replied|notified)/i.test(fieldOf(fields, 'auto-submitted'));
  return automatic && !isFromMailSystem(fields, fieldOf(fields, 'from'));
}

const ABSENT =
  /\bout of (?:the |my )?office|\bon (?:vacation|holiday|annual leave|leave until|parental leave)|\b(?:currently|presently) (?:away|out|unavailable)|\bnicht im (?:büro|hause)|\babwesen|\bim urlaub|\ben congés?\b|\babsen(?:te?|ce)s? (?:du|jusqu|till|until)|\bde vacaciones|\bfuera de la oficina|\bin ferie|\bfuori (?:sede|ufficio)|\bafwezig|\bin het buitenland|\bfora do escritório|\bde férias|\bв отпуске/i;

/**
 * Whether a mail says that its sender is away: in its subject, or, where it is marked as automatic (RFC 3834), in its words. A
 * mark alone says nothing, since programs set it on every mail that they write for their user.
 */
export function isAbsenceNote(
  fields: HeaderFields,
  { subject, text }: { readonly subject: string; readonly text: string },
): boolean {
  if (SUBJECTS.test(subject)) return true;
  return (
    isAutoReply(fields, subject) && !fields.has('x-apple-unsubscribe') && ABSENT.test(text.slice(0, 2_000))
  );
}
