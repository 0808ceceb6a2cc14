import {
  folder,
  listenHost,
  listOf,
  masterKeyForm,
  networks,
  oneOf,
  port,
  randomText,
  textUpTo,
  webAddress,
  wholeNumber,
} from './forms.ts';
import { optional, secret, setting } from './setting.ts';

/** The process, its HTTP server and its data. */
export const serverSettings = {
  POSTLEDGER_HOST: setting(listenHost, '127.0.0.1', 'Address the HTTP server listens on.'),
  POSTLEDGER_PORT: setting(port(3025), 3025, 'Port the HTTP server listens on; 0 picks a free one.'),
  POSTLEDGER_ADMIN_PORT: optional(
    port(3027),
    'Port of a listener for operators, in any process: metrics, the details of readiness and the description of the interface ' +
      'are there, and no longer on the port of customers; unset: there is none; 0 picks a free one.',
  ),
  POSTLEDGER_ADMIN_HOST: setting(
    listenHost,
    '127.0.0.1',
    'Address that the listener for operators listens on.',
  ),
  POSTLEDGER_ADMIN_TOKEN: secret(
    randomText,
    'Token that each request to the listener for operators brings (`Authorization: Bearer …`); unset: none is asked for.',
  ),
  POSTLEDGER_DATA: setting(
    folder('/var/lib/postledger'),
    './data',
    'Folder of the embedded log, documents, blobs, outboxes and the master key.',
  ),
  POSTLEDGER_BASE_URL: optional(
    webAddress('https://mail.example.com'),
    'Address customers reach the service at; default http://HOST:PORT.',
  ),
  POSTLEDGER_TRUSTED_PROXIES: setting(
    networks,
    '',
    'Proxies in front of the HTTP server, whose X-Forwarded-For names the client; unset: the address of the connection ' +
      'counts.',
  ),
  POSTLEDGER_MASTER_KEY: secret(
    masterKeyForm,
    'Key that seals secrets at rest; else made once in the data folder.',
  ),
  POSTLEDGER_MASTER_KEY_PREVIOUS: secret(
    masterKeyForm,
    'The previous master key, for as long as it is being replaced (`postledger master-key rotate`): what was sealed or signed with it can still be read.',
  ),
  POSTLEDGER_ROLES: setting(
    listOf(['api', 'projector', 'sender', 'dispatcher'], 'api,projector'),
    'all',
    'What this process does: all, or some roles.',
  ),
  POSTLEDGER_PROCESSES: optional(
    oneOf('1', '2'),
    'With all roles: 2 (unset), so that what waits in the background delays no caller, or 1, which costs a tenth less processor time.',
  ),
  POSTLEDGER_MAX_BODY_BYTES: setting(
    wholeNumber(1024, 500_000_000, 314_572_800),
    314_572_800,
    'Largest request body.',
  ),
  POSTLEDGER_MAX_BODIES_BYTES: setting(
    wholeNumber(1024, Number.MAX_SAFE_INTEGER, 1_258_291_200),
    1_258_291_200,
    'Bytes of request bodies held at once over all requests; beyond it 503. A workspace has a quarter of them.',
  ),
  POSTLEDGER_PACE_PER_SECOND: setting(wholeNumber(1), 10, 'Default sends a second and workspace.'),
  POSTLEDGER_PACE_PER_DAY: setting(wholeNumber(1), 10_000, 'Default sends a UTC day and workspace.'),
  POSTLEDGER_OPERATOR: optional(
    textUpTo(100, 'Ann Smith'),
    'Name of the person at the command line, which the events of their acts carry.',
  ),
  POSTLEDGER_LOG_LEVEL: setting(
    oneOf('debug', 'info', 'warn', 'error', 'silent'),
    'info',
    'Lowest level that is logged.',
  ),
} as const;
