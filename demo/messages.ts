/** A message of the demo and the webhooks that must report it, in any order. */
export interface DemoMessage {
  readonly name: string;
  readonly to: string;
  readonly kinds: readonly string[];
}

/** One real message, and the seven that the sandbox simulates (spec section 6 rule 3). */
export const demoMessages: readonly DemoMessage[] = [
  { name: 'live', to: 'ann@customer.test', kinds: ['submitted'] },
  { name: 'bounce', to: 'bounce@example.com', kinds: ['email.submitted', 'email.bounced'] },
  { name: 'transient', to: 'transient@example.com', kinds: ['email.submitted', 'email.bounced'] },
  { name: 'ooto', to: 'ooto@example.com', kinds: ['email.submitted', 'email.bounced'] },
  { name: 'click', to: 'click@example.com', kinds: ['email.submitted', 'email.delivered', 'email.clicked'] },
  {
    name: 'complaint',
    to: 'complaint@example.com',
    kinds: ['email.submitted', 'email.delivered', 'email.complained'],
  },
  {
    name: 'unsubscribe',
    to: 'unsubscribe@example.com',
    kinds: ['email.submitted', 'email.delivered', 'email.unsubscribed'],
  },
  { name: 'transactional', to: 'transactional@example.com', kinds: ['email.submitted', 'email.delivered'] },
];
