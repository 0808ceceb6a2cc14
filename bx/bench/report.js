// bench/report.ts
var median = (values) => quantile(values, 0.5);
function quantile(values, share) {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
function line(name, value) {
  console.log(`${name.padEnd(58)} ${value}`);
}
var rate = (perSecond) => `${Math.round(perSecond).toLocaleString("en")}/s`;
var ratio = (value) => value.toFixed(2);
export {
  line,
  median,
  quantile,
  rate,
  ratio
};
//# sourceMappingURL=report.js.map
