// src/api/resources/analytics.ts
import { Type } from "../../../packages/typebox.js";
import { DAY_PATTERN } from "../../events/fieldPatterns.js";
import { Answer, instantAnswer } from "../fields.js";
import { Closed } from "../validation.js";
var moment = (description) => Type.Optional(
  Type.String({
    description: `ISO 8601 with Z or an offset. ${description}`,
    examples: ["2026-03-01T00:00:00Z"]
  })
);
var AnalyticsQuery = Closed({
  from: moment("Inclusive; default 30 days before `to`."),
  to: moment("Inclusive; default now. At most 366 days after `from`.")
});
var count = () => Type.Integer({ minimum: 0 });
var figures = {
  accepted: count(),
  submitted: count(),
  delivered: count(),
  bounced: count(),
  complained: count(),
  opened: count(),
  clicked: count(),
  credits_used: count()
};
var day = Answer(
  "AnalyticsDay",
  {
    date: Type.String({ pattern: DAY_PATTERN, description: "The day, in UTC.", examples: ["2026-03-01"] }),
    ...figures
  },
  "A whole UTC day; figures count recipients."
);
var AnalyticsAnswer = Answer(
  "Analytics",
  {
    from: instantAnswer(),
    to: instantAnswer(),
    totals: Answer("AnalyticsFigures", figures, "The sums of the rows."),
    data: Type.Array(day, { description: "A row for every day that the range touches, ascending." })
  },
  "Daily email analytics."
);
function figuresAnswer(of) {
  const { accepted, submitted, delivered, bounced, complained, opened, clicked, creditsUsed } = of;
  return {
    accepted,
    submitted,
    delivered,
    bounced,
    complained,
    opened,
    clicked,
    credits_used: creditsUsed
  };
}
export {
  AnalyticsAnswer,
  AnalyticsQuery,
  figuresAnswer
};
//# sourceMappingURL=analytics.js.map
