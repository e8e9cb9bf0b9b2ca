import type { Section } from './schemas/section.ts';

/**
 * What is wrong with the text below a page's fields, which the one section shows that has no text of its own; undefined
 * where nothing is.
 */
export const bodyComplaint = (sections: readonly Section[], body: string): string | undefined => {
  const places = sections.filter((section) => section.type === 'text' && section.text === undefined).length;
  if (places > 1)
    return 'More than one section of the type "text" has no text of its own, and each would show the one below the fields. Give all but one a "text".';
  if (places === 1 && body.trim() === '')
    return 'A section of the type "text" has no text. Give it a "text", or write one below the fields.';
  if (places === 0 && body.trim() !== '')
    return 'No section shows the text below the fields. Add one of the type "text" without a "text" of its own, or delete what stands there.';
  return undefined;
};
