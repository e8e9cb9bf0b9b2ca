/** Everybody. */
export const open = { anonymous: 'yes', user: 'yes', admin: 'yes', service: 'no' } as const;

/** Whoever is signed in. */
export const signedIn = { anonymous: '401', user: 'yes', admin: 'yes', service: 'no' } as const;

/** Admins alone. */
export const admin = { anonymous: '401', user: '403', admin: 'yes', service: 'no' } as const;

/** Nobody's own profile: the same answer as for a missing one. */
export const profiles = { anonymous: '401', user: '404', admin: 'yes', service: 'yes' } as const;

/** What the decisions say of a call, written beside the declarations and not made from them. */
export interface Row {
  readonly who: {
    anonymous: 'yes' | '401';
    user: 'yes' | '403' | '404';
    admin: 'yes';
    service: 'yes' | 'no';
  };
  readonly path?: () => string;
  readonly body?: () => object;
  /** What the call answers to those who may make it. */
  readonly yes: readonly [status: number, code?: string];
}
