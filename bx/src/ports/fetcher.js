//# sourceMappingURL=fetcher.js.map
