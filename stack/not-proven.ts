/** What a check ends with that could not look at all it should; elsewhere, too, 77 says that a test was skipped. */
export const notProven = 77;
