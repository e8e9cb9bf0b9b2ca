import { type ScreenRow, textsOf } from './row.ts';

/** What the audit log alone says. */
export const auditRows = {
  'audit-load-failed': { text: (message: string) => `Failed to fetch the audit log: ${message}` },
} as const satisfies Record<string, ScreenRow>;

/** The text of such a row. */
export const auditProblemText = /* @__PURE__ */ textsOf(auditRows);
