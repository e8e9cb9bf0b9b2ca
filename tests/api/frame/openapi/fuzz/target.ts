import * as z from 'zod';

const content = z.object({ schema: z.unknown(), example: z.unknown().optional() });

/** The used parts of an operation in the document. */
export const operationSchema = z.looseObject({
  parameters: z.array(
    z.looseObject({
      name: z.string(),
      in: z.enum(['path', 'query', 'header']),
      schema: z.unknown(),
      example: z.unknown().optional(),
    }),
  ),
  requestBody: z.looseObject({ content: z.record(z.string(), content) }).optional(),
});

/** An operation of the API, with successful requests. */
export interface Target {
  readonly method: string;
  /** Path in the document: `/api/customers/{id}`. */
  readonly path: string;
  readonly operation: z.infer<typeof operationSchema>;
  /** Paths and bodies of successful requests. */
  readonly working: readonly { readonly path: string; readonly body: unknown }[];
  /** True if bodies are made only from the successful requests, and not from the schema. */
  readonly keepsWorkingBody?: boolean;
}
