import type { Field } from '@sveltia/cms';
import * as z from 'zod';
import { inputSizes } from '../copy/schemas/field.ts';
import { placeholderNames } from '../shared/placeholders.ts';
import type { FieldInfo } from './field-info.ts';

/** Texts with a longer maximum get an input of several lines. */
const inputLength = 80;

/** Returns the editor's field for a text: one line, or several for Markdown and for long texts. */
export function textField(info: FieldInfo, schema: z.ZodString): Field {
  const { isMultiline, maxLength = 0 } = inputSizes.get(schema) ?? {};
  // A schema does not tell its custom checks, so sample texts show which checks it has.
  const checksPlaceholders = accepts(schema, 'a') && !accepts(schema, '{ }');
  const isMarkdown = !accepts(schema, '<b onclick=x>y</b>');
  const pattern =
    formatPattern(schema, info.required) ?? (checksPlaceholders ? textPattern(isMarkdown) : undefined);
  const hint = maxLength > 0 ? `${info.hint} At most ${String(maxLength)} characters.` : info.hint;
  return {
    ...info,
    hint,
    widget: isMultiline || maxLength > inputLength ? 'text' : 'string',
    use_emoji_autocomplete: false,
    ...(pattern && { pattern }),
  };
}

function accepts(schema: z.ZodString, text: string): boolean {
  return schema.safeParse(text).success;
}

/** A pattern for the editor: a regular expression, and the message for a text that does not match it. */
type Pattern = [expression: string, message: string];

/** A text that matches no pattern of the schemas. */
const nonMatchingText = '\u0000';

/** Returns the pattern of a schema made by `patternText()`, with the message of the schema. */
function formatPattern(schema: z.ZodString, required: boolean): Pattern | undefined {
  const check = schema.def.checks?.find((item) => item instanceof z.core.$ZodCheckRegex);
  if (!check) return undefined;
  const { source } = check._zod.def.pattern;
  const issues = schema.safeParse(nonMatchingText).error?.issues ?? [];
  const message = issues.find(({ code }) => code === 'invalid_format')?.message ?? '';
  // The message begins with the wrong text, which the editor shows anyway.
  return [`/${required ? source : `^$|${source}`}/`, message.replace(/^.*(?=Expected: )/, '')];
}

/** Unknown names in braces, and any name in several braces. */
const unknownName = `(?:\\{{2,}[^{}]+\\}|\\{[^{}]+\\}{2,}|\\{(?!\\s*(?:${placeholderNames.join('|').replaceAll('.', '\\.')})\\s*\\})[^{}]+\\})`;
/** HTML that Markdown must not contain. Links such as <https://…> and `code` are not HTML. */
const otherHtml = '(?<!`)<(?!br ?\\/?>|\\/?(?:em|strong|kbd|sub|sup)>|https?:|mailto:)[a-zA-Z!\\/][^>]*>';
const placeholderList = placeholderNames.map((name) => `{${name}}`).join(', ');

/** Returns the pattern of a text with placeholders, which agrees with the check of the build. */
export function textPattern(isMarkdown: boolean): Pattern {
  return isMarkdown
    ? [
        `/^(?![\\s\\S]*(?:${unknownName}|${otherHtml}))/`,
        `Has an unknown placeholder, or HTML other than <br> and pairs of em, strong, kbd, sub and sup. Placeholders: ${placeholderList}`,
      ]
    : [`/^(?![\\s\\S]*${unknownName})/`, `Has an unknown placeholder. There are: ${placeholderList}`];
}
