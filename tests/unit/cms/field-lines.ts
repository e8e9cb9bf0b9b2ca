import type { Field } from '@sveltia/cms';
import * as z from 'zod';

/*
 * Compares the fields of the editor with those of a schema. Both become lines such as `pages.title: string, required`.
 */

function lineOf(path: string, kind: string, isRequired: boolean): string {
  return `${path}: ${kind}${isRequired ? ', required' : ''}`;
}

/** Returns all fields of a schema, from the JSON Schema of its input. */
export function schemaLines(path: string, schema: z.ZodType): string[] {
  return linesInside(
    path,
    z.toJSONSchema(schema, {
      io: 'input',
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => {
        if (zodSchema._zod.def.type === 'date') Object.assign(jsonSchema, { type: 'string', format: 'date' });
      },
    }) as Json,
  ).sort();
}

interface Json {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly items?: Json;
  readonly oneOf?: readonly Json[];
  readonly properties?: Readonly<Record<string, Json>>;
  readonly required?: readonly string[];
}

function schemaKind({ type = 'unknown', format, enum: words, items, oneOf }: Json): string {
  if (items) return items.enum ? 'choices' : `list of ${schemaKind(items)}`;
  if (words) return 'choice';
  return oneOf ? 'kinds' : format === 'date' ? 'date' : type;
}

function linesInside(path: string, { items, oneOf, properties, required = [] }: Json): string[] {
  if (items) return linesInside(`${path}[]`, items);
  if (oneOf)
    return oneOf.flatMap((kind) => linesInside(`${path}(${String(kind.properties?.type?.const)})`, kind));
  return Object.entries(properties ?? {})
    .filter(([, field]) => field.const === undefined)
    .flatMap(([name, field]) => [
      lineOf(`${path}.${name}`, schemaKind(field), required.includes(name)),
      ...linesInside(`${path}.${name}`, field),
    ]);
}

/** Returns all fields of the editor. */
export function editorLines(path: string, fields: readonly Field[]): string[] {
  return fields
    .flatMap((field) => [
      lineOf(`${path}.${field.name}`, editorKind(field), 'required' in field && field.required === true),
      ...nestedEditorLines(`${path}.${field.name}`, field),
    ])
    .sort();
}

function nestedEditorLines(path: string, field: Field): string[] {
  const items = field.widget === 'list' ? `${path}[]` : path;
  if ('types' in field)
    return (field.types as { name: string; fields?: Field[] }[]).flatMap(({ name, fields = [] }) =>
      editorLines(`${items}(${name})`, fields),
    );
  return editorLines(items, 'fields' in field ? ((field.fields ?? []) as Field[]) : []);
}

function editorKind(field: Field): string {
  switch (field.widget) {
    case undefined:
    case 'string':
    case 'text':
      return 'string';
    case 'select':
      return 'multiple' in field && field.multiple === true ? 'choices' : 'choice';
    case 'number':
      return 'value_type' in field && field.value_type === 'int' ? 'integer' : 'number';
    case 'datetime':
      return 'type' in field && field.type === 'date' ? 'date' : 'time';
    case 'list':
      if ('types' in field) return 'list of kinds';
      return 'field' in field ? `list of ${editorKind(field.field as Field)}` : 'list of object';
    default:
      return field.widget;
  }
}
