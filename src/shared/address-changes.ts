/** The page of the links in mails about a changed address. */
export const addressLinkPath = '/change-address';

/** A link to the new address can be used for this many hours. */
export const confirmHours = 24;

/** The old address can restore itself for this many days. */
export const undoDays = 7;
