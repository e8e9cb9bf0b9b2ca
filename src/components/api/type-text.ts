import type { Schema } from './description.ts';

/** The name of the shape that a schema refers to. */
const shapeName = ({ $ref }: Schema): string | undefined => $ref?.replace(/^.*\//, '');

const limits = ({ minimum, maximum, maxLength, maxItems }: Schema): readonly string[] => [
  ...(minimum !== undefined && maximum !== undefined && maximum < 1_000_000
    ? [`${String(minimum)} to ${String(maximum)}`]
    : []),
  ...(maxLength === undefined ? [] : [`at most ${String(maxLength)} characters`]),
  ...(maxItems === undefined ? [] : [`at most ${String(maxItems)}`]),
];

const bare = (schema: Schema): string => {
  const { type, format, items, anyOf } = schema;
  if (schema.$ref) return shapeName(schema) ?? '';
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (anyOf) return anyOf.map(typeText).join(' or ');
  if (items) return `list of ${typeText(items)}`;
  if (type === undefined) return 'any';
  return (typeof type === 'string' ? [type] : type)
    .map((name) => (name === 'string' && format ? format : name))
    .join(' or ');
};

/** A schema's type in a few words: `string or null`, `list of Affiliate`, with its limits. */
export const typeText = (schema: Schema): string => [bare(schema), ...limits(schema)].join(', ');
