/** Of an affiliate’s activation, as the affiliate and admins read it. */
export const activationMessages = {
  activeSince: 'Active since',
  activated: 'Activated',
  notActivated: 'Not Activated',
} as const;
