/* Texts of /find-duplicates that change while it is used. The others are in src/content/pages/find-duplicates.md. */

/** `1 person`, `218 people`. */
function people(count: number): string {
  return count === 1 ? '1 person' : `${number(count)} people`;
}

/** Writes a number with commas. A number formatter would block slow phones. */
function number(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

const duplicates = (count: number) =>
  count === 1 ? '1 possible duplicate' : `${number(count)} possible duplicates`;

/** What /find-duplicates says about a wrong file, a failure and unsaved merges. The sentences are in the page's HTML. */
export const finderProblems = {
  empty: 'This file is empty. Export your list again, and choose the new file.',
  'no-people': 'This file has column names, but no people. Export your list again, and choose the new file.',
  'no-columns':
    'We found no names, emails or phone numbers in this file. In the first line, name the columns Name, Email and Phone, and choose the file again.',
  'too-large':
    'This file is larger than 20 MB. Leave out pictures, or split the list, and choose a smaller file.',
  'too-many': 'This list has more than 100,000 people. Split it, and check one part at a time.',
  'too-wide':
    'A line of this file has more than 1,000 columns. Export your list again, and choose the new file.',
  'open-quote':
    'In this file, a quotation mark is opened and never closed. Export your list again as CSV, and choose the new file.',
  picture: 'This is a picture. Choose a list that was exported as CSV or vCard.',
  pdf: 'This is a PDF. Choose a list that was exported as CSV or vCard.',
  workbook:
    'This is a workbook or an archive. Open it in your spreadsheet, save it as CSV, and choose that file. If it is a ZIP file, unpack it first.',
  json: 'This is a JSON file. Choose a list that was exported as CSV or vCard.',
  'web-page': 'This is a web page. Choose a list that was exported as CSV or vCard.',
  binary: 'This isn’t a text file. Choose a list that was exported as CSV or vCard.',
  unreadable:
    'Your browser couldn’t read this file. If it is still being copied or synced, wait a moment, and choose it again.',
  'not-saved': 'You haven’t saved the merged list. Choose another file anyway?',
  'not-done':
    'Your browser couldn’t do that. What you merged is still here. Close other tabs, and try again.',
} as const;

const reasons = {
  phone: 'same phone',
  email: 'same email',
  'same-name': 'same name',
  'near-name': 'similar name',
} as const;

export const duplicateMessages = {
  reading: (name: string) => `Reading ${name}…`,
  none: (count: number) => `${people(count)}, no duplicates found.`,
  found: (count: number, groups: number) => `${people(count)}, ${duplicates(groups)}`,
  left: (count: number, open: number) =>
    open === 0 ? `${people(count)}. All done.` : `${people(count)}, ${duplicates(open)} left.`,
  why: (all: readonly (keyof typeof reasons)[]) =>
    all
      .map((reason) => reasons[reason])
      .join(', ')
      .replace(/^./, (first) => first.toUpperCase()),
  entry: (row: number) => `Entry ${number(row)}`,
  name: 'Name',
  moreEntries: (count: number) => (count === 1 ? '1 more follows' : `${number(count)} more follow`),
  noName: 'No name',
  empty: '–',
  same: 'the same',
  kept: 'all kept',
  pick: 'pick one',
  merge: (count: number) => `Merge ${number(count)} into one`,
  merged: (count: number) => `Merged ${number(count)} entries into one.`,
  apart: 'Kept as they are: not the same person.',
  mergeObvious: (groups: number) => `Merge the ${number(groups)} obvious ones`,
  mergedObvious: (groups: number, rows: number) => `Merged ${number(rows)} entries into ${number(groups)}.`,
  undone: 'Undone.',
  more: (count: number) => `Show ${number(count)} more`,
  saved: (name: string, count: number) => `Saved ${name} with ${people(count)}. Look in your downloads.`,
} as const;
