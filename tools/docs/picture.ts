import { rooms } from './rooms.ts';

/** Columns by their left edge and width, rows by their number: the grid that the boxes of the picture stand on. */
const COLUMNS = {
  outsideLeft: { x: 20, width: 150 },
  entry: { x: 232, width: 130 },
  commands: { x: 420, width: 126 },
  log: { x: 616, width: 84 },
  followers: { x: 786, width: 154 },
  outsideRight: { x: 1006, width: 154 },
} as const;
const TOP = 24;
const ROW_HEIGHT = 92;
const BOX_HEIGHT = 60;
const WIDTH = 1180;
const ROWS = 5;
const HEIGHT = TOP + (ROWS - 1) * ROW_HEIGHT + BOX_HEIGHT + TOP;

type Column = keyof typeof COLUMNS;

interface Box {
  readonly column: Column;
  /** The first row and the last one. */
  readonly rows: readonly [number, number];
  /** A room of src/, or the name of something outside. */
  readonly title: string;
  readonly about: readonly string[];
  readonly kind: 'room' | 'store' | 'outside';
}

/** What the picture shows. A title of the kind `room` that is no folder of src/ fails `npm run docs`. */
const boxes: readonly Box[] = [
  box('outsideLeft', [0, 1], 'caller', ['HTTP, JSON'], 'outside'),
  box('outsideLeft', [2, 2], 'recipient', ['opens, unsubscribes'], 'outside'),
  box('outsideLeft', [3, 3], 'mail service', ['bounces, complaints'], 'outside'),
  box('outsideLeft', [4, 4], 'operator', ['postledger …'], 'outside'),
  box('entry', [0, 2], 'api', ['keys, checks,', 'status codes'], 'room'),
  box('entry', [3, 3], 'intake', ['matches reports'], 'room'),
  box('entry', [4, 4], 'cli', ['command line'], 'room'),
  box('commands', [1, 4], 'commands', ['load the stream,', 'decide,', 'append'], 'room'),
  box('log', [1, 4], 'log', ['every', 'event,', 'in order'], 'store'),
  box('followers', [0, 0], 'documents', ['read models'], 'store'),
  box('followers', [1, 1], 'projections', ['fold events'], 'room'),
  box('followers', [2, 2], 'dispatcher', ['fan-out'], 'room'),
  box('followers', [3, 3], 'dispatcher', ['posts, retries'], 'room'),
  box('followers', [4, 4], 'sender', ['claims, sends, retries'], 'room'),
  box('outsideRight', [3, 3], 'customer', ['signed webhooks'], 'outside'),
  box('outsideRight', [4, 4], 'relay, carrier', ['SMTP, SMPP'], 'outside'),
];

interface Arrow {
  readonly from: readonly [Column, 'left' | 'right' | 'top' | 'bottom'];
  readonly to: readonly [Column, 'left' | 'right' | 'top' | 'bottom'];
  /** Rows of both ends; pixels up or down, where two arrows share a row. */
  readonly rows: readonly [number, number];
  readonly shift?: number;
  readonly label?: string;
  /** Events that come back into the log. */
  readonly back?: boolean;
}

const arrows: readonly Arrow[] = [
  { from: ['outsideLeft', 'right'], to: ['entry', 'left'], rows: [1, 1], label: 'send' },
  { from: ['entry', 'left'], to: ['outsideLeft', 'right'], rows: [0, 0], label: 'answer' },
  { from: ['outsideLeft', 'right'], to: ['entry', 'left'], rows: [2, 2], label: 'links' },
  { from: ['outsideLeft', 'right'], to: ['entry', 'left'], rows: [3, 3] },
  { from: ['outsideLeft', 'right'], to: ['entry', 'left'], rows: [4, 4] },
  { from: ['entry', 'right'], to: ['commands', 'left'], rows: [1, 1] },
  { from: ['entry', 'right'], to: ['commands', 'left'], rows: [2, 2] },
  { from: ['entry', 'right'], to: ['commands', 'left'], rows: [3, 3] },
  { from: ['entry', 'right'], to: ['commands', 'left'], rows: [4, 4] },
  { from: ['commands', 'right'], to: ['log', 'left'], rows: [2, 2], shift: 46, label: 'append' },
  { from: ['log', 'right'], to: ['followers', 'left'], rows: [1, 1], label: 'follow' },
  { from: ['followers', 'top'], to: ['followers', 'bottom'], rows: [1, 0] },
  { from: ['followers', 'left'], to: ['entry', 'right'], rows: [0, 0], label: 'queries' },
  { from: ['log', 'right'], to: ['followers', 'left'], rows: [2, 2], shift: -12, label: 'follow' },
  {
    from: ['followers', 'left'],
    to: ['log', 'right'],
    rows: [2, 2],
    shift: 12,
    label: 'scheduled',
    back: true,
  },
  { from: ['followers', 'bottom'], to: ['followers', 'top'], rows: [2, 3] },
  { from: ['followers', 'left'], to: ['log', 'right'], rows: [3, 3], label: 'outcome', back: true },
  { from: ['followers', 'right'], to: ['outsideRight', 'left'], rows: [3, 3], label: 'post' },
  { from: ['log', 'right'], to: ['followers', 'left'], rows: [4, 4], shift: -12, label: 'due' },
  {
    from: ['followers', 'left'],
    to: ['log', 'right'],
    rows: [4, 4],
    shift: 12,
    label: 'outcome',
    back: true,
  },
  { from: ['followers', 'right'], to: ['outsideRight', 'left'], rows: [4, 4], label: 'send' },
];

