import type { Order } from './workload.ts';

const SANDBOX = ['transactional', 'bounce', 'click', 'unsubscribe', 'complaint'];

/** The nth order of a shop: a third to simulated recipients, some with two recipients, some with an attachment. */
export function shopOrder(n: number): Order {
  const to =
    n % 3 === 0 ? `${SANDBOX[(n / 3) % SANDBOX.length]}+${n}@example.com` : `person${n}@receiver.test`;
  const content = Buffer.from(`attachment of order ${n}`).toString('base64');
  return {
    key: `order-${n}`,
    body: {
      from: 'Shop <shop@sender.test>',
      to: n % 5 === 0 ? [to, `second${n}@receiver.test`] : to,
      subject: `Order ${n}`,
      text: `Thank you for order ${n}.`,
      ...(n % 4 === 0 && { attachments: [{ filename: 'order.txt', type: 'text/plain', content }] }),
    },
  };
}

/** What the log must come to say of a recipient, by the local part of a simulated address. */
export function expectedOutcome({ address, sandbox }: { address: string; sandbox: boolean }): string {
  if (!sandbox) return 'Submitted';
  switch (address.split('+')[0]) {
    case 'bounce':
      return 'Bounced';
    case 'click':
      return 'Clicked';
    case 'unsubscribe':
      return 'Unsubscribed';
    case 'complaint':
      return 'Complained';
    default:
      return 'Delivered';
  }
}
