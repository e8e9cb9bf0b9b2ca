/** The query parameters that carry a reset token: in our own links, and in Firebase's. */
export const tokenParameters = ['token', 'oobCode'];

/** Where the history's state keeps the query over a reload of the page. The state is sent to nobody. */
export const resetStateKey = 'resetQuery';
