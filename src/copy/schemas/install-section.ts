import { fields, line, list } from './field.ts';
import { commonFields, markdownLine, section, system } from './section-parts.ts';

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
