import fc from 'fast-check';
import { fromSchema } from './from-schema.ts';
import { oddText } from './odd-values.ts';
import { mutate, toJsonText } from './invalid-bodies.ts';
import type { Target } from './target.ts';

/** The body of a request, and its Content-Type. */
export interface RequestBody {
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

/** Generates bodies of an operation: valid bodies, and bodies with a fault in the content or the type. */
export function bodyOf({
  method,
  operation,
  working,
  keepsWorkingBody = false,
}: Target): fc.Arbitrary<RequestBody> {
  const noBody: RequestBody = { body: undefined, headers: {} };
  if (method === 'GET') return fc.constant(noBody);
  const documented = operation.requestBody?.content ?? {};
  const schema = documented['application/json']?.schema;
  // A call whose description has no body must accept any body.
  if (schema === undefined)
    return fc.oneof(
      fc.constant(noBody),
      toJsonText(oddText).map((body) => ({ body, headers: json })),
    );
  const workingBodies = working.map(({ body }) => body);
  const value = mutate(
    fc.oneof(
      { arbitrary: fromSchema(schema), weight: keepsWorkingBody ? 0 : 1 },
      ...(workingBodies.length > 0 ? [{ arbitrary: fc.constantFrom(...workingBodies), weight: 1 }] : []),
    ),
  );
  const asJson = { arbitrary: toJsonText(value).map((body) => ({ body, headers: json })), weight: 12 };
  const otherType = {
    arbitrary: fc
      .tuple(toJsonText(value), types)
      .map(([body, type]) => ({ body, headers: { 'content-type': type } })),
    weight: 1,
  };
  const form = {
    arbitrary: fc
      .oneof(value.map(asForm), oddText)
      .map((body) => ({ body, headers: { 'content-type': 'application/x-www-form-urlencoded' } })),
    weight: 3,
  };
  return fc.oneof(asJson, otherType, ...('application/x-www-form-urlencoded' in documented ? [form] : []));
}
