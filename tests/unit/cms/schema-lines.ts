import * as z from 'zod';

/** A field as one line: where it is, of which kind, and whether it must be there. */
export const lineOf = (place: string, kind: string, required: boolean): string =>
  `${place}: ${kind}${required ? ', required' : ''}`;

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

const kindOf = ({ type = 'unknown', format, enum: words, items, oneOf }: Json): string => {
  if (items) return items.enum ? 'choices' : `list of ${kindOf(items)}`;
  if (words) return 'choice';
  return oneOf ? 'kinds' : format === 'date' ? 'date' : type;
};

/** What is inside of a field. */
const insideOf = (place: string, { items, oneOf, properties, required = [] }: Json): string[] => {
  if (items) return insideOf(`${place}[]`, items);
  if (oneOf)
    return oneOf.flatMap((kind) => insideOf(`${place}(${String(kind.properties?.type?.const)})`, kind));
  return Object.entries(properties ?? {})
    .filter(([, { const: fixed }]) => fixed === undefined)
    .flatMap(([name, field]) => [
      lineOf(`${place}.${name}`, kindOf(field), required.includes(name)),
      ...insideOf(`${place}.${name}`, field),
    ]);
};

/** Every field of a schema, by its JSON Schema: what a file has to say, not what it is read as. */
export const linesOfSchema = (place: string, schema: z.ZodType): string[] =>
  insideOf(
    place,
    z.toJSONSchema(schema, {
      io: 'input',
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => {
        if (zodSchema._zod.def.type === 'date') Object.assign(jsonSchema, { type: 'string', format: 'date' });
      },
    }) as Json,
  ).sort();
