/** What runs in the browser: plots over the tables that hold their figures. Pages are whole without it. */
export const SCRIPT = `'use strict';
(() => {
  const color = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const draw = (element) => {
    if (element.dataset.drawn) return;
    element.dataset.drawn = 'yes';
    const { times, series } = JSON.parse(element.dataset.plot);
    const axis = { stroke: color('--quiet'), grid: { stroke: color('--line'), width: 1 } };
    const colors = ['--first', '--second', '--third', '--bad'];
    const plot = new uPlot({
      width: element.clientWidth || 320,
      height: 180,
      tzDate: (s) => uPlot.tzDate(new Date(s * 1000), 'Etc/UTC'),
      axes: [axis, { ...axis, size: 56 }],
      scales: { y: { range: (_, low, high) => [0, Math.max(1, high)] } },
      series: [{ label: 'UTC' }, ...series.map((one, at) => ({
        label: one.label, stroke: color(colors[at % colors.length]), width: 2, points: { show: times.length < 40 },
      }))],
    }, [times, ...series.map((one) => one.values)], element);
    new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: 180 })).observe(element);
  };
  const drawAll = () => { for (const element of document.querySelectorAll('[data-plot]')) draw(element); };
  addEventListener('DOMContentLoaded', drawAll);
  document.addEventListener('htmx:after:swap', drawAll);
  document.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLSelectElement && target.dataset.goes === 'yes') target.form.requestSubmit();
  });
})();
`;
