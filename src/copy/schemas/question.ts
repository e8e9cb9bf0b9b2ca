import { choice, fields, line, list, wholeNumber, yesOrNo } from './field.ts';

/** The lists of questions; a page shows one with a section of the type "questions". */
export const topics = ['contact', 'affiliates', 'buying'] as const;

/** The fields of src/content/questions; the answer is the text below them. */
export const questionSchema = fields('the head of a question', {
  question: line('the question, as a visitor would ask it'),
  topics: list('where it is listed', choice('a list', topics)),
  order: wholeNumber('its place in the list, lowest first'),
  draft: yesOrNo(
    'true keeps it out of the site; it is shown on your computer and in previews, marked as a draft',
  ).default(false),
});
