import { type ScreenRow, textsOf } from './row.ts';

/** What the newsletter's form alone says. */
export const newsletterRows = {
  'subscribe-failed': { text: 'Failed to subscribe' },
  'subscribe-failed-retry': { text: 'Failed to subscribe. Please try again.' },
} as const satisfies Record<string, ScreenRow>;

/** The text of such a row. */
export const newsletterProblemText = /* @__PURE__ */ textsOf(newsletterRows);
