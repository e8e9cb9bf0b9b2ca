/**
 * All limits of the API: sizes, calls and waiting times. Netlify's rate limits (`config.rateLimit` of the functions) enforce
 * `perNetwork`, except for four groups of calls. Counters in the database enforce those four groups and
 * `perTarget`.
 */
export const limits = {
  /** The largest request body, in bytes. */
  bodyBytes: 64 * 1024,
  /** The largest body of an import, in bytes. */
  importBytes: 1024 * 1024,
  /** The most rows of a page of a list. */
  listRows: 1_000,
  /** The highest number of rows that a list counts. A longer list answers that there are more. */
  countedRows: 10_000,
  /** The most records that one call changes. */
  bulkRecords: 500,
  /** The most missing sales of one affiliate that wait for an admin, and the most that are listed. */
  openSaleClaims: 5,
  listedSaleClaims: 50,
  /** The most rows of one import, without its header. */
  importRows: 1_000,
  /** The age of a sign-in, in milliseconds, after which calls that move money ask for the password again. */
  freshSignInMs: 10 * 60 * 1_000,
  /** Time limits for calls to services, in milliseconds. */
  timeoutMs: {
    /** All of an API call, so that it answers within five seconds whichever service is down. */
    call: 4_300,
    /** All work after the answer of an API call. */
    afterAnswer: 10_000,
    /** Ending the lease of an event, a mail or a PayPal action, while its call or run has time left. Of a sent mail always. */
    endLease: 4_000,
    /** The same when its call or run has no time left. A call and this together stay within five seconds. */
    endLeaseLate: 600,
    /** All of a scheduled run, which Netlify ends after half a minute. */
    job: 25_000,
    /** The health check of the database. */
    readiness: 2_000,
    /** A call to Firebase. Its own library waits minutes. */
    identity: 4_000,
    /** The look-up of leaked passwords, without which a password is accepted. */
    leakedPasswords: 1_500,
    /** Requests to PayPal in an API call, all together. The database gets the rest of the call's time. */
    paypal: 3_000,
    /**
     * Requests to PayPal in the background, all together. PayPal may take 1.6 seconds a request, and a subscription needs three
     * of them.
     */
    paypalInBackground: 8_000,
    /** The certificate that PayPal signs its events with. */
    certificate: 4_000,
    /** A page of PayPal's reports, which are slower than its other answers. */
    reportPage: 15_000,
  },
  /** Calls that one network may make in a minute, by group. */
  perNetwork: {
    /** Enforced by the database. */
    customers: 10,
    /** Enforced by the database. */
    track: 20,
    /** Requests for a link to one's purchases, and withdrawals. Enforced by the database. */
    buyers: 10,
    /** Look-ups of leaked passwords, up to two for each new password. Enforced by the database. */
    passwords: 60,
    validate: 30,
    reset: 10,
    profile: 60,
    /** All other calls. The four groups in the database count here as well. */
    other: 300,
  },
  /**
   * Calls about the same target, from any network address. Anybody can use up the limit of an email, so it only stops mails: the
   * call answers as always, and stores its input.
   */
  perTarget: {
    /** Applications to the affiliate program by one account. */
    affiliateApplicant: { hits: 30, windowSeconds: 15 * 60 },
    /** Changes of the text in an application by one account. */
    applicationText: { hits: 30, windowSeconds: 15 * 60 },
    /** Changes of the payment email to another address by one account. Each sends emails. */
    paymentEmail: { hits: 6, windowSeconds: 6 * 60 * 60 },
    /** Tries of the current password by one account. Sign-ins go to Firebase itself, which has its own limit. */
    passwordTries: { hits: 10, windowSeconds: 15 * 60 },
    /** Reports of a changed second factor by one account. Each sends an email. */
    secondFactor: { hits: 10, windowSeconds: 60 * 60 },
    /** Changes of the account's email by one account, and to one email. Each sends emails. Beyond those to one email, each account gets one link there. */
    addressChange: { hits: 6, windowSeconds: 6 * 60 * 60 },
    /** Mails with a link to the purchases of one email. Beyond them, a mail is sent once the last link is used or too old. */
    purchasesLink: { hits: 6, windowSeconds: 60 * 60 },
    /** New versions of one receipt. */
    receiptVersions: { hits: 20, windowSeconds: 60 * 60 },
    /** Reports of one order. */
    trackedOrder: { hits: 60, windowSeconds: 15 * 60 },
    /** Mails about withdrawals with one email, and separately about withdrawals of one order with one email. */
    withdrawalEmail: { hits: 6, windowSeconds: 6 * 60 * 60 },
    /** Wrong service credentials from one network. They lock the network out for one more window. */
    serviceTries: { hits: 10, windowSeconds: 15 * 60 },
  },
} as const;

/** A limit on hits in a time window. */
export interface TargetLimit {
  readonly hits: number;
  readonly windowSeconds: number;
}
