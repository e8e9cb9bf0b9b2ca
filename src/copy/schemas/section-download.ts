import { choice, fields, line, list, shortText, text } from './field.ts';
import { commonFields, forEachPlan, heading, id, markdownLine, section } from './section-parts.ts';

const system = choice('the system', ['Mac', 'Windows']);

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
  begun: text('what is said after the press on a file'),
  trying: markdownLine('what comes after trying the program, beside the prices'),
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

/** The drawings of the steps are in InstallStep.astro: three for each system. */
const steps = list('the steps, in their order', line('one step')).length(3, {
  error: 'Expected: three steps, because each one has its drawing',
});

/** The steps of each system. After the press on a file, download-page.ts moves those of its system to the files. */
export const installSection = section('install', {
  ...commonFields,
  systems: list(
    'the systems',
    fields('a system', {
      system,
      heading: line('what these steps are for'),
      steps,
      asks: markdownLine('what the system asks the first time'),
      soon: line('what is announced and not there yet').optional(),
    }),
  ),
});
