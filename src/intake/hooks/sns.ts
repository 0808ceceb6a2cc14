import { createVerify, X509Certificate } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../ports/clock.ts';
import type { Fetcher } from '../../ports/fetcher.ts';
import { type Json, textAt, valueAt } from './fields.ts';

/** A message of Amazon SNS with a verified signature. */
export interface SnsMessage {
  readonly type: 'Notification' | 'SubscriptionConfirmation' | 'UnsubscribeConfirmation';
  readonly messageId: string;
  readonly topicArn: string;
  /** The Amazon account that the topic belongs to. */
  readonly account: string;
  readonly message: string;
  /** Empty except in a confirmation. */
  readonly subscribeUrl: string;
}

/** The message was not signed by Amazon SNS, was changed, is old, or is not for this address. */
export class SnsForged extends Error {
  override readonly name = 'SnsForged';
}

/** Amazon could not be reached: the message has to come again. */
export class SnsUnreachable extends Error {
  override readonly name = 'SnsUnreachable';
}

const CONFIRMATION = ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'];
/** The signed fields, in this order: each name and each value on its own line, a subject only where there is one. */
const SIGNED: Readonly<Record<string, readonly string[]>> = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: CONFIRMATION,
  UnsubscribeConfirmation: CONFIRMATION,
};
const ALGORITHMS: Readonly<Record<string, string>> = { '1': 'RSA-SHA1', '2': 'RSA-SHA256' };

const REGION = '[a-z]{2,4}(-[a-z]+){1,3}-[0-9]';
/** Only the service's own hosts: others below amazonaws.com (`sns.s3`) hold what any customer of Amazon puts there. */
const HOST = new RegExp(`^sns\\.${REGION}\\.amazonaws\\.(com(\\.cn)?|eu)$`);
/** Names that the certificates of SNS are made for, by their region: those of AWS's own library for this check. */
const SUBJECT = new RegExp(`^sns(-signing)?([.-]${REGION})?\\.amazonaws\\.(com(\\.cn)?|eu)$`);
/** SNS gives up after an hour (its delivery policies); an older message is a repetition of something recorded by others. */
const MAX_AGE_MS = 3_600_000;
const FETCH = { timeoutMs: 10_000, maxBytes: 65_536 };
const MAX_CERTIFICATES = 20;

export interface SnsVerifier {
  /** @throws SnsForged, SnsUnreachable */
  verify(body: Json): Promise<SnsMessage>;
  /** Confirms to Amazon the subscription of the topic. @throws SnsForged, SnsUnreachable */
  confirm(message: SnsMessage): Promise<void>;
}

export function snsVerifier(fetcher: Fetcher, clock: Pick<Clock, 'nowMs'>): SnsVerifier {
  const certificates = new LRUCache<string, X509Certificate>({ max: MAX_CERTIFICATES });
  const certificateAt = async (url: string): Promise<X509Certificate> => {
    const known = certificates.get(url);
    if (known !== undefined) return known;
    const certificate = certificateIn(await bodyAt(fetcher, url));
    certificates.set(url, certificate);
    return certificate;
  };
  return {
    async verify(body) {
      const type = textAt(body, 'Type');
      const algorithm = ALGORITHMS[textAt(body, 'SignatureVersion')];
      const url = textAt(body, 'SigningCertURL');
      const signed = Object.hasOwn(SIGNED, type) ? signedText(SIGNED[type] ?? [], body) : null;
      if (signed === null || algorithm === undefined) throw new SnsForged('it is no message of SNS');
      if (!isAmazons(url) || !new URL(url).pathname.endsWith('.pem'))
        throw new SnsForged('its certificate is not at an address of SNS');
      const verify = createVerify(algorithm).update(signed, 'utf8');
      const certificate = await certificateAt(url);
      checkCertificate(certificate, clock.nowMs());
      if (!verify.verify(certificate.publicKey, textAt(body, 'Signature'), 'base64'))
        throw new SnsForged('its signature does not fit');
      // Also true for a date that can't be read.
      if (!(clock.nowMs() - Date.parse(textAt(body, 'Timestamp')) <= MAX_AGE_MS))
        throw new SnsForged('it is older than an hour');
      const topicArn = textAt(body, 'TopicArn');
      return {
        type: type as SnsMessage['type'],
        messageId: textAt(body, 'MessageId'),
        topicArn,
        account: accountOf(topicArn),
        message: textAt(body, 'Message'),
        subscribeUrl: textAt(body, 'SubscribeURL'),
      };
    },
    async confirm({ subscribeUrl }) {
      if (!isAmazons(subscribeUrl)) throw new SnsForged('its confirmation is not at an address of SNS');
      await bodyAt(fetcher, subscribeUrl);
    },
  };
}

async function bodyAt(fetcher: Fetcher, url: string): Promise<string> {
  const { status, body } = await fetcher.get(url, FETCH).catch((error) => {
    throw new SnsUnreachable('Amazon SNS could not be reached', { cause: error });
  });
  if (status !== 200) throw new SnsUnreachable(`Amazon SNS answered ${status}`);
  return body;
}

/** Null when a required field is missing. */
function signedText(names: readonly string[], body: Json): string | null {
  const lines: string[] = [];
  for (const name of names) {
    const value = valueAt(body, name);
    if (name === 'Subject' && (value === undefined || value === null)) continue;
    if (typeof value !== 'string') return null;
    lines.push(`${name}\n${value}\n`);
  }
  return lines.join('');
}

function isAmazons(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, port, username, password } = new URL(text);
  return protocol === 'https:' && port === '' && username === '' && password === '' && HOST.test(hostname);
}

/** @throws SnsForged when it is not valid now, or for another name */
function checkCertificate(certificate: X509Certificate, nowMs: number): void {
  const { validFrom, validTo, subject, subjectAltName = '' } = certificate;
  if (nowMs < Date.parse(validFrom) || nowMs > Date.parse(validTo))
    throw new SnsForged('its certificate is not valid at this time');
  const names = [...`${subject}\n${subjectAltName}`.matchAll(/(?:^CN=|\bDNS:)([^,\s]+)/gm)];
  if (!names.some(([, name = '']) => SUBJECT.test(name)))
    throw new SnsForged('its certificate is not one of SNS');
}

/** `arn:PARTITION:sns:REGION:ACCOUNT:TOPIC`. */
function accountOf(topicArn: string): string {
  const [, account] = /^arn:[a-z-]+:sns:[a-z0-9-]+:(\d+):[^:]+$/.exec(topicArn) ?? [];
  if (account === undefined) throw new SnsForged('it names no topic of SNS');
  return account;
}

function certificateIn(pem: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch {
    throw new SnsForged('its certificate address does not lead to a certificate');
  }
}
