import { fields, formed, text, yesOrNo } from './field.ts';

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
