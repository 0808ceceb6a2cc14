//# sourceMappingURL=reports.js.map
