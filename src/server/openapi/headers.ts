import type { AnswerHeader } from './operation.ts';

/** What each header of an answer tells. */
export const answerHeaders: Readonly<Record<AnswerHeader, string>> = {
  ETag: 'The version of the record, for If-Match',
  'X-Total-Count': 'How many rows the list has in all; with a plus where there are more than are counted',
  'X-Next-Cursor': 'The cursor of the next page; missing on the last one',
  'Content-Disposition': 'The name that the file is saved under',
  'Set-Cookie': 'The referral cookie',
};
