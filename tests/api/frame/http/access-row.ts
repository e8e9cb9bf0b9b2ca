/** Expected answers of a call that everybody may make but machines, whose credentials most calls refuse. */
export const open = {
  anonymous: 'yes',
  user: 'yes',
  viewer: 'yes',
  finance: 'yes',
  admin: 'yes',
  service: 'no',
} as const;

/** Expected answers of a call for buyers. None of the callers of the test has a session. */
export const buyer: Row = {
  who: { ...open, service: 'yes' },
  yes: [401, 'portal-session-required'],
};

/** Expected answers of a call for signed-in callers. */
export const signedIn = { ...open, anonymous: '401' } as const;

/** Expected answers of a call for everybody who runs the shop. */
export const viewer = { ...signedIn, user: '403' } as const;

/** Expected answers of a call for the finance role and for admins. */
export const finance = { ...viewer, viewer: '403' } as const;

/** Expected answers of a call for admins. */
export const admin = { ...finance, finance: '403' } as const;

/** Expected answers for the profile of another user: the same as for a missing profile. */
export const profiles = { ...viewer, user: '404', service: 'yes' } as const;

/** Expected answers of a change of another user's profile. */
export const profileChange = { ...admin, user: '404', service: 'yes' } as const;

/** Expected access to a call. The table is written by hand, and not derived from the declarations. */
export interface Row {
  readonly who: {
    anonymous: 'yes' | '401';
    user: 'yes' | '403' | '404';
    viewer: 'yes' | '403';
    finance: 'yes' | '403';
    admin: 'yes';
    service: 'yes' | 'no';
  };
  /** True if the sign-in must be at most ten minutes old. */
  readonly needsFreshSignIn?: true;
  /** True for a call of everybody that answers an admin differently. */
  readonly answersAdmins?: true;
  /** True if the call ends the caller's sessions, which other callers and rows need. */
  readonly endsSessions?: true;
  readonly path?: () => string;
  readonly body?: () => object;
  /** Status for callers who may make the call. */
  readonly yes: readonly [status: number, code?: string];
}
