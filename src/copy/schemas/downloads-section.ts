import { choice, fields, list, shortText, text } from './field.ts';
import { forEachPlan, heading, id, markdownLine, section, system } from './section-parts.ts';

/** The files of the newest release, and the texts around them. */
export const downloadsSection = section('downloads', {
  id,
  heading,
  files: list(
    'the files of a release, in the order of the page; the first of a system gets its large button',
    fields('a file', {
      system,
      kind: choice('the kind of the file', ['ZIP', 'DMG']),
      take: markdownLine('when to take it'),
    }),
  ),
  begun: text('what is said after a click on a file'),
  trying: markdownLine('the next step after trying the program, next to the prices'),
  phone: fields('what a phone shows above the files, which do not run on it', {
    text: markdownLine('why the link is better sent to a computer'),
    button: shortText('what the button says', 40),
    subject: text('the subject of the message to oneself'),
  }),
  payment: fields('the confirmation after a payment', {
    plans: fields(
      'what was bought',
      forEachPlan(markdownLine('for how long the plan is paid, and whether it renews')),
    ),
    receipt: markdownLine('where the receipt goes'),
    next: markdownLine('what to do next'),
  }),
});
