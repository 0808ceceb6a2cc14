//# sourceMappingURL=lease.js.map
