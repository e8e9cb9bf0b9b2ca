import { fields, list } from './field.ts';
import { commonFields, markdownLine, section } from './section-parts.ts';

const findings = (what: string) =>
  list(
    what,
    fields('a finding', {
      what: markdownLine('what was found'),
      tested: markdownLine('how it was tested'),
      when: markdownLine('when it was tested'),
    }),
  );

/** A table of what doesn't work, what nobody knows, and what works, in this order. */
export const findingsSection = section('findings', {
  ...commonFields,
  fails: findings('what doesn’t work'),
  unknown: findings('what nobody knows'),
  works: findings('what works'),
});
