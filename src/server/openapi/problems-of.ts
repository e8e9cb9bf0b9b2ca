import { catalogue, type ProblemCode } from '../../shared/problems.ts';
import { ordinaryBody, type Route } from '../http/route.ts';
import type { ErrorShape } from '../http/error-shapes.ts';
import { type Json, jsonSchema, type NamedSchemas } from './json-schema.ts';

const always: readonly ProblemCode[] = [
  // A token that is sent is looked at, even where none is asked for.
  'sign-in-required',
  'auth-not-configured',
  'too-many-requests',
  'internal-error',
  'service-unavailable',
];
const ofBodies: readonly ProblemCode[] = ['request-malformed', 'media-type-unsupported', 'invalid'];

/** Every problem that a call may answer with, by HTTP status: its own, and those of its method, its access and its input. */
export function problemsOf(call: Route): ReadonlyMap<number, readonly ProblemCode[]> {
  const { method, who, params = {}, query, isVersioned, bodyLimit = ordinaryBody } = call;
  const body = call.body ?? call.rawBody;
  const codes = new Set([
    ...(call.problems ?? []),
    ...Object.values(params).flatMap(({ missing }) => missing ?? []),
    ...always,
    ...(who === 'admin' ? (['admin-required'] as const) : []),
    // A body that is sent has a size, even where none is asked for.
    ...(method === 'GET' ? [] : [bodyLimit.problem]),
    ...(body ? (body.problems ?? ofBodies) : []),
    ...(query ? (['invalid'] as const) : []),
    ...(isVersioned ? (['changed-meanwhile'] as const) : []),
  ]);
  return Map.groupBy(codes, (code) => catalogue[code].status);
}

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
