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
  /** How long answers from outside (database, providers) are waited for, all of a piece of work together, in milliseconds. */
  outsideMs: {
    /** A call: it answers within five seconds whatever is down. */
    call: 4_300,
    /** What a call does after its answer. */
    afterAnswer: 10_000,
    /** To note that an event failed, when the time of its call may be over: both together stay within five seconds. */
    note: 600,
    /** A run of a scheduled function, which the platform ends after half a minute. */
    job: 25_000,
    /** The question whether the database answers at all. */
    readiness: 2_000,
    /** A question to the identity provider; its library itself waits minutes. */
    identity: 4_000,
    /** A question to the payment provider, of however many calls; the database is asked with what a call has left. */
    payments: 3_000,
    /** The same where nobody waits: PayPal takes 1.6 s a call at times, and a subscription needs three calls. */
    paymentsInBackground: 8_000,
    /** The certificate that the payment provider signs its events with. */
    certificate: 4_000,
    /** A page of the payment provider's reports, which are slower than its other answers. */
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
