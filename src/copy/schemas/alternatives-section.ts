import type * as z from 'zod';
import { day, fields, line, list, shortText } from './field.ts';
import { commonFields, markdownLine, section } from './section-parts.ts';

/** The other ways to keep addresses, in the order of their columns. */
export const alternativeNames = {
  google: 'Google Contacts',
  apple: 'Apple Contacts',
  outlook: 'Outlook',
  spreadsheet: 'A spreadsheet',
  paper: 'A paper book',
} as const;

const cell = fields('a cell, with its source', {
  text: markdownLine('what is so'),
  source: markdownLine('the source, as a link such as [Download](/download), or how readers can check it'),
  checked: day('the day on which somebody last read the source, if it is a link').optional(),
}).superRefine(({ source, checked }, context) => {
  const isLink = source.includes('](');
  if (isLink !== (checked !== undefined))
    context.addIssue({
      code: 'custom',
      path: ['checked'],
      message: isLink
        ? 'is missing. A source with a link has the day on which it was read'
        : 'is the day of no source: nobody reads it',
    });
});

const cells = { google: cell, apple: cell, outlook: cell, spreadsheet: cell, paper: cell } satisfies Record<
  keyof typeof alternativeNames,
  typeof cell
>;

/** A table that compares the program with other ways to keep addresses. */
export const alternativesSection = section('alternatives', {
  ...commonFields,
  text: markdownLine('the line under the heading').optional(),
  groups: list(
    'the parts of the table; what the program loses comes first',
    fields('a part of the table', {
      heading: line('what the rows of this part have in common'),
      rows: list(
        'the rows',
        fields('a row', { label: shortText('what is compared', 40), ours: cell, ...cells }),
      ),
    }),
  ),
});

export type Cell = z.infer<typeof cell>;
