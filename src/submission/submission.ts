import type { Authenticator } from '../api/auth.ts';
import { failureOf } from '../api/errors.ts';
import { checkScope, sendDelay, senderCheck } from '../api/gate.ts';
import type { Caller } from '../api/origin.ts';
import type { StartUp } from '../api/startUp.ts';
import { type AcceptDependencies, acceptEmail } from '../commands/email/acceptEmail.ts';
import { foreignSender } from '../commands/email/decideDraft.ts';
import { submissionEmailIdOf } from '../commands/email/emailIds.ts';
import { Refusal } from '../commands/kernel/refusal.ts';
import {
  type MailSubmissionHandler,
  SubmissionRefused,
  type SubmissionSession,
  type SubmittedMail,
} from '../ports/mailSubmission.ts';
import type { Ports } from '../ports/ports.ts';
import { byteShares } from '../queues/byteShares.ts';
import { floodGuard } from '../queues/floodGuard.ts';
import { authRefusalOf, refusalOf } from './refusal.ts';
import type { SubmittedRequest } from './submittedRequest.ts';

/** A mail with what is counted where it does not say, by the key that it came with. */
export type MailOfKey = SubmittedMail & Pick<Caller, 'track'>;

export interface MailSubmissionDependencies extends Pick<Ports, 'metrics' | 'log'> {
  readonly accepting: AcceptDependencies;
  readonly auth: Pick<Authenticator, 'callerOf'>;
  /** Makes requests of mails away from the event loop, owners in turns; `late`: it may be tried again. */
  readonly reader: {
    read(mail: MailOfKey, owner: string): Promise<SubmittedRequest | 'late' | 'ended' | null>;
  };
  readonly startUp: Pick<StartUp, 'takesSends'>;
  readonly backgroundLagMs?: (() => number) | undefined;
  /** Bytes that one mail may have. */
  readonly maxMailBytes: number;
  /** And all mails that are in memory at once. */
  readonly maxMailsBytes: number;
}

/** Answers to wrong keys of one network within a minute are later by this, doubled with each, up to the most. */
const WRONG_KEY_DELAY_MS = 100;
const MAX_WRONG_KEY_DELAY_MS = 5_000;

/** The third way in: what a customer's program submits by SMTP is accepted as a call to `POST /v1/emails`. */
export function submissionHandler(dependencies: MailSubmissionDependencies): MailSubmissionHandler {
  const { auth, startUp, metrics, log, maxMailBytes, maxMailsBytes, accepting } = dependencies;
  const { clock } = accepting.ledger;
  const shares = byteShares({ maxBytes: maxMailsBytes, maxHoldBytes: maxMailBytes });
  const wrongKeys = floodGuard(clock, Number.POSITIVE_INFINITY);
  const checkSender = senderCheck({ startUp, metrics });
  const delayMs = sendDelay(dependencies.backgroundLagMs);
  const callerOf = async (key: string) => {
    const caller = await auth.callerOf(`Bearer ${key}`);
    checkScope(caller, 'email:send');
    return caller;
  };
  const senderOf = async (key: string) => {
    const caller = await callerOf(key);
    checkSender(caller);
    return caller;
  };
  /** Of what is no fault of the client only the log has the details. */
  const refused = (error: unknown) => {
    if (failureOf(error).status >= 500 && !(error instanceof SubmissionRefused))
      log.error({ err: error }, 'a mail could not be accepted; its client is asked to send it again');
    return refusalOf(error);
  };
  const sessionOf = (key: string, { workspace }: Caller): SubmissionSession => ({
    workspace,
    hold: () => shares.hold(),
    async check() {
      await senderOf(key).catch((error) => {
        throw refused(error);
      });
      const waitMs = delayMs();
      if (waitMs > 0) await clock.sleep(waitMs);
    },
    async submit(mail) {
      try {
        // A mail may take an hour to come, and its key may be revoked meanwhile.
        return await accept(dependencies, await senderOf(key), mail);
      } catch (error) {
        throw refused(error);
      }
    },
  });
  return {
    async authenticate(key, remoteAddress) {
      try {
        return sessionOf(key, await callerOf(key));
      } catch (error) {
        const refusal = authRefusalOf(error);
        if (refusal.code === 535) {
          const times = wrongKeys.count(remoteAddress);
          await clock.sleep(Math.min(WRONG_KEY_DELAY_MS * 2 ** (times - 1), MAX_WRONG_KEY_DELAY_MS));
        }
        throw refusal;
      }
    },
  };
}

/** Resolves with the id once the mail is in the log. */
async function accept(
  { accepting, reader }: MailSubmissionDependencies,
  { workspace, keyId, track }: Caller,
  mail: SubmittedMail,
): Promise<string> {
  const { ids } = accepting.ledger;
  const read = await reader.read({ ...mail, track }, workspace);
  if (read === 'late')
    throw new SubmissionRefused(451, '4.3.0 The mail was not read in time; come back later');
  if (read === 'ended' || read === null)
    throw new SubmissionRefused(550, '5.6.0 This cannot be read as a mail');
  if ('refused' in read) throw new SubmissionRefused(...read.refused);
  if ('issues' in read) throw new Refusal('invalid', read.issues);
  const id = submissionEmailIdOf(ids, workspace, ...(read.identity ?? ['once', ids.uuid()]));
  const origin = { workspace, actor: `key:${keyId}`, correlation: ids.uuid(), causation: null };
  const foreign = await Promise.all(read.senders.map((one) => accepting.isForeignSender(workspace, one)));
  const refusedNow = read.senders
    .filter((_, at) => foreign[at])
    .map((one) => foreignSender(one, '/headers/Sender'));
  const { request } = read;
  const raw = request.template === null && { raw: request.raw ?? mail.raw };
  await acceptEmail(accepting, origin, id, { ...request, ...raw }, refusedNow);
  return id;
}
