/** How the pages look: for light and dark screens, from 320 pixels of width on. */
export const STYLE = `:root {
  color-scheme: light dark;
  --paper: #fff; --raised: #f5f6f8; --ink: #16181d; --quiet: #545b66; --line: #d5d9e0; --link: #0b57a4;
  --good: #11692f; --warn: #8a4b00; --bad: #b3151b; --first: #0b57a4; --second: #11692f; --third: #8a4b00;
}
@media (prefers-color-scheme: dark) { :root {
  --paper: #14161a; --raised: #1d2026; --ink: #eceef2; --quiet: #a9b0bc; --line: #363b45; --link: #86bdf5;
  --good: #7ed49a; --warn: #f0b35c; --bad: #ff8f8a; --first: #86bdf5; --second: #7ed49a; --third: #f0b35c;
} }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: 1rem; top: 1rem; background: var(--paper); padding: .5rem; z-index: 1; }
header { border-bottom: 1px solid var(--line); background: var(--raised); padding: .75rem 1rem; }
header .bar { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; max-width: 78rem; margin: 0 auto; }
header .name { font-weight: 700; margin-right: auto; }
nav ul { display: flex; flex-wrap: wrap; gap: 0 1rem; list-style: none; margin: 0; padding: 0; }
nav a { display: inline-block; padding: .25rem 0; }
nav a[aria-current=page] { color: var(--ink); font-weight: 700; text-decoration: none; border-bottom: 3px solid var(--link); }
main { max-width: 80rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.5rem; margin: .5rem 0 1rem; }
h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; min-width: 100%; font-variant-numeric: tabular-nums; overflow-wrap: break-word; }
td { max-width: 26rem; }
caption { text-align: left; color: var(--quiet); padding: .25rem 0; }
th, td { text-align: left; padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th { color: var(--quiet); font-weight: 600; }
th::first-letter { text-transform: uppercase; }
td.number, th.number { text-align: right; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; }
dt { color: var(--quiet); }
dd { margin: 0; }
form { margin: 0; }
form.row { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: end; margin: .5rem 0 1rem; }
label { display: block; color: var(--quiet); }
input, select, textarea, button { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--quiet); border-radius: .3rem; padding: .35rem .6rem; max-width: 100%; }
input[type=search] { width: min(32rem, 90vw); }
button { background: var(--raised); cursor: pointer; }
button.main { background: var(--link); color: var(--paper); border-color: var(--link); }
div.clip { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; }
.quiet { color: var(--quiet); }
.good { color: var(--good); } .warn { color: var(--warn); } .bad { color: var(--bad); }
.says { border-left: .3rem solid var(--link); background: var(--raised); padding: .5rem 1rem; margin: 0 0 1rem; }
.findings { list-style: none; padding: 0; }
.findings li { border-left: .3rem solid var(--warn); background: var(--raised); padding: .5rem 1rem; margin: 0 0 .5rem; }
.findings li.bad-one { border-color: var(--bad); }
.findings .next { color: var(--quiet); }
pre { overflow-x: auto; background: var(--raised); padding: .75rem; white-space: pre-wrap; overflow-wrap: anywhere; }
pre.answer { max-height: 6rem; overflow-y: auto; margin: .25rem 0; padding: .4rem .75rem; font-size: .85rem; }
iframe { width: 100%; height: 28rem; border: 1px solid var(--line); background: #fff; }
pre.difference ins, pre.difference del { display: block; }
pre.difference ins { color: var(--good); } pre.difference del { color: var(--bad); }
details.id { display: inline-block; font-size: .85rem; color: var(--quiet); }
details.id > summary { cursor: pointer; }
details.id code { user-select: all; color: var(--ink); }
details.id button { padding: 0 .4rem; }
h3 { font-size: 1rem; margin: 1.25rem 0 .25rem; }
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
.u-legend { color: var(--ink); font-size: .85rem; }
ol.timeline { list-style: none; padding: 0; }
ol.timeline > li { border-left: .2rem solid var(--line); padding: .25rem 0 .25rem 1rem; }
details.lane > summary { font-weight: 600; padding: .25rem 0; }
ol.timeline li.of-webhook { margin-left: 1.5rem; }
@media (max-width: 40rem) { dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .5rem; } }
`;
