import type { Reports } from '../../src/ports/reports.ts';

/** Reports in a map. */
export function memoryReports(): Reports {
  const all = new Map<string, string>();
  return { put: async (name, text) => void all.set(name, text), all: async () => all };
}
