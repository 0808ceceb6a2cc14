import { createSign } from 'node:crypto';
import type { Fetcher } from '../../../src/ports/fetcher.ts';
import { type Certificate, selfSigned } from '../../support/certificate.ts';

const SIGNED = ['Message', 'MessageId', 'SubscribeURL', 'Subject', 'Timestamp', 'Token', 'TopicArn', 'Type'];

/** Amazon SNS as far as a subscriber sees it: signs messages and keeps its certificate where it says. */
export function amazonSns({
  nowMs = Date.parse('2026-01-01T00:00:00.000Z'),
  certificate = selfSigned(['sns.amazonaws.com'], { fromMs: nowMs - 1_000, toMs: nowMs + 86_400_000 }),
}: {
  readonly nowMs?: number;
  readonly certificate?: Certificate;
} = {}) {
  const host = 'https://sns.eu-west-1.amazonaws.com';
  const certUrl = `${host}/SimpleNotificationService-0123.pem`;
  const confirmUrl = `${host}/?Action=ConfirmSubscription&Token=2336`;
  const fetched: string[] = [];
  const fetcher: Fetcher = {
    async get(url) {
      fetched.push(url);
      if (url === certUrl) return { status: 200, body: certificate.cert };
      return url === confirmUrl ? { status: 200, body: '<ok/>' } : { status: 404, body: '' };
    },
  };
  const signed = (fields: Record<string, string>) => {
    const lines = SIGNED.filter((name) => fields[name] !== undefined).map(
      (name) => `${name}\n${fields[name]}\n`,
    );
    const algorithm = fields.SignatureVersion === '1' ? 'RSA-SHA1' : 'RSA-SHA256';
    const Signature = createSign(algorithm).update(lines.join('')).sign(certificate.key, 'base64');
    return { ...fields, Signature };
  };
  const common = {
    TopicArn: 'arn:aws:sns:eu-west-1:1:bounces',
    Timestamp: new Date(nowMs).toISOString(),
    SignatureVersion: '2',
    SigningCertURL: certUrl,
  };
  return {
    fetcher,
    fetched,
    signed,
    confirmUrl,
    notification: (event: unknown, more: Record<string, string> = {}) =>
      signed({
        ...common,
        Type: 'Notification',
        MessageId: 'sns-1',
        Message: typeof event === 'string' ? event : JSON.stringify(event),
        ...more,
      }),
    confirmation: (more: Record<string, string> = {}) =>
      signed({
        ...common,
        Type: 'SubscriptionConfirmation',
        MessageId: 'sns-0',
        Message: 'You have chosen to subscribe',
        Token: '2336',
        SubscribeURL: confirmUrl,
        ...more,
      }),
  };
}

/** A bounce as Amazon SES publishes it. */
export function sesBounce(
  source: string,
  { type = 'Permanent', subType = 'General', address = 'bob@b.example' } = {},
) {
  return {
    eventType: 'Bounce',
    bounce: {
      bounceType: type,
      bounceSubType: subType,
      bouncedRecipients: [
        {
          emailAddress: address,
          action: 'failed',
          status: '5.1.1',
          diagnosticCode: 'smtp; 550 5.1.1 user unknown',
        },
      ],
      timestamp: '2026-01-01T00:00:00.000Z',
      feedbackId: 'f1',
    },
    mail: { source, messageId: '0102', destination: [address] },
  };
}
