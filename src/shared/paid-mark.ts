/** What a finished checkout leaves in the tab's storage, for the download page to say that it went well. */
export const paidMark = 'paid';
