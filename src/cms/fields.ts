import type { Field } from '@sveltia/cms';
import * as z from 'zod';
import { type About, aboutOf, bare, type Schema } from './about.ts';
import { kindLabelOf } from './labels.ts';
import { textField } from './texts.ts';

/** The editor's fields for an object, in its order; `without` names one that is not written by hand. */
export const fieldsOf = ({ shape }: z.ZodObject, without?: string): Field[] =>
  Object.entries(shape)
    .filter(([name]) => name !== without)
    .map(([name, schema]) => fieldOf(name, schema));

/** What a folded item of a list shows of itself: its heading, or the first text that it must have. */
const summaryOf = ({ shape }: z.ZodObject): string => {
  const texts = Object.keys(shape).filter((name) => shape[name] instanceof z.ZodString);
  const name = texts.find((text) => text === 'heading') ?? texts[0];
  return name === undefined ? '' : `{{${name}}}`;
};

/** A kind of item of a list whose items name their kind. */
const kindOf = (schema: Schema, key: string) => {
  const literal: unknown = schema instanceof z.ZodObject ? schema.shape[key] : undefined;
  if (!(schema instanceof z.ZodObject) || !(literal instanceof z.ZodLiteral))
    throw new Error(`The content editor wants one "${key}" for each kind of item.`);
  const name = String(literal.value);
  return {
    name,
    label: kindLabelOf(name),
    widget: 'object' as const,
    summary: summaryOf(schema),
    fields: fieldsOf(schema, key),
  };
};

const leastOf = (schema: z.ZodArray): number => {
  const check = schema.def.checks?.find((one) => one instanceof z.core.$ZodCheckMinLength);
  return check?._zod.def.minimum ?? 0;
};

const listField = (about: About, schema: z.ZodArray): Field => {
  const item = schema.element;
  // The editor would count the missing lines of a list that may be missing.
  const least = about.required ? { min: leastOf(schema) } : {};
  if (item instanceof z.ZodEnum)
    return { ...about, ...least, widget: 'select', multiple: true, options: item.options.map(String) };
  const list = { ...about, ...least, widget: 'list' as const };
  if (item instanceof z.ZodDiscriminatedUnion) {
    const typeKey = item.def.discriminator;
    return { ...list, collapsed: true, typeKey, types: item.options.map((kind) => kindOf(kind, typeKey)) };
  }
  if (item instanceof z.ZodObject)
    return { ...list, collapsed: 'auto', summary: summaryOf(item), fields: fieldsOf(item) };
  return { ...list, field: fieldOf(about.name, item) };
};

/**
 * The editor's field for a field of a content file: of the same kind, required where it is, described by its
 * description. Throws where the editor has no such kind.
 */
export const fieldOf = (name: string, field: Schema): Field => {
  const content = bare(field);
  const { schema, preset } = content;
  const about = aboutOf(name, content);
  if (schema instanceof z.ZodString) return textField(about, schema);
  if (schema instanceof z.ZodEnum)
    return {
      ...about,
      widget: 'select',
      options: schema.options.map(String),
      ...(typeof preset === 'string' && { default: preset }),
    };
  if (schema instanceof z.ZodBoolean) return { ...about, widget: 'boolean', default: preset === true };
  if (schema instanceof z.ZodNumber)
    return {
      ...about,
      widget: 'number',
      value_type: schema.format?.includes('int') ? 'int' : 'float',
      min: 0,
    };
  if (schema instanceof z.ZodDate)
    return { ...about, widget: 'datetime', type: 'date', format: 'YYYY-MM-DD', input_timezone: 'utc' };
  if (schema instanceof z.ZodObject)
    return { ...about, widget: 'object', summary: summaryOf(schema), fields: fieldsOf(schema) };
  if (schema instanceof z.ZodArray) return listField(about, schema);
  throw new Error(`The content editor has no field of the kind ${schema._zod.def.type}, which "${name}" is.`);
};
