import * as z from 'zod';

const content = z.object({ schema: z.unknown(), example: z.unknown().optional() });

/** What the description tells of one operation, as far as requests are made from it. */
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

/** An operation of the API, with requests that work. */
export interface Target {
  readonly method: string;
  /** As the description writes it: `/api/customers/{id}`. */
  readonly path: string;
  readonly operation: z.infer<typeof operationSchema>;
  /** Paths and bodies of requests that work, made before the test. */
  readonly working: readonly { readonly path: string; readonly body: unknown }[];
  /** Whether bodies are made from those that work alone. */
  readonly isAsWorking?: boolean;
}
