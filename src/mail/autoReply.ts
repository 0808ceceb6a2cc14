import { fieldOf, type HeaderFields } from './headerFields.ts';

const SUBJECTS =
  /^(?:re: ?|aw: ?)?\W{0,3}(?:auto(?:matic|mated|-)? ?(?:reply|response|answer)|autoreply|out of (?:the )?office|i am (?:currently )?(?:away|out)|vacation|abwesen|automatische antwort|réponse automatique|absence du bureau|respuesta automática|fuera de la oficina|risposta automatica|fuori sede|автоответ)/i;

/** Whether a mail system sent the mail, not a person. */
export function isFromMailSystem(fields: HeaderFields, sender: string): boolean {
  const from = fieldOf(fields, 'from');
  return (
    sender === '' || /mailer-?daemon|postmaster|mail delivery (?:sub)?system|microsoftexchange/i.test(from)
  );
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
