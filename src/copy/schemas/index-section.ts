import { fields, list, shortText, text } from './field.ts';
import { section } from './section-parts.ts';

/** The index of the whole site, from A to Z. Pages, features and questions name their own terms. */
export const indexSection = section('index', {
  references: list(
    'words that send the reader to terms of the index',
    fields('a cross-reference', {
      term: shortText('the word that a reader looks up', 60),
      see: list('the terms that it leads to', text('a term of the index')),
    }),
  ),
});
