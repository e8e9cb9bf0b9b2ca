import { fields, list, shortText, text, yesOrNo } from './field.ts';
import { commonFields, markdownLine, section } from './section-parts.ts';

/** The drawing of the window, light and dark, as files. */
export const pictureSection = section('picture', {
  ...commonFields,
  text: markdownLine('how the files may be used'),
  caption: text('the caption to copy, without Markdown'),
  logo: yesOrNo('true offers the logo, too').default(false),
});

/** The logo and the mark, for light and for dark backgrounds, as files. */
export const logosSection = section('logos', {
  ...commonFields,
  text: markdownLine('how the name is written, in one line'),
});

/** Sentences with copy buttons. The first of several is the largest. */
export const sentencesSection = section('sentences', {
  ...commonFields,
  text: markdownLine('the line under the heading').optional(),
  sentences: list(
    'the sentences, the shortest text first',
    fields('a text to copy', {
      label: shortText('its length or its place, such as One sentence', 30),
      text: text('the text, without Markdown'),
    }),
  ),
});
