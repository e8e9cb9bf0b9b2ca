import * as z from 'zod';
import { isOneParagraph, markdownComplaint } from '../markdown.ts';
import { fill, placeholderComplaint, unknownPlaceholder } from '../../shared/placeholders.ts';
import { site } from '../../shared/site.ts';

/*
 * Builders for the fields of content files. A marketer reads what they say when a file is wrong, so each
 * names what is expected: the description is the message.
 */
export const expected = (what: string) => (issue: { input?: unknown }) =>
  `${given(issue.input)}. Expected: ${what}`;

/** Names what stands in the file instead of what is expected. */
const given = (input: unknown): string => {
  if (input === undefined || input === null) return 'is missing';
  if (Array.isArray(input)) return 'is a list';
  if (input instanceof Date) return `is the day ${input.toISOString().slice(0, 10)}`;
  return typeof input === 'object' ? 'has fields of its own' : `is ${JSON.stringify(input)}`;
};

/** Names what YAML makes of a text that stands without quotes, such as `1.1`; undefined for anything else. */
const kindWithoutQuotes = (input: unknown): string | undefined => {
  if (typeof input === 'number') return `${String(input)} without quotes is a number`;
  if (typeof input === 'boolean') return `${String(input)} without quotes is a switch`;
  if (input instanceof Date) return `${input.toISOString().slice(0, 10)} without quotes is a day`;
  const isField = typeof input === 'object' && input !== null && !Array.isArray(input);
  return isField ? 'a colon and a space without quotes make a field of it' : undefined;
};

const expectedText = (what: string) => (issue: { input?: unknown }) => {
  const kind = kindWithoutQuotes(issue.input);
  return kind === undefined
    ? expected(what)(issue)
    : `${kind}, not a text. Put it in 'single quotes'. Expected: ${what}`;
};

/** A text of a certain form, which the pattern describes. */
export const formed = (what: string, pattern: RegExp) =>
  z.string({ error: expectedText(what) }).regex(pattern, { error: expected(what) });

/** What a form for content files wants to know of a text and its checks do not say; src/cms reads it. */
export const writing = z.registry<{ lines?: 'many'; longest?: number }>();

/** A text in one or more lines, plain or Markdown, with known placeholders only. */
export const text = (what: string) =>
  z
    .string({ error: expectedText(what) })
    .trim()
    .min(1, { error: `is empty. Expected: ${what}`, abort: true })
    .superRefine((value, context) => {
      const unknown = unknownPlaceholder(value);
      if (unknown !== undefined) context.addIssue({ code: 'custom', message: placeholderComplaint(unknown) });
    })
    .describe(what);

/** A text with its placeholders filled; empty while one of them is wrong. */
const asFilled = (value: string): string =>
  unknownPlaceholder(value) === undefined ? fill(value, { version: '1.0' }) : '';

/** The length of a text with its placeholders filled; 0 while one of them is wrong. */
const filledLength = (value: string): number => asFilled(value).length;

/** Markdown that a browser may show. */
const shown = (what: string) =>
  text(what).superRefine((value, context) => {
    const message = markdownComplaint(asFilled(value));
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  });

/** Markdown of any length, in as many lines as it likes. */
export const markdown = (what: string) => shown(`${what} (Markdown)`).register(writing, { lines: 'many' });

/** Markdown of one paragraph, for headings and lines: no list, no heading, no second paragraph. */
export const line = (what: string) =>
  shown(what).refine(isOneParagraph, {
    error: `is more than one line of text: a number with a dot, a hyphen or # at its beginning makes a list or a heading of it, and wants a \\ before it. Expected: ${what}`,
  });

/**
 * Returns a message for a text that has more characters than `most` with its placeholders filled, or undefined. If the
 * product's name is a part of the text, the message says how long the name may be.
 */
export const lengthComplaint = (value: string, most: number): string | undefined => {
  const length = filledLength(value);
  if (length <= most) return undefined;
  const names = value.split('{product}').length - 1;
  const longestName = Math.floor((most - length) / names) + site.product.length;
  const otherWay =
    names > 0 && longestName > 0
      ? `, or give the product a name of at most ${String(longestName)} characters in src/shared/site.ts`
      : '';
  return `has ${String(length)} characters, and may have ${String(most)}. Shorten it by ${String(length - most)}${otherWay}`;
};

/** A text of at most so many characters, counted with its placeholders filled. */
export const shortText = (what: string, most: number) =>
  text(what)
    .superRefine((value, context) => {
      const message = lengthComplaint(value, most);
      if (message !== undefined)
        context.addIssue({ code: 'custom', message: `${message}. Expected: ${what}` });
    })
    .register(writing, { longest: most });

/** A word from a fixed list. */
export const choice = <const Words extends readonly [string, ...string[]]>(what: string, words: Words) =>
  z.enum(words, { error: expected(`${what}: one of ${words.join(', ')}`) }).describe(what);

export const yesOrNo = (what: string) =>
  z.boolean({ error: expected(`true or false (${what})`) }).describe(what);

export const wholeNumber = (what: string) =>
  z
    .int({ error: expected(`${what}: a whole number`) })
    .nonnegative()
    .describe(what);

/** A page of this site with its anchor, `#anchor`, or a whole https or mailto address. */
export const link = (what: string) =>
  text(what).regex(/^(\/(?!\/)|#|https:\/\/|mailto:)\S*$/, {
    error: expected(
      `${what}: a path such as /buy, an anchor such as #apply, or a whole https:// or mailto: address`,
    ),
  });

/** A word of lower-case letters, digits and hyphens, for addresses. */
export const anchor = (what: string) =>
  formed(`${what}: lower-case letters, digits and hyphens, such as apply`, /^[a-z][a-z0-9-]*$/).describe(
    what,
  );

export const list = <Item extends z.ZodType>(what: string, item: Item) =>
  z
    .array(item, { error: expected(`${what}: a list, each line beginning with a hyphen`) })
    .min(1, { error: `is an empty list. Expected: ${what}` })
    .describe(what);

/** Fields with these names and no others; a misspelt name is named. */
export const fields = <Shape extends z.core.$ZodLooseShape>(what: string, shape: Shape) =>
  z
    .strictObject(shape, {
      error: (issue) =>
        issue.code === 'unrecognized_keys'
          ? `There is no field ${issue.keys.map((key) => `"${key}"`).join(', ')} in ${what}. The fields are: ${Object.keys(shape).join(', ')}.`
          : expected(`${what}, with the fields ${Object.keys(shape).join(', ')}`)(issue),
    })
    .describe(what);
