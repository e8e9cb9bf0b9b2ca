import type { Field } from '@sveltia/cms';
import * as z from 'zod';
import { inputSizes } from '../copy/schemas/field.ts';
import type { FieldInfo } from './field-info.ts';

/** Texts with a longer maximum get an input of several lines. */
const inputLength = 80;

/**
 * Returns the editor's field for a text: one line, or several for Markdown and for long texts. The editor can check only patterns.
 * The build and the development server check everything else.
 */
export function textField(info: FieldInfo, schema: z.ZodString): Field {
  const { isMultiline, maxLength = 0 } = inputSizes.get(schema) ?? {};
  const pattern = formatPattern(schema, info.required);
  const hint = maxLength > 0 ? `${info.hint} At most ${String(maxLength)} characters.` : info.hint;
  return {
    ...info,
    hint,
    widget: isMultiline || maxLength > inputLength ? 'text' : 'string',
    use_emoji_autocomplete: false,
    ...(pattern && { pattern }),
  };
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
