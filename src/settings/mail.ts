import { feedbackSenders, KNOWN_FEEDBACK_SENDERS } from './feedbackSenders.ts';
import {
  addresses,
  domainName,
  file,
  hostName,
  listenHost,
  oneOf,
  port,
  serverAddress,
  webAddress,
  wholeNumber,
} from './forms.ts';
import { optional, secret, setting } from './setting.ts';

/** How mail leaves, and what comes back. */
export const mailSettings = {
  SMTP_URL: secret(
    serverAddress(['smtp', 'smtps'], 'user:password@relay.example.com:587'),
    'Address of the relay that mail goes to. With a password TLS is required unless ?tls=opportunistic says otherwise.',
  ),
  POSTLEDGER_MAIL: optional(
    oneOf('relay', 'mx', 'outbox'),
    "How mail leaves: over the relay of SMTP_URL, directly to the recipients' servers (mx), or to files in the data " +
      'folder (outbox); default relay where SMTP_URL is set, else outbox.',
  ),
  POSTLEDGER_EHLO_NAME: optional(
    hostName('mail.example.com'),
    "What the service calls itself to mail servers: a name whose address is this machine's; default the machine's name.",
  ),
  POSTLEDGER_SITE_CONNECTIONS: setting(
    wholeNumber(1, 100, 5),
    5,
    'Connections at a time to one receiving site, in each process that sends: the mail servers that one or more domains ' +
      'name, where POSTLEDGER_MAIL is mx.',
  ),
  POSTLEDGER_REQUIRE_DOMAINS: setting(
    oneOf('yes', 'no'),
    'no',
    'Whether mail goes out only from domains that its workspace has verified (`postledger domains`); other mail is `rejected`.',
  ),
  POSTLEDGER_SANDBOX_DOMAIN: setting(
    domainName('example.com'),
    'example.com',
    'Recipients at this domain are simulated.',
  ),
  POSTLEDGER_TRACKING_URL: optional(
    webAddress('https://links.example.com'),
    'Address that recipients reach the service at: for unsubscribing, opens and clicks, and nothing else of it need be ' +
      'open there; default POSTLEDGER_BASE_URL. One-click unsubscription asks for https (RFC 8058).',
  ),
  POSTLEDGER_BOUNCE_DOMAIN: optional(
    hostName('bounces.example.com'),
    "Domain of the envelope senders, whose mail comes back to the service; default the sender's own address.",
  ),
  POSTLEDGER_BOUNCE_PORT: optional(
    port(2525),
    'Port on which bounces and complaints are taken in by SMTP; unset: nothing listens; 0 picks a free one.',
  ),
  POSTLEDGER_BOUNCE_HOST: setting(listenHost, '127.0.0.1', 'Address the bounce intake listens on.'),
  POSTLEDGER_BOUNCE_RELAYS: setting(
    addresses,
    '',
    'Servers that forward mail to the bounce intake. Their connections are not limited, and they may pass the address of ' +
      'their client on by XCLIENT. Those of this machine are among them.',
  ),
  POSTLEDGER_BOUNCE_TLS_CERT: optional(
    file('/etc/postledger/cert.pem'),
    'PEM file of the certificate, with those that signed it, with which the bounce intake offers STARTTLS; read again ' +
      'when it changes; unset: plain text alone.',
  ),
  POSTLEDGER_BOUNCE_TLS_KEY: optional(
    file('/etc/postledger/key.pem'),
    "PEM file of that certificate's key; read again too.",
  ),
  POSTLEDGER_FEEDBACK_SENDERS: setting(
    feedbackSenders,
    KNOWN_FEEDBACK_SENDERS,
    'Where the feedback loops of mail providers send complaints from: one counts whose From is among them and whose DKIM ' +
      'signature is theirs. Each is a full address, or a domain from which no users send. In place of the known ones.',
  ),
  POSTLEDGER_CREDITS_EMAIL: setting(wholeNumber(0), 1, 'Credits a recipient of an email.'),
} as const;
