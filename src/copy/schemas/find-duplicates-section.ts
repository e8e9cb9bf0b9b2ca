import { line, shortText } from './field.ts';
import { commonFields, markdownLine, section } from './section-parts.ts';

/** The section of /find-duplicates where visitors choose a list. src/shared/messages/duplicates.ts has the texts that change. */
export const findDuplicatesSection = section('find-duplicates', {
  ...commonFields,
  field: line('the label of the field for the file'),
  hint: markdownLine('which files the field takes, below it'),
  sample: shortText('what the button with the sample list says', 40),
  silence: markdownLine('that the list stays in the browser, below the field'),
  script: markdownLine('what a visitor without JavaScript can do'),
  merging: markdownLine('which duplicates are obvious, and what merging does, above the results'),
});
