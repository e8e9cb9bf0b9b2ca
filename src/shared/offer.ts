import { findPlan } from './plans.ts';

/** Days in which the whole program is free to try. */
const trialDays = 30;

/** Business days within which we answer a mail, by plan. */
const answerDays = { basic: 'five business days', annual: 'one business day' } as const;

/**
 * What a download and the plans give, in sentences that pages, terms, receipts and mails share. Markdown reads them as placeholders:
 * `{offer.trying}`. The license and the program keep what they promise.
 */
export const offer = {
  trying: `The download is the whole program, free for ${String(trialDays)} days.`,
  'after-trying':
    'After that, it still opens, searches and exports your book for as long as you like; adding and changing need a plan. Nothing is ever locked away.',
  core: 'Everything that happens on your own computer: contacts, groups and categories, tags, duplicate detection, the archive, and CSV import and export.',
  all: 'Core features, the connections to Office and Google Contacts, and what is coming soon, when it arrives.',
  'after-basic':
    'The versions released until your year ends stay yours, forever. Updates and support end with it.',
  'after-annual':
    'The versions released until it ends stay yours, forever. Connections, updates and support end with it.',
  'second-year': 'A second year bought early begins when the first ends.',
  'support-basic': `By email, answered within ${answerDays.basic}.`,
  'support-annual': `By email, first in the queue, answered within ${answerDays.annual}.`,
  'updates-basic': 'You download new versions here.',
  'updates-annual': 'The program finds and installs them itself.',
  computers: 'A license names no computer. Use the program on all of your own.',
} as const;

/** Names of the plans by the feature that they have: core features come with both. */
export function plansWith(plan: 'basic' | 'annual'): string {
  return plan === 'basic' ? 'In both plans' : `In the ${findPlan('annual')?.name ?? ''}`;
}
