/** The same for text messages; a failed one that is tried again is not reported. */
export const SMS_KINDS: Readonly<Record<string, string>> = {
  SmsSent: 'sms.sent',
  SmsDelivered: 'sms.delivered',
  SmsFailed: 'sms.failed',
  SmsReceived: 'sms.received',
};
