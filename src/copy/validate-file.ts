import * as z from 'zod';
import type { Section } from './schemas/section.ts';

/** A sentence for the writer of a file, and the line (from 1) that it is about, if there is one. */
export interface Complaint {
  readonly line?: number;
  readonly message: string;
}

/** The fields of a file, between two lines of hyphens at its beginning. */
const fieldsOf = /^(?:\uFEFF?|\s*\n)---[^\S\n]*\n(?:[\s\S]*?\n)?---/;

/** The line of a text, from 1, that the character at this place stands in. */
const lineAt = (text: string, place: number): number => text.slice(0, place).split('\n').length;

/** A field that is a day, with a time or without. Where the calendar has none, YAML counts on: 31 February becomes 3 March. */
const dayField = /^[\w-]+:[^\S\n]+(\d{4}-\d\d-\d\d)(?![^\sTt])/gm;

/** What is wrong with the first day that is none of the calendar. */
const dayComplaint = (contents: string, fields: string): Complaint | undefined => {
  const wrong = [...fields.matchAll(dayField)].find(([, day]) => !z.iso.date().safeParse(day).success);
  return wrong && { line: lineAt(contents, wrong.index), message: `There is no day ${wrong[1] ?? ''}.` };
};

/** What is wrong with a content file before its fields are read; undefined where nothing is. */
export const fileComplaint = (contents: string): Complaint | undefined => {
  const broken = contents.indexOf('\uFFFD');
  if (broken >= 0)
    return {
      line: lineAt(contents, broken),
      message:
        'This line has a character that is not UTF-8. Save the file as UTF-8, and type the character again where it shows as \uFFFD.',
    };
  const [fields] = fieldsOf.exec(contents) ?? [];
  return fields === undefined
    ? {
        message:
          'A file begins with a line of ---, then come its fields, and a second line of --- ends them. One of the two is missing.',
      }
    : dayComplaint(contents, fields);
};

interface Fault {
  readonly message: string;
  /** Where it is, as Astro says: counted from 0, and from the line of hyphens. */
  readonly loc?: { readonly line?: number } | undefined;
}

/** What to do where the fields cannot be read, by what YAML's parser says of it. */
const remedies: readonly (readonly [RegExp, string])[] = [
  [/^tab characters/, 'There is a tab before a field. Indent with spaces.'],
  [/^duplicated mapping key/, 'This field stands here for the second time. Delete one of the two.'],
];

const remedy = ({ message }: Fault): string =>
  remedies.find(([said]) => said.test(message))?.[1] ??
  `The fields cannot be read on from here (${message}). Indent with spaces, as other files do. Put a text in 'single quotes' when it begins with a sign, such as a {, a quote, a * or an @, or has a colon and a space in it; an apostrophe between the quotes is written twice.`;

/** The sentence for a file whose fields YAML's parser refuses, with the line that it came to. */
export const fieldsComplaint = (contents: string, fault: Fault): Complaint => {
  const first = lineAt(contents, contents.indexOf('---'));
  const line = fault.loc?.line;
  return { ...(line !== undefined && { line: first + line }), message: remedy(fault) };
};

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
