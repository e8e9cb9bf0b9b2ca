import fc from 'fast-check';
import * as z from 'zod';
import { oddText, oddValue } from './odd-values.ts';

/** The used part of JSON Schema. */
const jsonSchema = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  format: z.string().optional(),
  pattern: z.string().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minItems: z.number().optional(),
  items: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
});
type JsonSchema = z.infer<typeof jsonSchema>;

const moments = fc
  .date({ min: new Date('1999-12-31'), max: new Date('2030-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());

const formats: Readonly<Record<string, fc.Arbitrary<string>>> = {
  email: fc
    .tuple(
      fc.stringMatching(/^[a-z=&][a-z0-9.+&/?#%-]{0,30}[a-z0-9]$/),
      fc.constantFrom('mail.example', 'GMAIL.com', 'xn--e1afmkfd.xn--p1ai'),
    )
    .map((parts) => parts.join('@')),
  uuid: fc.oneof(
    fc.uuid(),
    fc.uuid().map((id) => id.toUpperCase()),
  ),
  'date-time': fc.oneof(
    { arbitrary: moments, weight: 4 },
    {
      arbitrary: fc.constantFrom(
        '0000-01-01T00:00:00Z',
        '0001-01-01T00:00:00+23:59',
        '9999-12-31T23:59:59.999999999Z',
        '9999-12-31T23:59:59-23:59',
        '2024-02-29T23:59:60Z',
      ),
      weight: 1,
    },
  ),
  date: moments.map((moment) => moment.slice(0, 10)),
};

/** Generates texts whose length is at a limit, just beyond a limit, or anywhere between, and odd texts. */
function textFor({ minLength = 0, maxLength = 40 }: JsonSchema): fc.Arbitrary<string> {
  return fc.oneof(
    fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 20) }),
    fc
      .tuple(
        fc.constantFrom('x', '7', 'é', '😀'),
        fc.constantFrom(minLength, Math.max(0, minLength - 1), maxLength, maxLength + 1),
      )
      .map(([unit, length]) => unit.repeat(length)),
    oddText,
  );
}

function integerOf({ minimum = -1_000, maximum = 1_000 }: JsonSchema): fc.Arbitrary<number> {
  return fc.oneof(
    fc.integer({ min: minimum, max: maximum }),
    fc.constantFrom(minimum, maximum, minimum - 1, maximum + 1),
  );
}

function objectOf({ properties = {}, required = [] }: JsonSchema): fc.Arbitrary<unknown> {
  return fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, fromSchema(schema)])),
    { requiredKeys: required.filter((name) => name in properties) },
  );
}

function ofType(type: string, parsed: JsonSchema): fc.Arbitrary<unknown> {
  switch (type) {
    case 'string':
      return (
        formats[parsed.format ?? ''] ??
        (parsed.pattern ? fc.stringMatching(new RegExp(parsed.pattern)) : textFor(parsed))
      );
    case 'integer':
      return integerOf(parsed);
    case 'number':
      return fc.oneof(integerOf(parsed), fc.constantFrom(49.99, 59.99));
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(fromSchema(parsed.items ?? {}), { minLength: parsed.minItems ?? 0, maxLength: 4 });
    case 'object':
      return objectOf(parsed);
    default:
      throw new Error(`No generator makes values of the type ${type}.`);
  }
}

/** Generates values that a schema allows, and a few values just beyond its limits. */
export function fromSchema(schema: unknown): fc.Arbitrary<unknown> {
  const parsed = jsonSchema.parse(schema);
  if (parsed.enum) return fc.constantFrom(...parsed.enum);
  if (parsed.const !== undefined) return fc.constant(parsed.const);
  const alternatives = parsed.anyOf ?? parsed.oneOf;
  if (alternatives) return fc.oneof(...alternatives.map(fromSchema));
  if (parsed.type === undefined) return oddValue;
  const types = Array.isArray(parsed.type) ? parsed.type : [parsed.type];
  return fc.oneof(...types.map((type) => ofType(type, parsed)));
}
