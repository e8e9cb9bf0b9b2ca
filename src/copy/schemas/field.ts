import * as z from 'zod';
import { isOneParagraph, linkForms, linkStart, markdownProblem } from '../markdown.ts';
import {
  fillPlaceholders,
  unknownPlaceholder,
  unknownPlaceholderMessage,
} from '../../shared/placeholders.ts';
import { site } from '../../shared/site.ts';

/*
 * Builders for the fields of content files. Marketers read the messages of the schemas, so a field's description is also its
 * message: "Expected: …".
 */

/** Returns a message for Zod that names the wrong value and the expected one. */
export function expected(what: string) {
  return (issue: { input?: unknown }) => `${describeValue(issue.input)}. Expected: ${what}`;
}

function describeValue(input: unknown): string {
  if (input === undefined || input === null) return 'is missing';
  if (Array.isArray(input)) return 'is a list';
  if (input instanceof Date) return `is the day ${input.toISOString().slice(0, 10)}`;
  return typeof input === 'object' ? 'has fields of its own' : `is ${JSON.stringify(input)}`;
}

/** Describes a value that YAML reads as another type because the text has no quotes, such as `1.1`. */
function describeUnquoted(input: unknown): string | undefined {
  if (typeof input === 'number') return `${String(input)} without quotes is a number`;
  if (typeof input === 'boolean') return `${String(input)} without quotes is a switch`;
  if (input instanceof Date) return `${input.toISOString().slice(0, 10)} without quotes is a day`;
  const isField = typeof input === 'object' && input !== null && !Array.isArray(input);
  return isField ? 'a colon and a space without quotes make a field of it' : undefined;
}

function expectedText(what: string) {
  return (issue: { input?: unknown }) => {
    const unquoted = describeUnquoted(issue.input);
    return unquoted === undefined
      ? expected(what)(issue)
      : `${unquoted}, not a text. Put it in 'single quotes'. Expected: ${what}`;
  };
}

/** Text that matches a pattern, such as a version. */
export function patternText(what: string, pattern: RegExp) {
  return z.string({ error: expectedText(what) }).regex(pattern, { error: expected(what) });
}

/** Size of the input for a text in the content editor. */
export const inputSizes = z.registry<{ isMultiline?: true; maxLength?: number }>();

/** Text in one or more lines, plain or Markdown, with known placeholders only. */
export function text(what: string) {
  return z
    .string({ error: expectedText(what) })
    .trim()
    .min(1, { error: `is empty. Expected: ${what}`, abort: true })
    .superRefine((value, context) => {
      const unknown = unknownPlaceholder(value);
      if (unknown !== undefined)
        context.addIssue({ code: 'custom', message: unknownPlaceholderMessage(unknown) });
    })
    .describe(what);
}

/** Fills the placeholders of a text. Returns '' if one of them is unknown. */
function fillText(value: string): string {
  return unknownPlaceholder(value) === undefined ? fillPlaceholders(value, { version: '1.0' }) : '';
}

function validMarkdown(what: string) {
  return text(what).superRefine((value, context) => {
    const message = markdownProblem(fillText(value));
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  });
}

/** Markdown of any length. */
export function markdown(what: string) {
  return validMarkdown(`${what} (Markdown)`).register(inputSizes, { isMultiline: true });
}

/** Markdown of one paragraph, for headings and single lines. */
export function line(what: string) {
  return validMarkdown(what).refine(isOneParagraph, {
    error: `is more than one line of text: a number with a dot, a hyphen or # at the beginning makes a list or a heading. Put a \\ before it. Expected: ${what}`,
  });
}

/**
 * Returns a message if a text is longer than `maxLength` with its placeholders filled. If the text contains the product's
 * name, the message says how long the name may be.
 */
export function lengthProblem(value: string, maxLength: number): string | undefined {
  const { length } = fillText(value);
  if (length <= maxLength) return undefined;
  const names = value.split('{product}').length - 1;
  const longestName = Math.floor((maxLength - length) / names) + site.product.length;
  const alternative =
    names > 0 && longestName > 0
      ? `, or give the product a name of at most ${String(longestName)} characters in src/shared/site.ts`
      : '';
  return `has ${String(length)} characters, and may have ${String(maxLength)}. Shorten it by ${String(length - maxLength)}${alternative}`;
}

/** Text with a maximum length, counted with its placeholders filled. */
export function shortText(what: string, maxLength: number) {
  return text(what)
    .superRefine((value, context) => {
      const message = lengthProblem(value, maxLength);
      if (message !== undefined)
        context.addIssue({ code: 'custom', message: `${message}. Expected: ${what}` });
    })
    .register(inputSizes, { maxLength });
}

/** A word from a fixed list. */
export function choice<const Words extends readonly [string, ...string[]]>(what: string, words: Words) {
  return z.enum(words, { error: expected(`${what}: one of ${words.join(', ')}`) }).describe(what);
}

export function yesOrNo(what: string) {
  return z.boolean({ error: expected(`true or false (${what})`) }).describe(what);
}

/** The `draft` field of every folder. */
export function draft(what = 'it') {
  return yesOrNo(
    `true keeps ${what} out of the site; it is shown on your computer and in previews, marked as a draft`,
  ).default(false);
}

export function wholeNumber(what: string) {
  return z
    .int({ error: expected(`${what}: a whole number`) })
    .nonnegative()
    .describe(what);
}

export function day(what: string) {
  return z
    .date({ error: expected(`${what}, such as 2025-08-15, without quotes`) })
    .describe(`${what}, year-month-day`);
}

/** Path of a page of this site, an anchor, or a whole https or mailto address. */
export function link(what: string) {
  return text(what).regex(new RegExp(`^(${linkStart})\\S*$`), { error: expected(`${what}: ${linkForms}`) });
}

/** Anchor of a section, the part of an address after `#`. */
export function anchor(what: string) {
  return patternText(
    `${what}: lower-case letters, digits and hyphens, such as apply`,
    /^[a-z][a-z0-9-]*$/,
  ).describe(what);
}

/** Terms under which the index at /a-z lists a feature or a question. */
export function indexTerms() {
  return list('the terms under which /a-z lists it', shortText('a term', 60)).optional();
}

/** List with at least one item. */
export function list<Item extends z.ZodType>(what: string, item: Item) {
  return z
    .array(item, { error: expected(`${what}: a list, each line beginning with a hyphen`) })
    .min(1, { error: `is an empty list. Expected: ${what}` })
    .describe(what);
}

/** Object with exactly these fields. The message names a misspelled field. */
export function fields<Shape extends z.core.$ZodLooseShape>(what: string, shape: Shape) {
  return z
    .strictObject(shape, {
      error: (issue) =>
        issue.code === 'unrecognized_keys'
          ? `There is no field ${issue.keys.map((key) => `"${key}"`).join(', ')} in ${what}. The fields are: ${Object.keys(shape).join(', ')}.`
          : expected(`${what}, with the fields ${Object.keys(shape).join(', ')}`)(issue),
    })
    .describe(what);
}
