import * as z from 'zod/mini';

/** A JSON object: a JSON Schema, or another part of the document. */
export type Json = Readonly<Record<string, unknown>>;

/** The schemas with a name, for `components` of the document. */
export type NamedSchemas = Map<string, Json>;

/**
 * Converts a zod schema to a JSON Schema (2020-12): `input` for requests, `output` for answers, which have no other fields.
 * Moves schemas that have an `id` into `named`, and refers to them.
 */
export function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output', named: NamedSchemas): Json {
  const {
    $defs = {},
    $schema: _,
    ...rootSchema
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema: part }) => {
      // The format says enough; its pattern has 300 characters.
      if (part.format) delete part.pattern;
    },
  });
  for (const [name, part] of Object.entries($defs)) if (isObject(part)) named.set(name, mapReferences(part));
  return mapReferences(rootSchema);
}

/** Makes references point to `components`. */
function mapReferences(object: Json): Json {
  return Object.fromEntries(Object.entries(object).map(([key, part]) => [key, mapValue(part)]));
}

function mapValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(mapValue);
  if (typeof value === 'string') return value.replace(/^#\/\$defs\//, '#/components/schemas/');
  return isObject(value) ? mapReferences(value) : value;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