function box(
  column: Column,
  rows: readonly [number, number],
  title: string,
  about: readonly string[],
  kind: Box['kind'],
): Box {
  return { column, rows, title, about, kind };
}

/** docs/architecture.svg: the way of a message through the rooms, readable on light and dark pages. */
export function architecturePicture(): string {
  const unknown = boxes.filter(({ kind, title }) => kind === 'room' && !rooms.includes(title));
  if (unknown.length > 0) throw new Error(`the picture names no room: ${unknown.map((one) => one.title)}`);
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="title">`,
    '<title id="title">The way of a message through the rooms of Postledger</title>',
    STYLE,
    ...['way', 'back'].map(
      (name) =>
        `<marker id="${name}" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" orient="auto">` +
        `<path class="${name}-head" d="M0 0 10 5 0 10z"/></marker>`,
    ),
    `<rect class="page" width="${WIDTH}" height="${HEIGHT}" rx="10"/>`,
    ...arrows.map(drawnArrow),
    ...boxes.map(drawnBox),
    ...legend(),
    '</svg>',
  ];
  return `${parts.join('\n')}\n`;
}

const STYLE = `<style>
text { font-family: system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; font-size: 14px; fill: #1f2933; text-anchor: middle; }
.title { font-size: 16px; font-weight: 600; }
.label { font-size: 13px; fill: #52606d; }
.start { text-anchor: start; }
.page { fill: #ffffff; }
.room { fill: #e3effb; stroke: #2b6cb0; stroke-width: 1.5; }
.store { fill: #fdf0d5; stroke: #b7791f; stroke-width: 1.5; }
.outside { fill: none; stroke: #7b8794; stroke-width: 1.5; stroke-dasharray: 5 4; }
.way { fill: none; stroke: #3e4c59; stroke-width: 1.8; }
.way-head { fill: #3e4c59; }
.back { fill: none; stroke: #b7791f; stroke-width: 1.8; stroke-dasharray: 6 4; }
.back-head { fill: #b7791f; }
@media (prefers-color-scheme: dark) {
text { fill: #e4e7eb; }
.label { fill: #b8c2cc; }
.page { fill: #161b22; }
.room { fill: #16304d; stroke: #63a4e0; }
.store { fill: #40310f; stroke: #d9a441; }
.outside { stroke: #9aa5b1; }
.way { stroke: #cbd2d9; }
.way-head { fill: #cbd2d9; }
.back { stroke: #d9a441; }
.back-head { fill: #d9a441; }
}
</style>`;

const rowTop = (row: number) => TOP + row * ROW_HEIGHT;
const rowMiddle = (row: number) => rowTop(row) + BOX_HEIGHT / 2;

function drawnBox({ column, rows: [first, last], title, about, kind }: Box): string {
  const { x, width } = COLUMNS[column];
  const height = rowTop(last) + BOX_HEIGHT - rowTop(first);
  const middle = x + width / 2;
  const firstLine = rowTop(first) + height / 2 + 5 - (about.length * 18) / 2;
  const lines = about.map((line, at) => text('label', middle, firstLine + 19 + at * 18, line));
  return [
    `<rect class="${kind}" x="${x}" y="${rowTop(first)}" width="${width}" height="${height}" rx="6"/>`,
    text('title', middle, firstLine, title),
    ...lines,
  ].join('\n');
}

function drawnArrow({ from, to, rows: [first, last], shift = 0, label, back }: Arrow): string {
  const [x1, y1] = end(from, first, shift);
  const [x2, y2] = end(to, last, shift);
  const name = back ? 'back' : 'way';
  const line = `<path class="${name}" marker-end="url(#${name})" d="M${x1} ${y1} ${x2} ${y2}"/>`;
  if (label === undefined) return line;
  return `${line}\n${text('label', (x1 + x2) / 2, y1 + (shift > 0 && back ? 17 : -7), label)}`;
}

function end([column, side]: Arrow['from'], row: number, shift: number): readonly [number, number] {
  const { x, width } = COLUMNS[column];
  if (side === 'top') return [x + width / 2, rowTop(row)];
  if (side === 'bottom') return [x + width / 2, rowTop(row) + BOX_HEIGHT];
  return [side === 'left' ? x : x + width, rowMiddle(row) + shift];
}

function legend(): string[] {
  const { x } = COLUMNS.outsideRight;
  const rows = [
    ['room', 'a room of src/'],
    ['store', 'what is kept'],
    ['outside', 'outside'],
  ] as const;
  return [
    ...rows.flatMap(([kind, meaning], at) => [
      `<rect class="${kind}" x="${x}" y="${TOP + at * 30}" width="34" height="20" rx="4"/>`,
      text('label start', x + 46, TOP + at * 30 + 15, meaning),
    ]),
    `<path class="back" marker-end="url(#back)" d="M${x} ${TOP + 100} ${x + 36} ${TOP + 100}"/>`,
    text('label start', x + 46, TOP + 105, 'into the log'),
  ];
}

function text(style: string, x: number, y: number, words: string): string {
  return `<text class="${style}" x="${x}" y="${y}">${words}</text>`;
}
