import { catalogue, type ProblemCode } from '../../shared/problems.ts';
import type { ErrorShape } from '../http/error-shapes.ts';
import { type Json, jsonSchema, type NamedSchemas } from './json-schema.ts';

/** An error of this shape whose code is one of `codes`: schema and example. */
export function problemContent(
  { schema, extra }: ErrorShape,
  codes: readonly ProblemCode[],
  named: NamedSchemas,
): Json {
  const [code] = codes;
  const text = code ? catalogue[code].text : '';
  return {
    schema: { allOf: [jsonSchema(schema, 'output', named), { properties: { code: { enum: codes } } }] },
    example: { error: text, code, requestId: '5f6f1d33-8f30-4cc0-a4a2-019a2f4e6f0f', ...extra(text) },
  };
}
