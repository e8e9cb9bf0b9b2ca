interface Stand {
  /** The promise in the owner's words. */
  readonly promise: string;
  /** The day on which the owner confirmed it, such as 2026-12-01. Null: nobody stands by it yet, and `npm run doctor` says so. */
  readonly confirmedOn: `${number}-${number}-${number}` | null;
}

/**
 * The promises of the site that no test can keep, because people or the program keep them. They are not in site.ts, so that no
 * page loads them.
 */
export const standsBy = {
  answers: {
    promise:
      'A person reads every email, and answers within five business days, or within one for the Annual Subscription.',
    confirmedOn: null,
  },
  refunds: {
    promise:
      'Whoever asks within 14 days of a payment, or withdraws, gets it back in full within 14 days, and a subscription ends with it. A second payment by mistake is refunded at any time.',
    confirmedOn: null,
  },
  requestsByMail: {
    promise:
      'What people may do on the site we also do if they write: cancel, correct, delete, and say what we hold. We continue a subscription that PayPal put on hold.',
    confirmedOn: null,
  },
  keptPrices: {
    promise: 'A new price gets a new plan at PayPal, and subscriptions keep the price that they began with.',
    confirmedOn: null,
  },
  keptTerms: {
    promise: 'Changed terms hold for later purchases only.',
    confirmedOn: null,
  },
  trial: {
    promise:
      'The program is free for 30 days with everything in it. After that it still opens, searches and exports.',
    confirmedOn: null,
  },
  ownComputer: {
    promise:
      'The program keeps all contacts on the computer, exports all of them as CSV, sends us nothing, and connects to Google or Office only if asked.',
    confirmedOn: null,
  },
  features: {
    promise: 'The newest version has every feature of /features that is not marked coming soon.',
    confirmedOn: null,
  },
  keptVersions: {
    promise:
      'A version that was released during a paid year works without an end, on every computer of the buyer.',
    confirmedOn: null,
  },
  automaticUpdates: {
    promise: 'With the Annual Subscription, the program finds and installs new versions itself.',
    confirmedOn: null,
  },
  securityFixes: {
    promise: 'Serious security holes of a version are fixed free of charge for five years after its release.',
    confirmedOn: null,
  },
  securityReports: {
    promise:
      'A vulnerability report is answered within five business days. We keep the person informed, thank them, and take no legal action.',
    confirmedOn: null,
  },
  noTrade: {
    promise: 'We sell no data and no advertising, and use data for what it was given for.',
    confirmedOn: null,
  },
  founders: {
    promise:
      'Founders get versions early, a lasting discount, answers from the people who build it, and each other.',
    confirmedOn: null,
  },
  newsletter: {
    promise: 'The newsletter tells of each new version, and of each announced feature when it is ready.',
    confirmedOn: null,
  },
  reviews: {
    promise: 'Applications are reviewed within two business days, and held commissions too, by a person.',
    confirmedOn: null,
  },
  payouts: {
    promise: 'Every month, what is due for the month before is paid through PayPal.',
    confirmedOn: null,
  },
} as const satisfies Readonly<Record<string, Stand>>;

/** The promises that the owner has not confirmed. */
export function unconfirmedPromises(stands: Readonly<Record<string, Stand>> = standsBy): readonly string[] {
  return Object.values(stands)
    .filter(({ confirmedOn }) => confirmedOn === null)
    .map(({ promise }) => promise);
}
