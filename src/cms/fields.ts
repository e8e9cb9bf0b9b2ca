import type { Field } from '@sveltia/cms';
import * as z from 'zod';
import { type FieldInfo, fieldInfo, kindLabel, type Schema, unwrap } from './field-info.ts';
import { textField } from './text-field.ts';

/** Returns the editor's fields for an object, without the field `omitted`, which the editor sets itself. */
export function fieldsOf({ shape }: z.ZodObject, omitted?: string): Field[] {
  return Object.entries(shape)
    .filter(([name]) => name !== omitted)
    .map(([name, schema]) => fieldOf(name, schema));
}

/** Returns the editor's field for a field of a content file. Throws for a schema without a widget. */
export function fieldOf(name: string, field: Schema): Field {
  const unwrapped = unwrap(field);
  const { schema, defaultValue } = unwrapped;
  const info = fieldInfo(name, unwrapped);
  if (schema instanceof z.ZodString) return textField(info, schema);
  if (schema instanceof z.ZodEnum)
    return {
      ...info,
      widget: 'select',
      options: schema.options.map(String),
      ...(typeof defaultValue === 'string' && { default: defaultValue }),
    };
  if (schema instanceof z.ZodBoolean) return { ...info, widget: 'boolean', default: defaultValue === true };
  if (schema instanceof z.ZodNumber)
    return {
      ...info,
      widget: 'number',
      value_type: schema.format?.includes('int') ? 'int' : 'float',
      ...(schema.minValue !== null && { min: schema.minValue }),
    };
  if (schema instanceof z.ZodDate)
    return { ...info, widget: 'datetime', type: 'date', format: 'YYYY-MM-DD', input_timezone: 'utc' };
  if (schema instanceof z.ZodObject)
    return { ...info, widget: 'object', summary: summaryOf(schema), fields: fieldsOf(schema) };
  if (schema instanceof z.ZodArray) return listField(info, schema);
  throw new Error(
    `The content editor has no widget for "${name}", which is of the type ${schema._zod.def.type}.`,
  );
}

function listField(info: FieldInfo, schema: z.ZodArray): Field {
  const item = schema.element;
  // The editor would apply the minimum to an optional list that is missing.
  const limits = info.required ? { min: minimumLength(schema) } : {};
  if (item instanceof z.ZodEnum)
    return { ...info, ...limits, widget: 'select', multiple: true, options: item.options.map(String) };
  const list = { ...info, ...limits, widget: 'list' as const };
  if (item instanceof z.ZodDiscriminatedUnion) {
    const typeKey = item.def.discriminator;
    return { ...list, collapsed: true, typeKey, types: item.options.map((kind) => itemKind(kind, typeKey)) };
  }
  if (item instanceof z.ZodObject)
    return { ...list, collapsed: 'auto', summary: summaryOf(item), fields: fieldsOf(item) };
  return { ...list, field: fieldOf(info.name, item) };
}

/** Returns a kind of item of a list whose items have a type, such as the sections of a page. */
function itemKind(schema: Schema, key: string) {
  const literal: unknown = schema instanceof z.ZodObject ? schema.shape[key] : undefined;
  if (!(schema instanceof z.ZodObject) || !(literal instanceof z.ZodLiteral))
    throw new Error(`The content editor needs one "${key}" for each kind of item.`);
  const name = String(literal.value);
  return {
    name,
    label: kindLabel(name),
    widget: 'object' as const,
    summary: summaryOf(schema),
    fields: fieldsOf(schema, key),
  };
}

/** Returns the summary of a collapsed list item: its heading, or its first required text. */
function summaryOf({ shape }: z.ZodObject): string {
  const texts = Object.keys(shape).filter((name) => shape[name] instanceof z.ZodString);
  const name = texts.find((text) => text === 'heading') ?? texts[0];
  return name === undefined ? '' : `{{${name}}}`;
}

function minimumLength(schema: z.ZodArray): number {
  const check = schema.def.checks?.find((item) => item instanceof z.core.$ZodCheckMinLength);
  return check?._zod.def.minimum ?? 0;
}
