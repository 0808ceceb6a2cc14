/**
 * How the pages look: for light and dark screens, from 320 pixels of width on. One system: spaces are multiples of a quarter rem, three
 * sizes of type, colours by what they mean, and for each of badges, cards, tables, forms, buttons and notices one rule.
 */
export const STYLE = `:root {
  color-scheme: light dark;
  --small: .8125rem; --large: 1.375rem; --round: .5rem; --tap: 2.125rem;
  --paper: #fff; --raised: #f5f7f6; --ink: #17211e; --quiet: #55625d; --line: #dbe2df; --link: #0a6152; --on-link: #fff;
  --good: #14663a; --warn: #85510a; --bad: #b0201f; --info: #285a9c;
  --good-tint: #e3f3e9; --warn-tint: #fbf0db; --bad-tint: #fbe6e4; --info-tint: #e5eefa; --quiet-tint: #ebefed;
  --first: #0a6152; --second: #285a9c; --third: #85510a;
}
@media (prefers-color-scheme: dark) { :root {
  --paper: #131816; --raised: #1b2220; --ink: #e9efec; --quiet: #a5b2ac; --line: #323c38; --link: #72cdb8; --on-link: #0d1513;
  --good: #7fd6a0; --warn: #eebb6a; --bad: #ff9a92; --info: #93bdf3;
  --good-tint: #17301f; --warn-tint: #33270f; --bad-tint: #3a1b19; --info-tint: #182b45; --quiet-tint: #252e2b;
  --first: #72cdb8; --second: #93bdf3; --third: #eebb6a;
} }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: .9375rem/1.5 system-ui, -apple-system, 'Segoe UI', sans-serif; overflow-wrap: anywhere; }
a { color: var(--link); text-underline-offset: .15em; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: 1rem; top: 1rem; background: var(--paper); padding: .5rem; z-index: 2; }
header { border-bottom: 1px solid var(--line); background: var(--raised); }
header .bar { display: flex; gap: 0 1.5rem; align-items: center; max-width: 82rem; min-height: 3.5rem; margin: 0 auto; padding: 0 1rem; }
.brand { display: inline-flex; gap: .5rem; align-items: center; font-size: 1.125rem; letter-spacing: -.01em; white-space: nowrap; }
.brand svg { flex: none; }
header .where { color: var(--quiet); white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
header form.row { margin: 0; }
#menu { flex: 1; display: flex; gap: 0 1.5rem; align-items: center; }
nav ul { display: flex; flex-wrap: wrap; gap: 0 1.125rem; list-style: none; margin: 0; padding: 0; }
#menu nav { margin-right: auto; }
nav a { display: inline-block; padding: 1rem 0 .875rem; border-bottom: 2px solid transparent; color: inherit; text-decoration: none; }
nav a:hover { border-color: var(--line); }
nav a[aria-current=page] { border-color: var(--link); font-weight: 600; }
main nav ul { margin: -.5rem 0 1rem; border-bottom: 1px solid var(--line); }
main nav a { padding: .5rem 0; color: var(--link); }
main { max-width: 82rem; margin: 0 auto; padding: 1rem 1rem 4rem; }
h1 { font-size: var(--large); line-height: 1.25; margin: .5rem 0 1rem; letter-spacing: -.01em; }
h2 { font-size: 1.0625rem; margin: 2rem 0 .5rem; }
h3 { font-size: .9375rem; margin: 1.25rem 0 .25rem; }
.scroll { overflow-x: auto; }
.scroll, .says, .findings li, .empty, .card, dl, figure, pre, .login { border: 1px solid var(--line); border-radius: var(--round); }
table { border-collapse: collapse; width: 100%; font-size: var(--small); line-height: 1.25rem; font-variant-numeric: tabular-nums; overflow-wrap: break-word; }
td { max-width: 26rem; }
caption { text-align: left; color: var(--quiet); padding: .375rem .75rem; }
th, td { text-align: left; padding: .3rem .75rem; border-top: 1px solid var(--line); vertical-align: top; }
th { color: var(--quiet); font-weight: 600; background: var(--raised); white-space: nowrap; }
th::first-letter, td::before, .badge > span::first-letter { text-transform: uppercase; }
tbody tr:hover { background: var(--raised); }
td.number, th.number { text-align: right; }
td form.row { margin: 0; display: inline-flex; }
.dense td { white-space: nowrap; overflow: hidden; text-overflow: ellipsis; max-width: 13rem; }
.dense th, .dense td { padding: .1875rem .5rem; }
.dense td .clip { -webkit-line-clamp: 1; white-space: normal; overflow-wrap: anywhere; min-width: 13rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .375rem 1.5rem; padding: .75rem 1rem; margin: 0 0 1rem; }
dt { color: var(--quiet); }
dd { margin: 0; }
form { margin: 0; }
form.row, .fold { display: flex; flex-wrap: wrap; gap: .5rem .75rem; align-items: end; }
form.row { margin: .5rem 0 1rem; }
label { display: block; color: var(--quiet); font-size: var(--small); }
input, select, textarea, button { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--quiet); border-radius: .375rem; min-height: var(--tap); padding: .25rem .625rem; max-width: 100%; }
input[type=checkbox], input[type=radio] { min-height: 0; }
input[type=search] { width: min(28rem, 90vw); }
button { background: var(--raised); border-color: var(--line); cursor: pointer; font-weight: 500; }
button:hover { border-color: var(--quiet); }
button.main { background: var(--link); color: var(--on-link); border-color: var(--link); }
td button, details.id button { min-height: 0; padding: 0 .5rem; white-space: nowrap; }
[popover].fold, #menu[popover] { position: static; inset: auto; margin: 0; border: 0; padding: 0; width: auto; height: auto; overflow: visible; background: none; color: inherit; }
#menu[popover] { display: flex; }
.narrow { display: none; }
.sign-only > span { position: absolute; clip-path: inset(50%); width: 1px; overflow: hidden; white-space: nowrap; }
.badge.sign-only { padding: 0 .375rem; position: relative; }
div.clip { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; }
.quiet { color: var(--quiet); }
.good { color: var(--good); } .warn { color: var(--warn); } .bad { color: var(--bad); }
.badges { display: inline-flex; gap: .25rem; }
.badge { display: inline-flex; gap: .25rem; align-items: center; border-radius: 1rem; padding: 0 .5rem 0 .375rem; font-size: .75rem; line-height: 1.25rem; font-weight: 600; white-space: nowrap; }
.badge svg { width: .75rem; height: .75rem; flex: none; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
.badge.good { background: var(--good-tint); } .badge.warn { background: var(--warn-tint); } .badge.bad { background: var(--bad-tint); }
.badge.info { color: var(--info); background: var(--info-tint); } .badge.quiet { background: var(--quiet-tint); color: var(--ink); }
.says { border-left: .25rem solid var(--link); background: var(--raised); padding: .5rem 1rem; margin: 0 0 1rem; }
.says.bad { border-left-color: var(--bad); }
.empty { padding: 1.5rem 1rem; background: var(--raised); }
.empty p:first-child { margin-top: 0; }
.findings { list-style: none; padding: 0; }
.findings li { border-left: .25rem solid var(--warn); background: var(--raised); padding: .5rem 1rem; margin: 0 0 .5rem; }
.findings li.bad-one { border-left-color: var(--bad); }
.findings .next { color: var(--quiet); }
pre { overflow-x: auto; background: var(--raised); padding: .75rem; white-space: pre-wrap; overflow-wrap: anywhere; font-size: var(--small); }
pre.answer { max-height: 6rem; overflow-y: auto; margin: .25rem 0; padding: .4rem .75rem; }
iframe { width: 100%; height: 24rem; border: 1px solid var(--line); border-radius: var(--round); background: #fff; }
pre.difference ins, pre.difference del { display: block; }
pre.difference ins { color: var(--good); } pre.difference del { color: var(--bad); }
details.id { display: inline-block; font-size: var(--small); color: var(--quiet); }
details.id > summary { cursor: pointer; }
details.id code { user-select: all; color: var(--ink); }
ul.inline { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; list-style: none; margin: 0 0 1rem; padding: 0; }
a.button { display: inline-block; padding: .125rem .625rem; border: 1px solid var(--line); border-radius: .375rem; background: var(--paper); text-decoration: none; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(14rem, 100%), 1fr)); gap: 1rem; }
.figures .card { display: grid; gap: .25rem; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: .5rem; }
.figures b { font-size: 2rem; line-height: 1.2; font-variant-numeric: tabular-nums; }
.rates { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(34rem, 100%), 1fr)); gap: 0 2rem; }
svg.spark { width: 100%; height: 2rem; }
.spark polyline { fill: none; stroke: var(--first); stroke-width: 2; vector-effect: non-scaling-stroke; }
progress { width: min(12rem, 60vw); accent-color: var(--link); vertical-align: middle; }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(24rem, 100%), 1fr)); gap: 1rem; }
figure { margin: 0 0 1rem; padding: .75rem 1rem; }
figcaption { font-weight: 600; }
.u-legend { color: var(--ink); font-size: var(--small); text-align: left; }
.u-legend tr:hover { background: none; }
.u-legend th, .u-legend td { border: 0; background: none; color: inherit; padding: .125rem .25rem; max-width: none; }
ol.timeline { list-style: none; padding: 0; }
ol.timeline > li { border-left: .125rem solid var(--line); padding: .25rem 0 .25rem 1rem; }
ol.timeline .quiet { font-size: var(--small); }
details.lane > summary { font-weight: 600; padding: .25rem 0; }
ol.timeline li.of-webhook { margin-left: 1.5rem; }
.login { max-width: 26rem; margin: 12vh auto 0; padding: 2rem; background: var(--raised); }
.login .brand { font-size: var(--large); margin-bottom: .5rem; }
.login button { width: 100%; background: var(--link); color: var(--on-link); border-color: var(--link); }
.login form.row { display: block; margin: 1rem 0 0; }
@media (max-width: 64rem) { header .bar { flex-wrap: wrap; } }
@media (max-width: 40rem) {
  dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .5rem; }
  header .bar { flex-wrap: nowrap; gap: .75rem; }
  header .where { flex: 1; }
  .narrow { display: inline-block; } header .narrow { margin-left: auto; }
  #menu[popover]:not(:popover-open), [popover].fold:not(:popover-open) { display: none; }
  #menu:popover-open, .fold:popover-open { display: block; position: fixed; inset: 3.75rem .5rem auto; max-height: 80vh; overflow: auto; padding: .75rem 1rem; background: var(--paper); color: var(--ink); border: 1px solid var(--quiet); border-radius: var(--round); box-shadow: 0 .5rem 2rem #0005; }
  #menu nav ul { display: block; } #menu nav a { display: block; padding: .625rem 0; }
  .cards thead { position: absolute; clip-path: inset(50%); }
  .cards, .cards tbody, .cards caption { display: block; }
  .cards tr { display: flex; flex-wrap: wrap; gap: .25rem 1rem; border-top: 1px solid var(--line); padding: .625rem .75rem; }
  .cards td { border: 0; padding: 0; max-width: 100%; white-space: normal; text-align: left; }
  .cards td:empty { display: none; }
  .dense .cards td::before { display: none; } .dense .cards td .clip { font-weight: 600; }
  .cards td::before { content: attr(data-label); display: block; color: var(--quiet); font-size: .75rem; line-height: 1.125rem; }
}
`;
