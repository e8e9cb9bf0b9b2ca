import { site } from '../site.ts';
import { type ScreenRow, textsOf } from './row.ts';

/** What an affiliate's own screens alone say. */
export const affiliateRows = {
  'affiliate-email-missing': {
    text: `Your account has no email address, and affiliates are known by theirs. Please write to ${site.email}.`,
  },
  'affiliate-lookup-empty': { text: 'No affiliate found with this email address' },
  'affiliate-lookup-failed': { text: 'Failed to fetch affiliate information' },
  'lookup-email-required': { text: 'Please enter your email address' },
  'statements-load-failed': { text: (message: string) => `Failed to fetch statements: ${message}` },
  'statement-load-failed': { text: (message: string) => `Failed to fetch this statement: ${message}` },
  'payment-load-failed': { text: (message: string) => `Failed to fetch how you are paid: ${message}` },
} as const satisfies Record<string, ScreenRow>;

/** The text of such a row; `detail` fills one that takes it. */
export const affiliateProblemText = /* @__PURE__ */ textsOf(affiliateRows);
