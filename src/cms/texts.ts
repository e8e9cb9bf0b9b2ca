import type { Field } from '@sveltia/cms';
import * as z from 'zod';
import { writing } from '../copy/schemas/field.ts';
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
  return [`/${required ? source : `^$|${source}`}/`, message];
};

/** The field for a text: one line, or several for Markdown and for what is long. */
export const textField = (about: About, schema: z.ZodString): Field => {
  const { lines, longest = 0 } = writing.get(schema) ?? {};
  const pattern = patternOf(schema, about.required);
  const hint = longest > 0 ? `${about.hint} At most ${String(longest)} characters.` : about.hint;
  return {
    ...about,
    hint,
    widget: lines === 'many' || longest > lineLength ? 'text' : 'string',
    use_emoji_autocomplete: false,
    ...(pattern && { pattern }),
  };
};
