import { type ScreenRow, textsOf } from './row.ts';

/** What is said of files that an admin chooses. */
export const fileRows = {
  'file-not-utf8': {
    text: 'The file is not in UTF-8, so its letters would be lost. Save it as CSV UTF-8, then choose it again.',
  },
  'import-file-unreadable': { text: 'The file could not be read. Please choose it again.' },
} as const satisfies Record<string, ScreenRow>;

/** The text of such a row. */
export const fileProblemText = /* @__PURE__ */ textsOf(fileRows);
