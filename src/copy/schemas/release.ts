import * as z from 'zod';
import { choice, expected, fields, formed, list, text, wholeNumber, yesOrNo } from './field.ts';

const file = fields('a file of the release', {
  system: choice('the system it is for', ['Mac', 'Windows']),
  kind: choice('the kind of file', ['ZIP', 'DMG']),
  ending: formed('the end of the name of the file, such as mac.zip', /^[a-z0-9-]+\.[a-z]+$/).describe(
    'the end of the name of the file in the release storage, such as mac.zip',
  ),
  bytes: wholeNumber('its size in bytes'),
  sha256: formed('the SHA-256 of the file, 64 digits and letters a to f', /^[0-9a-fA-F]{64}$/)
    .toLowerCase()
    .describe('the SHA-256 of the file, in hexadecimal'),
});

/** Two for one system and of one kind would have one title and one button; two of one name are one file. */
const differ = (files: readonly z.infer<typeof file>[]): boolean => {
  const titles = new Set(files.map(({ system, kind }) => `${system} ${kind}`));
  const names = new Set(files.map(({ ending }) => ending));
  return titles.size === files.length && names.size === files.length;
};

/** The fields of src/content/releases: one file a release; the text below them is its introduction. */
export const releaseSchema = fields('the head of a release', {
  version: formed("the version in three numbers and in quotes, such as '1.0.0'", /^\d+\.\d+\.\d+$/).describe(
    'the version in three numbers, such as 1.0.0',
  ),
  date: z
    .date({
      error: expected('the day of the release, such as 2025-08-15, without quotes'),
    })
    .describe('the day of the release, year-month-day'),
  features: list('what is new, a line each', text('one thing that is new')),
  files: list('the files to download', file).refine(differ, {
    error: 'Expected: one file of a kind for a system, each with an ending of its own',
  }),
  draft: yesOrNo(
    'true keeps it out of the site; it is shown on your computer and in previews, marked as a draft',
  ).default(false),
});
