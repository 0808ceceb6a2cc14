//# sourceMappingURL=mailIntake.js.map
