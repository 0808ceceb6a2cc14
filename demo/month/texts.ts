/** What the shop writes. Sources are Liquid; a template's later revisions are in `LATER`. */
export interface ShopTemplate {
  readonly friendly_name: string;
  readonly name: string;
  readonly subject: string;
  readonly html: string;
  readonly text?: string;
}

const page = (inner: string) => `<!doctype html>
<div style="font-family: Georgia, serif; max-width: 36rem; margin: 0 auto; color: #23312b">
<p style="letter-spacing: .08em; color: #3c6e57"><strong>FERNHILL</strong> · plants and pots</p>
${inner}
<p style="color: #6b7a73; font-size: 13px">Fernhill, 4 Orchard Lane, Northwick. Write back to this mail: people read it.</p>
</div>`;

const news = (inner: string) =>
  page(`${inner}
<p style="font-size: 13px"><a href="{{ unsubscribe_url }}">No more letters from the garden</a></p>`);

export const TEMPLATES: readonly ShopTemplate[] = [
  {
    friendly_name: 'order-confirmed',
    name: 'Order confirmed',
    subject: 'Thank you, {{ first_name }}: order {{ order }}',
    html: page(`<h1>Thank you, {{ first_name }}</h1>
<p>We have your order {{ order }} and pack it today.</p>
<table cellpadding="6">{% for item in items %}<tr><td>{{ item.count }} ×</td><td>{{ item.name }}</td><td align="right">{{ item.price }}</td></tr>{% endfor %}
<tr><td></td><td><strong>Total</strong></td><td align="right"><strong>{{ total }}</strong></td></tr></table>
<p><a href="https://shop.fernhill.example/orders/{{ order }}">See your order</a></p>`),
    text: 'Thank you, {{ first_name }}.\nYour order {{ order }}: {{ total }}.\nhttps://shop.fernhill.example/orders/{{ order }}',
  },
  {
    friendly_name: 'order-shipped',
    name: 'Parcel on its way',
    subject: 'Your plants are on their way ({{ order }})',
    html: page(`<h1>On its way</h1><p>{{ first_name }}, your parcel left us this afternoon. It likes to be unpacked within a day.</p>
<p><a href="https://shop.fernhill.example/parcels/{{ parcel }}">Follow parcel {{ parcel }}</a></p>`),
    text: 'Your parcel {{ parcel }} left us. https://shop.fernhill.example/parcels/{{ parcel }}',
  },
  {
    friendly_name: 'review-request',
    name: 'How are your plants?',
    subject: 'How is your {{ plant }} doing?',
    html: page(
      `<h1>How is it growing?</h1><p>A week ago your {{ plant }} moved in. <a href="https://shop.fernhill.example/reviews/{{ order }}">Tell others</a>, or <a href="https://shop.fernhill.example/care">read how to care for it</a>.</p>`,
    ),
  },
  {
    friendly_name: 'welcome',
    name: 'Welcome',
    subject: 'Welcome to Fernhill, {{ first_name }}',
    html: page(
      `<h1>Good to have you</h1><p>{{ first_name }}, here is <a href="https://shop.fernhill.example/beginners">where to begin</a>.</p>`,
    ),
  },
  {
    friendly_name: 'back-in-stock',
    name: 'Back in stock',
    subject: '{{ plant }} is back',
    html: page(
      `<h1>{{ plant }} is back</h1><p>You asked us to tell you. <a href="https://shop.fernhill.example/plants/{{ slug }}">It is here</a>.</p>`,
    ),
  },
  {
    friendly_name: 'autumn-letter',
    name: 'Letter: bulbs',
    subject: '{{ first_name }}, it is time for bulbs',
    html: news(
      `<h1>It is time for bulbs</h1><p>What you plant in the next two weeks flowers in March. <a href="https://shop.fernhill.example/bulbs">Forty kinds</a>, and <a href="https://shop.fernhill.example/bulbs/how">how deep they go</a>.</p>`,
    ),
  },
  {
    friendly_name: 'winter-letter',
    name: 'Letter: winter',
    subject: 'Bring them in: the first frost is near',
    html: news(
      `<h1>The first frost is near</h1><p>Which pots come in, and which stay out. <a href="https://shop.fernhill.example/winter">Our list</a>.</p>`,
    ),
  },
  {
    friendly_name: 'sale-letter',
    name: 'Letter: sale',
    subject: 'Three days: a fifth off all pots',
    html: news(
      `<h1>A fifth off all pots</h1><p>Until Sunday. <a href="https://shop.fernhill.example/pots">All pots</a>.</p>`,
    ),
  },
];

/** Later revisions, each on a day of the month. */
export const LATER: readonly { readonly day: number; readonly of: string; readonly changes: object }[] = [
  { day: 8, of: 'order-confirmed', changes: { subject: 'Order {{ order }} is confirmed, {{ first_name }}' } },
  // No one gives a nickname: what is sent until the next day cannot be rendered.
  { day: 14, of: 'back-in-stock', changes: { subject: '{{ plant }} is back, {{ nickname }}' } },
  { day: 15, of: 'back-in-stock', changes: { subject: '{{ plant }} is back in stock' } },
  {
    day: 20,
    of: 'order-confirmed',
    changes: { text: 'Thank you, {{ first_name }}. Order {{ order }}, {{ total }}, is packed today.' },
  },
];

export const SMS_TEMPLATES = [
  { name: 'login-code', body: 'Fernhill: {{ code }} is your code. It works for ten minutes.' },
  {
    name: 'delivery-today',
    body: 'Fernhill: your parcel comes today between {{ from }} and {{ to }}. Reply STOP for no more of these.',
  },
];

export const PLANTS = [
  'Monstera',
  'Boston fern',
  'Olive tree',
  'Lavender',
  'Snake plant',
  'Camellia',
  'String of hearts',
  'Fig tree',
  'Peace lily',
  'Rosemary',
] as const;

export const LETTERS = [
  { day: 2, name: 'Bulbs', template: 'autumn-letter', hour: 9 },
  { day: 16, name: 'Winter is near', template: 'winter-letter', hour: 17 },
  { day: 26, name: 'Pots: three days', template: 'sale-letter', hour: 8 },
] as const;
