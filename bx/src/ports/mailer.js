//# sourceMappingURL=mailer.js.map
