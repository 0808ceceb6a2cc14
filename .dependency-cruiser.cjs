// Who may import whom: events <- ports <- follow, work, adapters; on these commands and projections; dispatcher and
// sender on top of these; api next to them; client and webhooks, which customers import, alone; main, the composition root, and
// cli see everything.
// test/house/dependencies.test.ts runs it, and looks for circles between rooms.
const room = (name, allowed) => ({
  name: `${name}-imports`,
  comment: `src/${name} may import only from: ${allowed.join(', ') || 'itself'}.`,
  severity: 'error',
  from: { path: `^src/${name}/` },
  to: { path: '^src/', pathNot: [...allowed, name].map((other) => `^src/${other}(/|[.]ts$)`) },
});

const drivers = [
  '@photostructure/sqlite',
  'mongodb',
  'bson',
  'ioredis',
  '@eventstore/db-client',
  '@grpc/grpc-js',
  'nodemailer',
  'undici',
  'liquidjs',
  'smpp',
  'rate-limiter-flexible',
  'prom-client',
  'pino',
  'smtp-server',
];

module.exports = {
  forbidden: [
    room('events', []),
    room('queues', []),
    room('settings', ['queues']),
    room('ports', ['events', 'queues']),
    room('webhooks', []),
    room('client', []),
    room('mail', ['events']),
    room('commands', ['events', 'queues', 'ports', 'follow/(fold/foldedStream|reached|recordedAt)']),
    room('projections', ['events', 'queues', 'ports', 'follow']),
    room('follow', ['events', 'queues', 'ports']),
    room('rebuild', ['events', 'queues', 'ports', 'follow']),
    room('work', ['events', 'queues', 'ports', 'follow']),
    room('adapters', ['events', 'queues', 'ports', 'mail']),
    room('dispatcher', ['events', 'queues', 'ports', 'commands', 'follow', 'work', 'projections']),
    room('sender', ['events', 'queues', 'ports', 'commands', 'follow', 'work', 'projections']),
    room('audit', ['events', 'ports', 'commands', 'follow/fold/(foldEvent|projection)', 'rebuild/logPages']),
    room('imports', ['events', 'commands']),
    room('intake', ['events', 'queues', 'ports', 'mail', 'commands']),
    room('accepting', ['events', 'queues', 'ports', 'commands', 'projections', 'follow/fold/foldedDocument']),
    room('api', ['events', 'queues', 'ports', 'mail', 'commands', 'projections', 'accepting', 'intake', 'follow/(reached|fold/(foldedDocument|projection))', 'config']),
    room('console', ['events', 'queues', 'ports', 'commands', 'projections', 'accepting/messagesOfKey', 'audit', 'dispatcher/sample', 'follow/(eventsAfter|reached)', 'work/(lanes|sharedReports|whyItWaits)', 'rebuild/logPages']),
    room('submission', ['events', 'queues', 'ports', 'commands', 'api/(auth|emails/(emailRequest|emailRules|emailSchema)|errorBody|errors|gate|origin|reading/reader|startUp)']),
    room('places', ['events', 'ports', 'projections', 'rebuild/logPages', 'adapters/(embedded|node)']),
    {
      name: 'drivers-in-adapters',
      comment: 'Drivers of engines and networks are imported only in src/adapters, so that each can be replaced.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/adapters/' },
      to: { path: `^node_modules/(${drivers.join('|')})/` },
    },
    {
      name: 'sqlite-in-one-place',
      comment: 'Two copies of SQLite in a process undo each other\'s locks: one file imports it (decision 0032).',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/adapters/embedded/sqlite[.]ts$' },
      to: { path: '^node_modules/@photostructure/sqlite/' },
    },
    {
      name: 'fastify-in-api',
      comment: 'HTTP is known to the api and the console alone.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(api/|console/|main/)' },
      to: { path: '^node_modules/(fastify|@fastify)/' },
    },
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'declared',
      comment: 'Everything imported from outside stands in package.json.',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'npm-dev'] },
    },
    { name: 'no-tests', severity: 'error', from: { path: '^src/' }, to: { path: '^(test|bench|demo|tools)/' } },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'types', 'default'] },
    tsConfig: { fileName: 'tsconfig.json' },
  },
};
