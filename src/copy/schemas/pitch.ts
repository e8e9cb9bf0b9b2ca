import { choice, fields, text, wholeNumber, yesOrNo } from './field.ts';

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
