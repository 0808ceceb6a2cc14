/** A metric of the service, as its first scrape shows it. */
export interface DeclaredMetric {
  readonly type: 'counter' | 'gauge' | 'histogram';
  /** One sentence. */
  readonly help: string;
  /**
   * Its labels. With values, the series of each value exist from the start; with none the values are known at run time,
   * and bounded by what the program has (routes, consumers, collections).
   */
  readonly labels: Readonly<Record<string, readonly string[]>>;
  /** False: shown once it is known, since a zero would be read as a failure. */
  readonly fromStart: boolean;
}

type Labels = DeclaredMetric['labels'];
const declare =
  <Type extends DeclaredMetric['type']>(type: Type) =>
  (help: string, labels: Labels = {}, { fromStart = true } = {}) => ({ type, help, labels, fromStart });
const counter = declare('counter');
const gauge = declare('gauge');
const histogram = declare('histogram');

const KNOWN_LATER: readonly string[] = [];
const MAIL_OUTCOMES = ['delivered', 'submitted', 'deferred', 'bounced', 'unsent', 'waiting'];
const WORKER = { worker: KNOWN_LATER };
const CONSUMER = { consumer: KNOWN_LATER };
const COLLECTION = { collection: KNOWN_LATER };

/** Every metric of the service but those of Node and its process; docs/metrics.md is made of this table. */
export const declaredMetrics = {
  postledger_build_info: gauge('Always 1; the version is the label.', { version: KNOWN_LATER }),
  postledger_data_free_bytes: gauge(
    'Free bytes of the disk that holds the data folder.',
    {},
    { fromStart: false },
  ),
  postledger_ledger_bytes: gauge('Size of the embedded log.', {}, { fromStart: false }),
  postledger_ledger_wal_bytes: gauge('Size of the write-ahead log of the embedded log.'),
  postledger_missing_events: gauge(
    'Events that read models knew which were set aside, and the log lacks, until `audit missing --acknowledge`.',
  ),
  postledger_log_append_seconds: histogram('Time of an append to the log, until it is durable.'),

  postledger_http_requests_total: counter('Requests that were answered.', {
    method: KNOWN_LATER,
    route: KNOWN_LATER,
    status: KNOWN_LATER,
  }),
  postledger_http_request_seconds: histogram('Time from a request to the end of its answer.', {
    route: KNOWN_LATER,
  }),
  postledger_http_faults_total: counter('Requests that were answered with a status of 5xx.', {
    code: ['internal_error', 'unavailable'],
  }),
  postledger_http_requests_in_flight: gauge('Requests that are not answered yet.'),
  postledger_http_body_bytes: gauge('Bytes of request bodies that are held.'),
  postledger_http_answer_bytes: gauge('Bytes of answers that wait for their readers.'),
  postledger_suspended_sends_total: counter('Sends of suspended workspaces that were refused.'),
  postledger_idempotency_mismatches_total: counter(
    'Replays whose request was not the one that the key was first used for; the first one was answered.',
  ),
  postledger_reactions_lost_total: counter('Opens and clicks that were not recorded.', {
    reason: ['unknown', 'log'],
  }),
  postledger_hooks_refused_total: counter('Calls of hooks that were refused.', {
    route: KNOWN_LATER,
    what: KNOWN_LATER,
  }),

  postledger_consumer_events_total: counter('Events that a consumer of the log has handled.', CONSUMER),
  postledger_consumer_faults_total: counter('Faults of a consumer of the log.', CONSUMER),
  postledger_consumer_lag_seconds: gauge('Age of the oldest event that a consumer is handling.', CONSUMER),
  postledger_background_silent_seconds: gauge('Time since the background process was heard of.'),

  postledger_worker_in_flight: gauge('Items of a worker that are under way.', WORKER),
  postledger_worker_due_lanes: gauge(
    'Lanes of a worker (workspaces, mostly) that have due items, as its last round through the index found them.',
    WORKER,
  ),
  postledger_worker_oldest_due_seconds: gauge(
    'For how long the oldest due item of a worker has waited, as its last round through the index found it.',
    WORKER,
  ),
  postledger_worker_faults_total: counter('Items of a worker that failed and are tried again.', WORKER),
  postledger_worker_item_seconds: histogram('Time that a worker takes for an item.', WORKER),

  postledger_pace_waits_total: counter(
    'How often the pace of a workspace granted fewer sends than were asked for.',
  ),
  postledger_mail_transaction_seconds: histogram('Time of a mail transaction.'),
  postledger_mail_outcomes_total: counter('Mail transactions by outcome.', { outcome: MAIL_OUTCOMES }),
  postledger_mail_route_open: gauge('1 while mail leaves by the route, 0 while it is closed.', {
    route: KNOWN_LATER,
  }),
  postledger_mail_route_closings_total: counter('How often a route was closed.', {
    route: KNOWN_LATER,
    trouble: KNOWN_LATER,
  }),
  postledger_mail_route_probes_total: counter('Trials of a closed route.', {
    route: KNOWN_LATER,
    answer: KNOWN_LATER,
  }),
  postledger_rendering_failures_total: counter('Messages whose template could not be rendered.'),

  postledger_sms_outcomes_total: counter('Submissions of text messages by outcome.', {
    outcome: ['sent', 'deferred', 'failed'],
  }),
  postledger_sms_receipts_total: counter('Delivery receipts of the carrier.', {
    state: ['delivered', 'failed', 'interim', 'unknown'],
  }),
  postledger_sms_kept_total: counter('Deliveries of the carrier that were kept for the operator.', {
    as: ['unreadable', 'unassigned'],
  }),
  postledger_sms_unassigned: gauge('Kept text messages to numbers that no workspace has.'),
  postledger_sms_stops_unmatched_total: counter('STOPs from numbers that name no recipient.'),
  postledger_carrier_bound: gauge('1 while the carrier is bound.', {}, { fromStart: false }),
  postledger_carrier_throttled_total: counter('Submissions that the carrier put off as too many.'),

  postledger_webhook_deliveries_scheduled_total: counter('Webhook deliveries that were scheduled.'),
  postledger_webhook_deliveries_oversized_total: counter('Events that are too large to be posted.'),
  postledger_webhook_deliveries_ended_total: counter('Webhook deliveries that ended.', {
    as: ['delivered', 'dead'],
  }),
  postledger_webhook_attempts_total: counter('Webhook attempts: `delivered`, or why they failed.', {
    outcome: ['delivered'],
  }),
  postledger_webhook_attempt_seconds: histogram('Time of a webhook attempt.'),
  postledger_webhook_first_attempt_seconds: histogram('Time from an event to its first webhook attempt.'),
  postledger_webhook_in_flight: gauge('Webhook attempts in flight.', { class: ['first', 'retry', 'probe'] }),
  postledger_webhook_deliveries_pending: gauge('Webhook deliveries that are pending.'),
  postledger_webhook_deliveries_dead: gauge('Webhook deliveries that are dead.'),
  postledger_webhook_oldest_pending_seconds: gauge('Age of the oldest pending webhook delivery.'),
  postledger_webhook_endpoints_failing: gauge('Endpoints whose last attempt failed, 100 at most.'),

  postledger_intake_listening: gauge(
    'Whether this process takes in bounces by SMTP: 1, or 0 while it cannot listen or another process of the machine does.',
    {},
    { fromStart: false },
  ),
  postledger_intake_mails_total: counter('Mails that the intake took.', {
    is: ['report', 'nothing', 'unclear'],
  }),
  postledger_intake_refused_total: counter('Mails that the intake refused.', {
    what: ['forged token', 'foreign domain'],
  }),
  postledger_intake_unmatched_total: counter('Reports by mail that match no delivery.'),
  postledger_delivery_reports_total: counter('Reports on deliveries, by mail and by hooks.', {
    source: KNOWN_LATER,
    learned: KNOWN_LATER,
    outcome: KNOWN_LATER,
  }),

  postledger_submission_connections_total: counter('Connections to the submission listener.'),
  postledger_submission_connections: gauge('Connections to the submission listener that are open.'),
  postledger_submission_refused_total: counter(
    'Refusals of the submission listener, by their code of SMTP.',
    {
      code: KNOWN_LATER,
    },
  ),
  postledger_submission_accept_seconds: histogram(
    'Time from the beginning of a submitted mail to its acceptance.',
  ),

  postledger_eventstore_appends_total: counter('Appends to EventStoreDB.'),
  postledger_eventstore_retries_total: counter('Calls of EventStoreDB that were repeated.', {
    call: KNOWN_LATER,
  }),
  postledger_eventstore_resubscriptions_total: counter('Subscriptions that were opened again.'),
  postledger_eventstore_fallen_behind_total: counter('Subscriptions that could not keep up with the log.'),
  postledger_mongodb_reads_total: counter('Reads of MongoDB.', COLLECTION),
  postledger_mongodb_writes_total: counter('Documents written to MongoDB.', COLLECTION),
  postledger_redis_calls_total: counter('Calls of Redis.'),
} as const satisfies Readonly<Record<string, DeclaredMetric>>;

type Declared = typeof declaredMetrics;
type NamesOf<Type> = {
  [Name in keyof Declared]: Declared[Name]['type'] extends Type ? Name : never;
}[keyof Declared];
export type CounterName = NamesOf<'counter'>;
export type GaugeName = NamesOf<'gauge'>;
export type HistogramName = NamesOf<'histogram'>;
