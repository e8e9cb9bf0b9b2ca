import * as z from 'zod';
import { type ProblemCode, catalogueText } from '../../shared/problems.ts';
import { type Json, jsonSchema, type NamedSchemas } from './json-schema.ts';

const shape = z.object({
  error: z.string().describe('A sentence for people'),
  code: z.string().describe('Stable: what a program goes by'),
  requestId: z.string().describe('What the log knows the request by'),
  fields: z
    .array(z.object({ field: z.string(), message: z.string() }))
    .optional()
    .describe('What is wrong with which field of the request'),
});

/** What the errors of some paths say beside the usual fields: see errorExtra. */
const special = [
  {
    path: /^\/api\/auth\/reset-password$/,
    shape: shape.extend({ success: z.literal(false) }).meta({ id: 'ResetProblem' }),
    extra: () => ({ success: false }),
  },
  {
    path: /^(\/api)?\/user-profiles/,
    shape: shape
      .extend({ message: z.string().describe('The same sentence as `error`') })
      .meta({ id: 'ProfileProblem' }),
    extra: (text: string) => ({ message: text }),
  },
] as const;

const usual = { shape: shape.meta({ id: 'Problem' }), extra: () => ({}) };

/** The error answer of a path where its code is one of `codes`: schema and example. */
export const problemContent = (path: string, codes: readonly ProblemCode[], named: NamedSchemas): Json => {
  const found = special.find((row) => row.path.test(path)) ?? usual;
  const [code] = codes;
  const text = code ? catalogueText(code) : '';
  return {
    schema: {
      allOf: [jsonSchema(found.shape, 'output', named), { properties: { code: { enum: codes } } }],
    },
    example: {
      error: text,
      code,
      requestId: '5f6f1d33-8f30-4cc0-a4a2-019a2f4e6f0f',
      ...found.extra(text),
    },
  };
};
