import { serverAddress, textUpTo, wholeNumber } from './forms.ts';
import { optional, secret, setting } from './setting.ts';

/** Text messages. */
export const smsSettings = {
  SMPP_URL: secret(
    serverAddress(['smpp', 'ssmpp'], 'system-id:password@carrier.example.com:2775'),
    'Address of the carrier that text messages go to (ssmpp:// is TLS), with system id and password; docs/sms.md lists ' +
      'what its query may say.',
  ),
  POSTLEDGER_SMS_STOP_REPLY: optional(
    textUpTo(1_000, 'You get no more messages from us.'),
    'Text that a recipient who sends STOP is answered; unset where the carrier answers.',
  ),
  POSTLEDGER_CREDITS_SMS_SEGMENT: setting(wholeNumber(0), 1, 'Credits a segment of an SMS.'),
} as const;
