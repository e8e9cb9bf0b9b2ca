import type { Field } from '@sveltia/cms';
import { lineOf } from './schema-lines.ts';

const inner = (field: Field): readonly Field[] =>
  'fields' in field ? ((field.fields ?? []) as Field[]) : [];

const listKind = (field: Field): string => {
  if ('types' in field) return 'list of kinds';
  return 'field' in field ? `list of ${kindOf(field.field as Field)}` : 'list of object';
};

const kindOf = (field: Field): string => {
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
      return listKind(field);
    default:
      return field.widget;
  }
};

const insideOf = (place: string, field: Field): string[] => {
  const items = field.widget === 'list' ? `${place}[]` : place;
  if ('types' in field)
    return (field.types as { name: string; fields?: Field[] }[]).flatMap(({ name, fields = [] }) =>
      linesOfFields(`${items}(${name})`, fields),
    );
  return linesOfFields(items, inner(field));
};

/** Every field that the editor shows, as lines that a schema's are compared with. */
export const linesOfFields = (place: string, fields: readonly Field[]): string[] =>
  fields
    .flatMap((field) => [
      lineOf(`${place}.${field.name}`, kindOf(field), 'required' in field && field.required === true),
      ...insideOf(`${place}.${field.name}`, field),
    ])
    .sort();
