import { fault, type PlantedFault } from './fault.ts';

/** Ten fixes of the project's history, undone: one of each kind. */
export const UNDONE_FIXES: readonly PlantedFault[] = [
  fault(
    'second time: a fan-out that runs again has everything posted again',
    'a766bde',
    'dispatcher/fanOut.ts',
    'if (!isNew) return;',
    '',
  ),
  {
    name: 'lost lease: a pause that ends after the partition was lost is posted here too',
    from: 'a249b2d',
    file: 'work/readyFlights.ts',
    // What is served looks at the partition too by now.
    edits: [
      { find: '(isHeld(next.partition) && keep(next))', by: 'keep(next)' },
      { find: 'if (isHeld(item.partition)) {', by: '{' },
    ],
  },
  fault(
    'crash loop: an abandoned claim is taken at once',
    'c50ba40',
    'sender/claim/claimTurn.ts',
    "state.sinceMs + rule.claimTimeoutMs, 'put off')",
    "state.sinceMs + rule.claimTimeoutMs, 'take')",
  ),
  fault(
    'date: a first attempt waits for its date after the clock was set back',
    '88b545e',
    'work/readyLanes.ts',
    'const byMs = waitsForDate(lane.lane) ? clock.nowMs() : Number.MAX_SAFE_INTEGER;',
    'const byMs = clock.nowMs();',
  ),
  {
    name: 'two clocks: pauses end by the date',
    from: '20a2344',
    file: 'queues/backoff.ts',
    edits: [
      { find: 'clock: { monotonicMs(): number }', by: 'clock: { nowMs(): number }' },
      { find: 'clock.monotonicMs() + ms', by: 'clock.nowMs() + ms' },
      { find: 'times.takeDue(clock.monotonicMs())', by: 'times.takeDue(clock.nowMs())' },
      { find: 'times.nextAtMs() - clock.monotonicMs()', by: 'times.nextAtMs() - clock.nowMs()' },
    ],
  },
  {
    name: 'second time: the same report is recorded twice',
    from: '98c7c47',
    file: 'commands/email/recordDeliveryReport.ts',
    edits: [
      { find: 'if (fate.delivered) return [];', by: '' },
      { find: ' && !events.some(({ id }) => fate.reports.includes(id))', by: '' },
      { find: 'subjectOf(event), report.reportId)', by: 'subjectOf(event), report.reportId + report.atMs)' },
    ],
  },
  fault(
    'restart: a checkpoint passes what was only read ahead',
    '5d5b1c6',
    'follow/policy/policyConsumer.ts',
    'unsafe: queues.unsafe,',
    '',
  ),
  fault(
    'time: scheduled mail is due at once',
    '80b32b1',
    'projections/emailOutbox.ts',
    '...dueAt(event, scheduledFor)',
    '...dueAt(event, null)',
  ),
  fault(
    'crash: a repeated batch does not add what a crash left out',
    '626574e',
    'commands/email/acceptBatch.ts',
    'await batch.append(await batch.prepare(drafts, first.data.batch));',
    'await batch.prepare(drafts, first.data.batch);',
  ),
  fault(
    'lost answer: who begins a stream twice gets an error',
    '661ee78',
    'commands/kernel/appendOnce.ts',
    'if (first === null) throw error;',
    'throw error;',
  ),
];
