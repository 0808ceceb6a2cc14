/** What runs in the browser: plots over the tables that hold their figures, and copying ids. Pages are whole without it. */
export const SCRIPT = `'use strict';
(() => {
  const color = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const draw = (element) => {
    if (element.dataset.drawn) return;
    element.dataset.drawn = 'yes';
    const { times, series } = JSON.parse(element.dataset.plot);
    // Labels of days, or of minutes: always UTC, as everywhere on the pages.
    const isDays = times[1] - times[0] >= 86400;
    const label = (s, from) => new Date(s * 1000).toISOString().replace('T', ' ').slice(from, isDays ? 10 : 16);
    const axis = { stroke: color('--quiet'), grid: { stroke: color('--line'), width: 1 } };
    const colors = ['--first', '--second', '--third', '--bad'];
    // At rest the legend tells the newest point.
    const rest = (drawn) => drawn.setLegend({ idx: times.length - 1 });
    const plot = new uPlot({
      hooks: { draw: [rest] },
      width: element.clientWidth || 320,
      height: 180,
      tzDate: (s) => uPlot.tzDate(new Date(s * 1000), 'Etc/UTC'),
      axes: [
        {
          ...axis,
          incrs: (isDays ? [1, 2, 5, 10, 20, 50, 100] : [1/144, 1/96, 1/48, 1/24, 1/8, 1/4]).map((days) => days * 86400),
          values: (_, at) => at.map((s) => label(s, isDays ? 5 : 11)),
        },
        { ...axis, size: 56 },
      ],
      scales: { y: { range: (_, low, high) => [0, Math.max(1, high)] } },
      series: [{ label: 'UTC', value: (_, s) => s === null ? '--' : label(s, 0) }, ...series.map((one, at) => ({
        label: one.label, stroke: color(colors[at % colors.length]), width: 2, points: { show: times.length < 40 },
      }))],
    }, [times, ...series.map((one) => one.values)], element);
    plot.over.addEventListener('mouseleave', () => setTimeout(rest, 0, plot));
    new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: 180 })).observe(element);
  };
  const liven = () => {
    for (const element of document.querySelectorAll('[data-plot]')) draw(element);
    for (const button of document.querySelectorAll('[data-copy]')) button.hidden = !navigator.clipboard;
  };
  addEventListener('DOMContentLoaded', liven);
  document.addEventListener('htmx:after:swap', liven);
  document.addEventListener('click', async ({ target }) => {
    if (!target.dataset?.copy) return;
    await navigator.clipboard.writeText(target.dataset.copy);
    target.textContent = 'Copied';
  });
  const saysOld = (isOld) => { document.getElementById('stale').hidden = !isOld; };
  document.addEventListener('htmx:error', () => saysOld(true));
  document.addEventListener('htmx:after:request', ({ detail }) => saysOld(detail.ctx.response.status >= 400));
})();
`;
