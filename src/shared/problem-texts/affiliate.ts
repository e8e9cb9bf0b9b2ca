import { site } from '../site.ts';
import { failuresOf, type ScreenRow, textsOf } from './common.ts';

/** Texts that only an affiliate's own screens show. */
export const affiliateRows = {
  'affiliate-email-missing': {
    text: `Your account has no email address, which the affiliate program needs. Please write to ${site.email}.`,
  },
  'affiliate-lookup-empty': { text: 'No affiliate found with this email address' },
  'affiliate-lookup-failed': { text: 'Failed to fetch affiliate information' },
  'lookup-email-required': { text: 'Please enter your email address' },
  'statements-load-failed': { text: (message: string) => `Failed to fetch statements: ${message}` },
  'statement-load-failed': { text: (message: string) => `Failed to fetch this statement: ${message}` },
  'entries-load-failed': { text: (message: string) => `Failed to fetch your commissions: ${message}` },
  'links-load-failed': { text: (message: string) => `Failed to fetch your links: ${message}` },
  'payment-load-failed': { text: (message: string) => `Failed to fetch your payment settings: ${message}` },
} as const satisfies Record<string, ScreenRow>;

export const affiliateProblemText = /* @__PURE__ */ textsOf(affiliateRows);

/** `affiliateFailure(code)` puts the message of a failure into the text of the code. */
export const affiliateFailure = /* @__PURE__ */ failuresOf(affiliateProblemText);
