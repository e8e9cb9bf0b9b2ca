import { choice, fields, formed, line, list, text, wholeNumber, yesOrNo } from './field.ts';

/** The fields of src/content/features; the text below them says what the feature does. */
export const featureSchema = fields('the head of a feature', {
  name: text('what the feature is called'),
  letter: formed('one capital letter, that it is filed under', /^[A-Z]$/).describe(
    'the letter that it is filed under',
  ),
  soon: yesOrNo('true where it is announced and not there yet').default(false),
  draft: yesOrNo(
    'true keeps it out of the site; it is shown on your computer and in previews, marked as a draft',
  ).default(false),
});

/** The fields of src/content/pitches; the post itself is the text below them, copied as it stands. */
export const pitchSchema = fields('the head of a post template', {
  title: text('what the post is called on the page'),
  kind: choice('the length of the post', ['long', 'short']),
  audience: text('for whom or where it works best'),
  order: wholeNumber('its place in the list, lowest first'),
  draft: yesOrNo(
    'true keeps it out of the site; it is shown on your computer and in previews, marked as a draft',
  ).default(false),
});

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
