/**
 * The API's limits on sizes, on calls and on waiting, in one table. `perAddress` is held by the platform's own rate rules (the
 * functions' `config.rateLimit`), so it is shared between instances and costs no query, but for the two groups that write
 * anyway; those and `perTarget` by counters in the database.
 */
export const limits = {
  /** The largest request body, in bytes. */
  bodyBytes: 64 * 1024,
  /** The largest body of an import, in bytes. */
  importBytes: 1024 * 1024,
  /** The longest list answered at once; a header says when there is more. */
  listRows: 1_000,
  /** How many rows of a list are counted; of a longer one it is said that there are more. */
  countedRows: 10_000,
  /** Records that one call changes. */
  bulkRecords: 500,
  /** Rows of one import, its header not counted. */
  importRows: 1_000,
  /** Time limits for calls to services, in milliseconds. */
  timeoutMs: {
    /** All of an API call, so that it answers within five seconds whichever service is down. */
    call: 4_300,
    /** All work after the answer of an API call. */
    afterAnswer: 10_000,
    /** Marking an event as failed when its call has no time left. Together they stay within five seconds. */
    markFailed: 600,
    /** All of a scheduled run, which Netlify ends after half a minute. */
    job: 25_000,
    /** The check whether the database answers. */
    readiness: 2_000,
    /** A call to Firebase. Its own library waits minutes. */
    identity: 4_000,
    /** Requests to PayPal in an API call, all together. The database gets the rest of the call's time. */
    paypal: 3_000,
    /** The same in the background. PayPal may take 1.6 seconds a request, and a subscription needs three of them. */
    paypalInBackground: 8_000,
    /** The certificate that PayPal signs its events with. */
    certificate: 4_000,
    /** A page of PayPal's reports, which are slower than its other answers. */
    reportPage: 15_000,
  },
  /** Calls an address may make in a minute, by group of calls. */
  perAddress: {
    /** Counted in the database. */
    customers: 10,
    /** Counted in the database. */
    track: 20,
    validate: 30,
    reset: 10,
    profile: 60,
    /** Everything else; the two that are counted are counted here as well. */
    other: 300,
  },
  /** Calls that name the same target, whoever makes them. */
  perTarget: {
    /** Sign-ups with one e-mail address. */
    customerEmail: { hits: 60, windowSeconds: 15 * 60 },
    /** Affiliate applications of one account. */
    affiliateApplicant: { hits: 30, windowSeconds: 15 * 60 },
    /** Trackings of one order. */
    trackedOrder: { hits: 60, windowSeconds: 15 * 60 },
    /** Tries with wrong service credentials from one address; that many lock it out for as long again. */
    serviceTries: { hits: 10, windowSeconds: 15 * 60 },
  },
} as const;

/** A counter of `limits.perTarget`. */
export interface TargetLimit {
  readonly hits: number;
  readonly windowSeconds: number;
}
