import { findPlan } from './plans.ts';

/** Days in which the whole program is free to try. */
const trialDays = 30;

/** Business days within which we answer a mail, by plan. */
const answerDays = { basic: 'five business days', annual: 'one business day' } as const;

/**
 * The offer in sentences that pages, terms, receipts and mails share. Markdown reads them as placeholders:
 * `{offer.trying}`. The license and the program must keep these promises.
 */
export const offer = {
  trying: `The download is the whole program, free for ${String(trialDays)} days.`,
  'after-trying':
    'After that, it still opens, searches and exports your book for as long as you like. To add or edit contacts, choose a plan. Your contacts are never locked away.',
  core: 'Everything that happens on your own computer: contacts, groups and categories, tags, duplicate detection, the archive, and CSV import and export.',
  all: 'Core features, the connections to Office and Google Contacts, and everything marked coming soon, once it’s released.',
  'after-basic':
    'Every version released before your year ends keeps working in full, forever. New features and support end with the year.',
  'after-annual':
    'Every version released before your subscription ends keeps working, forever. Connections, new features and support end with it.',
  /** A cancelled subscription and a new one are two contracts: the days left of the old one are not added. */
  again:
    'After you cancel a subscription, a new year begins on the day you buy it. Any days left on the cancelled one aren’t added.',
  'second-year': 'If you buy a second year of Basic early, it begins when the first ends.',
  'support-basic': `By email, answered within ${answerDays.basic}.`,
  'support-annual': `By email, first in the queue, answered within ${answerDays.annual}.`,
  'updates-basic': 'Included until your year ends. You download each one yourself.',
  'updates-annual': 'Included. The program finds and installs them itself.',
  computers: 'A license isn’t tied to one computer. Use it on every computer you own, Windows or Mac.',
} as const;

/** Returns the label of a feature: which plans have it. Core features, of the plan `basic`, come with both. */
export function plansWith(plan: 'basic' | 'annual'): string {
  return plan === 'basic' ? 'In both plans' : `In the ${findPlan('annual')?.name ?? ''}`;
}
