import { fields, list, shortText, text } from './field.ts';
import { commonFields, fact, markdownLine, section } from './section-parts.ts';

/** Material for journalists: sentences to copy, files, and facts. */
export const pressSection = section('press', {
  ...commonFields,
  sentences: list(
    'the product in sentences of several lengths',
    fields('a text to copy', {
      label: shortText('its length, such as One line', 30),
      text: text('the text, without Markdown'),
    }),
  ),
  files: markdownLine('how the files may be used'),
  facts: list('lines of a term and a detail', fact),
});
