import { type Static, Type } from 'typebox';
import { DAY_PATTERN } from '../../events/fieldPatterns.ts';
import type { AnalyticsFigures } from '../../projections/dailyAnalytics.ts';
import { Answer, instantAnswer } from '../fields.ts';
import { Closed } from '../validation.ts';

const moment = (description: string) =>
  Type.Optional(
    Type.String({
      description: `ISO 8601 with Z or an offset. ${description}`,
      examples: ['2026-03-01T00:00:00Z'],
    }),
  );

export const AnalyticsQuery = Closed({
  from: moment('Inclusive; default 30 days before `to`.'),
  to: moment('Inclusive; default now. At most 366 days after `from`.'),
});

const count = () => Type.Integer({ minimum: 0 });
const figures = {
  accepted: count(),
  submitted: count(),
  delivered: count(),
  bounced: count(),
  complained: count(),
  opened: count(),
  clicked: count(),
  credits_used: count(),
};
const day = Answer(
  'AnalyticsDay',
  {
    date: Type.String({ pattern: DAY_PATTERN, description: 'The day, in UTC.', examples: ['2026-03-01'] }),
    ...figures,
  },
  'A whole UTC day; figures count recipients.',
);

/** Spec section 2.10. */
export const AnalyticsAnswer = Answer(
  'Analytics',
  {
    from: instantAnswer(),
    to: instantAnswer(),
    totals: Answer('AnalyticsFigures', figures, 'The sums of the rows.'),
    data: Type.Array(day, { description: 'A row for every day that the range touches, ascending.' }),
  },
  'Daily email analytics.',
);

export function figuresAnswer(of: AnalyticsFigures): Static<typeof AnalyticsAnswer>['totals'] {
  const { accepted, submitted, delivered, bounced, complained, opened, clicked, creditsUsed } = of;
  return {
    accepted,
    submitted,
    delivered,
    bounced,
    complained,
    opened,
    clicked,
    credits_used: creditsUsed,
  };
}
