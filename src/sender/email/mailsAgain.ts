import { PUBLIC_PATHS, type PublicLinks } from '../../commands/email/publicLinks.ts';
import { streamId } from '../../events/category.ts';
import type { MailsAgain } from '../../ports/mailsAgain.ts';
import { type ComposeDependencies, composeForAll } from './composeEmail.ts';
import { type BodyDependencies, emailBody, emailSubject } from './emailBody.ts';
import { recipientCopies } from './recipientCopies.ts';

export interface AgainDependencies
  extends Omit<BodyDependencies, 'links'>,
    Pick<ComposeDependencies, 'returnPath'> {
  /** Common start of the links in mails. */
  readonly linkBase: string;
}

/** Stands where each recipient's own token stood: the link leads to no one's consent. */
const LEFT_OUT = 'left-out';

/** Composes as the sender does, with links that are no one's. */
export function mailsAgain({ linkBase, ...dependencies }: AgainDependencies): MailsAgain {
  const links: PublicLinks = {
    base: linkBase,
    unsubscribe: () => `${linkBase}${PUBLIC_PATHS.unsubscribe}${LEFT_OUT}`,
    unsubscribeAddress: () => null,
    open: () => '',
    click: (_, target) => target,
  };
  return {
    async mail(accepted) {
      const outcome = await emailBody({ ...dependencies, links }, accepted);
      if (outcome.is !== 'ready') return outcome;
      const { body } = outcome;
      const untracked = { ...accepted.data, trackOpens: false, trackClicks: false };
      const emailId = streamId(accepted.stream);
      const { message, added } = await composeForAll(dependencies, accepted, body);
      const own = recipientCopies(untracked, body.html, links, body.text)({ emailId, recipient: 0 });
      const { raw } = message.copy({ ...own, headers: added });
      return { is: 'made', subject: body.subject, raw };
    },
    subject: async (accepted) => emailSubject({ ...dependencies, links }, accepted),
  };
}
