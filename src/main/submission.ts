import { type EmailAcceptanceDependencies, emailAcceptance } from '../accepting/emailAcceptance.ts';
import type { CertificatePaths } from '../adapters/intake/certificateFiles.ts';
import { smtpSubmission } from '../adapters/submission/smtpSubmission.ts';
import { authenticator } from '../api/auth.ts';
import type { ApiDependencies } from '../api/dependencies.ts';
import { type Settings, SettingsInvalid } from '../config.ts';
import type { OpenSubmission } from '../ports/mailSubmission.ts';
import { submissionHandler } from '../submission/submission.ts';
import { certificateAt, certificatePaths } from './certificate.ts';
import { isLoopback, rolesOf } from './options.ts';
import { submissionReader } from './submissionReader.ts';

/** Bytes of a mail, as it comes: with the base64 of its files. */
const MAX_MAIL_BYTES = 40 * 1024 * 1024;
/** Bytes of all mails that are in memory at once, next to the bodies of calls. */
const MAX_MAILS_BYTES = 256 * 1024 * 1024;

type SubmissionParts = EmailAcceptanceDependencies &
  Pick<ApiDependencies, 'log' | 'metrics' | 'startUp' | 'backgroundLagMs'>;

/**
 * Listens for mail that customers submit by SMTP; null where this process does not.
 * @throws SettingsInvalid when its certificate cannot be used
 */
export async function openSubmission(
  settings: Settings,
  parts: SubmissionParts,
): Promise<OpenSubmission | null> {
  const { POSTLEDGER_SUBMISSION_PORT: port, POSTLEDGER_SUBMISSION_HOST: host } = settings;
  if (port === undefined || !rolesOf(settings).api) return null;
  const { log, metrics, live, startUp } = parts;
  const { clock } = parts.ledger;
  const maxMailBytes = Math.min(MAX_MAIL_BYTES, settings.POSTLEDGER_MAX_BODY_BYTES);
  const reader = submissionReader({ clock, log });
  const auth = authenticator({ live, clock, startUp });
  const open = await smtpSubmission(
    {
      ...{ clock, log, metrics, host, port, maxMailBytes },
      certificate: certificateAt(submissionCertificate(settings), 'POSTLEDGER_SUBMISSION_TLS'),
      isImplicitTls: settings.POSTLEDGER_SUBMISSION_TLS === 'implicit',
    },
    submissionHandler({
      ...{ ...parts, accepting: emailAcceptance(parts), auth, reader },
      ...{ maxMailBytes, maxMailsBytes: MAX_MAILS_BYTES },
    }),
  );
  reader.start();
  return {
    port: open.port,
    async close() {
      await open.close();
      await reader.close();
    },
  };
}

/**
 * The paths of the listener's certificate; null where it has none.
 * @throws SettingsInvalid when only one of the two files is named, or others than this machine's programs could log in without
 */
export function submissionCertificate(settings: Settings): CertificatePaths | null {
  const paths = certificatePaths(settings, 'POSTLEDGER_SUBMISSION_TLS');
  if (paths !== null) return paths;
  const { POSTLEDGER_SUBMISSION_HOST: host, POSTLEDGER_SUBMISSION_TLS: tls } = settings;
  if (tls === 'implicit')
    throw new SettingsInvalid(
      'POSTLEDGER_SUBMISSION_TLS is implicit: set POSTLEDGER_SUBMISSION_TLS_CERT and _KEY.',
    );
  if (!isLoopback(host))
    throw new SettingsInvalid(
      `POSTLEDGER_SUBMISSION_HOST is ${host}: set POSTLEDGER_SUBMISSION_TLS_CERT and _KEY, since keys are taken unencrypted from this machine only.`,
    );
  return null;
}
