/** Texts about the roles of the people who run the shop. */
export const roleMessages = {
  /** Explains a role above the screens on which it may not do everything. */
  notes: {
    viewer: 'You’re a viewer: you can read everything here. Changes are made by an admin.',
    finance: 'You’re in finance: you can change purchases and payouts, and read everything else.',
  },
} as const;

/** The roles on the screen of a user's own account. */
export const roleNames = {
  admin: 'Admin',
  finance: 'Finance',
  viewer: 'Viewer',
  none: 'Regular User',
} as const;
