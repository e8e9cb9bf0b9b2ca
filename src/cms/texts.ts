import type { Field } from '@sveltia/cms';
import * as z from 'zod';
import { writing } from '../copy/schemas/field.ts';
import { placeholderNames } from '../shared/placeholders.ts';
import type { About } from './about.ts';

/** Longer texts than this get more than one line to be written in, though they are one paragraph. */
const lineLength = 80;

/** A text that fits no expression of ours; what a schema says of it is what the editor says of a wrong one. */
const unfitting = '\u0000';

/** The expression that a text must match and what is said of one that does not; none where there is none. */
const patternOf = (schema: z.ZodString, required: boolean): [string, string] | undefined => {
  const check = schema.def.checks?.find((one) => one instanceof z.core.$ZodCheckRegex);
  if (!check) return undefined;
  const { source } = check._zod.def.pattern;
  const issues = schema.safeParse(unfitting).error?.issues ?? [];
  const message = issues.find(({ code }) => code === 'invalid_format')?.message ?? '';
  // The message begins with the text that is wrong, which the editor shows anyway.
  return [`/${required ? source : `^$|${source}`}/`, message.replace(/^.*(?=Expected: )/, '')];
};

/** Unknown names in braces, and HTML that Markdown may not have. Links such as <https://…> and `code` are no HTML. */
const unknownName = `\\{(?!\\s*(?:${placeholderNames.join('|').replaceAll('.', '\\.')})\\s*\\})[^{}]+\\}`;
const otherHtml = '(?<!`)<(?!br ?\\/?>|\\/?(?:em|strong|kbd|sub|sup)>|https?:|mailto:)[a-zA-Z!\\/][^>]*>';
const names = placeholderNames.map((name) => `{${name}}`).join(', ');

/** Returns the expression that a text must match, as the build checks it, and the message for a text that does not. */
export const writingPattern = (isMarkdown: boolean): [string, string] =>
  isMarkdown
    ? [
        `/^(?![\\s\\S]*(?:${unknownName}|${otherHtml}))/`,
        `Has an unknown placeholder, or HTML other than <br> and pairs of em, strong, kbd, sub and sup. Placeholders: ${names}`,
      ]
    : [`/^(?![\\s\\S]*${unknownName})/`, `Has an unknown placeholder. There are: ${names}`];

const accepts = (schema: z.ZodString, text: string): boolean => schema.safeParse(text).success;

/** The field for a text: one line, or several for Markdown and for what is long. */
export const textField = (about: About, schema: z.ZodString): Field => {
  const { lines, longest = 0 } = writing.get(schema) ?? {};
  const writes = accepts(schema, 'a') && !accepts(schema, '{ }');
  const isMarkdown = !accepts(schema, '<b onclick=x>y</b>');
  const pattern = patternOf(schema, about.required) ?? (writes ? writingPattern(isMarkdown) : undefined);
  const hint = longest > 0 ? `${about.hint} At most ${String(longest)} characters.` : about.hint;
  return {
    ...about,
    hint,
    widget: lines === 'many' || longest > lineLength ? 'text' : 'string',
    use_emoji_autocomplete: false,
    ...(pattern && { pattern }),
  };
};
