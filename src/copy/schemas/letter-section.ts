import { line, markdown } from './field.ts';
import { id, markdownLine, section } from './section-parts.ts';

/** A letter in one column. The person of `site.seller` signs it. */
export const letterSection = section('letter', {
  id,
  heading: line('what the letter is about, above its greeting'),
  greeting: line('the greeting, such as Dear reader,'),
  text: markdown('the letter'),
  farewell: line('the words above the signature'),
  postscript: markdownLine('what follows the letters P.S.'),
});
