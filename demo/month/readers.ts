import type { OutgoingMail } from '../../src/ports/mailer.ts';
import { arf, dsn } from '../../test/intake/mails.ts';
import type { Chance } from '../../test/simulation/chance.ts';
import { headerOf, linksIn } from '../../test/simulation/outside/mailboxes.ts';
import type { MonthOutside } from './monthOutside.ts';
import type { MonthTime } from './monthTime.ts';
import type { Mailbox } from './people.ts';
import type { Caller } from './planShop.ts';

const MINUTE_MS = 60_000;
const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };

interface ReadersParts {
  readonly time: MonthTime;
  readonly chance: Chance;
  readonly baseUrl: string;
}

/** What people do with the mail that they get: they open it, follow a link, complain, or want no more. */
export function readers({ time, chance, baseUrl }: ReadersParts) {
  let call: Caller = () => Promise.reject(new Error('no one listens yet'));
  let outside: Pick<MonthOutside, 'report'> = { report: async () => {} };
  const follow = (link: string, form?: string) =>
    call({
      url: link.slice(baseUrl.length),
      ...(form === undefined
        ? { method: 'GET', headers: BROWSER }
        : {
            method: 'POST',
            headers: { ...BROWSER, 'content-type': 'application/x-www-form-urlencoded' },
            payload: form,
          }),
    });
  /** After some minutes or hours: most read soon. */
  const soon = (act: () => Promise<unknown>, leastMinutes = 1) => {
    const minutes = leastMinutes + (chance.is(0.7) ? chance.between(0, 50) : chance.between(60, 900));
    time.at(time.clock.nowMs() + minutes * MINUTE_MS, async () => {
      await act();
    });
  };
  const readsIt = (pixel: string, targets: readonly string[]) =>
    soon(async () => {
      await follow(pixel);
      const target = targets[chance.whole(0, targets.length - 1)];
      if (target === undefined || !chance.is(0.35)) return;
      time.at(time.clock.nowMs() + chance.between(5_000, 90_000), async () => {
        await follow(target);
      });
    });
  return {
    listen(caller: Caller, world: Pick<MonthOutside, 'report'>) {
      call = caller;
      outside = world;
    },
    onMail({ raw, sender, recipient }: OutgoingMail, mailbox: Mailbox): void {
      const links = linksIn(raw, baseUrl);
      const linkTo = (path: string) => links.filter((link) => link.startsWith(`${baseUrl}${path}`));
      const [pixel] = linkTo('/o/');
      const [unsubscribe] = linkTo('/u/');
      const returned = [`Message-ID: ${headerOf(raw, 'message-id')}`, `Subject: ${headerOf(raw, 'subject')}`];
      const diagnostic = `smtp; 550 5.1.1 <${recipient}>: mailbox was closed`;
      if (mailbox === 'complains' && unsubscribe !== undefined)
        soon(() => outside.report(sender, arf({ returned })), 20);
      else if (mailbox === 'leaves' && unsubscribe !== undefined && chance.is(0.6))
        soon(() => follow(unsubscribe, 'List-Unsubscribe=One-Click'), 5);
      // A server that took it may find out later that it cannot deliver.
      else if (chance.is(0.004))
        soon(() => outside.report(sender, dsn({ recipient, diagnostic, returned })), 2);
      else if (mailbox !== 'ignores' && pixel !== undefined && chance.is(0.72)) readsIt(pixel, linkTo('/c/'));
    },
  };
}
