import fc from 'fast-check';
import { fromSchema } from './from-schema.ts';
import { oddText } from './odd-values.ts';
import { asText, maybeFaulty } from './faulty-values.ts';
import type { Target } from './target.ts';

/** The body of a request, and its Content-Type. */
export interface Content {
  readonly body: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

function asForm(value: unknown): string {
  return new URLSearchParams(
    Object.entries(typeof value === 'object' && value !== null ? value : {}).map(([name, item]) => [
      name,
      typeof item === 'string' ? item : JSON.stringify(item),
    ]),
  ).toString();
}

const types = fc.constantFrom(
  'text/plain',
  'multipart/form-data',
  'application/json;charset=utf-16',
  'application/JSON',
  'application/x-www-form-urlencoded',
  'x',
);

const json = { 'content-type': 'application/json' };

/** Bodies of an operation: valid ones, and ones with a fault in the content or the type. */
export function contentOf({
  method,
  operation,
  working,
  isAsWorking = false,
}: Target): fc.Arbitrary<Content> {
  const nothing: Content = { body: undefined, headers: {} };
  if (method === 'GET') return fc.constant(nothing);
  const described = operation.requestBody?.content ?? {};
  const schema = described['application/json']?.schema;
  // A call without a body must accept one.
  if (schema === undefined)
    return fc.oneof(
      fc.constant(nothing),
      asText(oddText).map((body) => ({ body, headers: json })),
    );
  const real = working.map(({ body }) => body);
  const value = maybeFaulty(
    fc.oneof(
      { arbitrary: fromSchema(schema), weight: isAsWorking ? 0 : 1 },
      ...(real.length > 0 ? [{ arbitrary: fc.constantFrom(...real), weight: 1 }] : []),
    ),
  );
  const asJson = { arbitrary: asText(value).map((body) => ({ body, headers: json })), weight: 12 };
  const otherwise = {
    arbitrary: fc
      .tuple(asText(value), types)
      .map(([body, type]) => ({ body, headers: { 'content-type': type } })),
    weight: 1,
  };
  const form = {
    arbitrary: fc
      .oneof(value.map(asForm), oddText)
      .map((body) => ({ body, headers: { 'content-type': 'application/x-www-form-urlencoded' } })),
    weight: 3,
  };
  return fc.oneof(asJson, otherwise, ...('application/x-www-form-urlencoded' in described ? [form] : []));
}
