/** The roles of the people who run the shop. Each role may do everything that the roles before it may do. */
export const roles = [
  /** Reads every record. */
  'viewer',
  /** Changes purchases and payouts, too. Deletes nothing, and changes no affiliate or customer. */
  'finance',
  /** Does everything. */
  'admin',
] as const;

export type Role = (typeof roles)[number];

export function isRole(value: unknown): value is Role {
  return roles.some((role) => role === value);
}

/**
 * Returns the role in the claims of a token or an account, or null. `admin: true` is the admin of the specification. The other
 * roles have a claim of their own, so that a server that only knows `admin` gives them no rights.
 */
export function roleOf(claims: Readonly<Record<string, unknown>> = {}): Role | null {
  if (claims.admin === true) return 'admin';
  return isRole(claims.role) && claims.role !== 'admin' ? claims.role : null;
}

/** True if the role has all rights of `needed`. */
export function hasRole(role: Role | null, needed: Role): boolean {
  return role !== null && roles.indexOf(role) >= roles.indexOf(needed);
}

/** Returns the role that may do less; null if one is null. */
export function lowerRole(one: Role | null, other: Role | null): Role | null {
  if (one === null || other === null) return null;
  return hasRole(one, other) ? other : one;
}

/** Name and secret of a machine that calls the user-profile service. */
export interface ServiceCredentials {
  readonly name: string;
  readonly secret: string;
}
