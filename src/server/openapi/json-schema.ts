import * as z from 'zod/mini';

/** A JSON object: a JSON Schema, or any part of the description. */
export type Json = Readonly<Record<string, unknown>>;

/** The shapes with a name, as components of the description. */
export type NamedSchemas = Map<string, Json>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const toComponents = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(toComponents);
  if (typeof value === 'string') return value.replace(/^#\/\$defs\//, '#/components/schemas/');
  return isObject(value) ? mapped(value) : value;
};

const mapped = (object: Json): Json =>
  Object.fromEntries(Object.entries(object).map(([key, part]) => [key, toComponents(part)]));

/**
 * A zod schema as a JSON Schema (2020-12): `input` is what a caller may send, `output` what is answered, with no
 * other fields. Shapes that carry an `id` are put into `named` and referred to.
 */
export const jsonSchema = (schema: z.ZodMiniType, io: 'input' | 'output', named: NamedSchemas): Json => {
  const {
    $defs = {},
    $schema: _,
    ...rest
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema: found }) => {
      // A format says it for people and programs; its pattern is 300 characters long.
      if (found.format) delete found.pattern;
    },
  });
  for (const [name, part] of Object.entries($defs)) if (isObject(part)) named.set(name, mapped(part));
  return mapped(rest);
};
