import * as z from 'zod/mini';
import { catalogue, type ProblemCode } from '../../shared/problems.ts';
import { errorExtra } from '../http/error-extra.ts';
import { type Json, jsonSchema, type NamedSchemas } from './json-schema.ts';

const shape = z.object({
  error: z.string().check(z.describe('A sentence for people')),
  code: z.string().check(z.describe('Stable: what a program goes by')),
  requestId: z.string().check(z.describe('What the log knows the request by')),
  fields: z
    .optional(z.array(z.object({ field: z.string(), message: z.string() })))
    .check(z.describe('What is wrong with which field of the request')),
});

const usualShape = shape.check(z.meta({ id: 'Problem' }));
const resetShape = z.extend(shape, { success: z.literal(false) }).check(z.meta({ id: 'ResetProblem' }));
const profileShape = z
  .extend(shape, { message: z.string().check(z.describe('The same sentence as `error`')) })
  .check(z.meta({ id: 'ProfileProblem' }));

const shapeWith = (extra: object) =>
  'success' in extra ? resetShape : 'message' in extra ? profileShape : usualShape;

/** The error answer of a path where its code is one of `codes`: schema and example. */
export const problemContent = (path: string, codes: readonly ProblemCode[], named: NamedSchemas): Json => {
  const [code] = codes;
  const text = code ? catalogue[code].text : '';
  const extra = errorExtra(path, text);
  return {
    schema: {
      allOf: [jsonSchema(shapeWith(extra), 'output', named), { properties: { code: { enum: codes } } }],
    },
    example: {
      error: text,
      code,
      requestId: '5f6f1d33-8f30-4cc0-a4a2-019a2f4e6f0f',
      ...extra,
    },
  };
};
