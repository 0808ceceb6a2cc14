import type { Rule } from '../auditor/rule.ts';

/** So late a first attempt may begin. */
const LATEST_MS = 1_000;

/**
 * The first attempt to a healthy endpoint begins within a second of its event, whatever else goes on.
 * @param host its receiver
 * @param keys the messages whose events count
 */
export function promptTo(host: string, keys: readonly string[]): Rule {
  return {
    name: 'the first attempt to a healthy endpoint begins within a second',
    check({ plan, journals, stream }) {
      const ids = journals.clients
        .filter(({ key, status }) => status === 202 && keys.includes(key ?? ''))
        .map(({ answer }) => (answer as { readonly id: string }).id);
      const reported = [...new Set(ids)]
        .flatMap((id) => stream(`email-${id}`))
        .filter(({ type }) => type === 'Submitted');
      return reported.flatMap(({ id, metadata }) => {
        const dateMs = Date.parse(metadata.at);
        // Times of a redelivery come later: the first one counts.
        const first = journals.posts.find((post) => post.host === host && post.eventId === id);
        const lateMs = first === undefined ? null : first.dateMs - dateMs;
        if (lateMs !== null && lateMs <= LATEST_MS) return [];
        const late = lateMs === null ? 'never posted' : `posted ${lateMs} ms later`;
        return [
          {
            rule: this.name,
            what: `the event ${id} was ${late} to ${host}`,
            atMs: dateMs - plan.startsAtMs + LATEST_MS,
            about: [id],
          },
        ];
      });
    },
  };
}
