import fc from 'fast-check';
import { oddText, oddValue } from './odd-values.ts';

type Fields = Readonly<Record<string, unknown>>;

const extraName = fc.oneof(
  fc.constantFrom('id', 'version', 'admin', 'role', 'owner_uid', '__proto__', 'constructor', 'toString'),
  oddText,
);

/** Generates values that are unchanged, miss a field, have another value in a field, have an extra field, or are in a list. */
export function mutate(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof(
    { arbitrary: value, weight: 5 },
    {
      arbitrary: fc
        .tuple(value, fc.nat(50))
        .map(([original, random]) => (isFields(original) ? removeField(original, random) : null)),
      weight: 1,
    },
    {
      arbitrary: fc
        .tuple(value, fc.nat(50), oddValue)
        .map(([original, random, replacement]) => replaceField(original, random, replacement)),
      weight: 5,
    },
    {
      arbitrary: fc
        .tuple(value, extraName, oddValue)
        .map(([original, name, extra]) =>
          isFields(original) ? { ...original, [name]: extra } : [original, extra],
        ),
      weight: 1,
    },
    { arbitrary: value.map((original) => [original]), weight: 1 },
    { arbitrary: oddValue, weight: 1 },
  );
}

/** Generates JSON texts of the values, and a few texts that are not JSON. */
export function toJsonText(value: fc.Arbitrary<unknown>): fc.Arbitrary<string> {
  const text = value.map((item) => JSON.stringify(item));
  return fc.oneof(
    { arbitrary: text, weight: 12 },
    { arbitrary: fc.tuple(text, fc.nat(60)).map(([json, length]) => json.slice(0, length)), weight: 1 },
    {
      arbitrary: fc.constantFrom(
        '',
        'NaN',
        '{',
        '\ufeff{}',
        '{"a":1}{"a":1}',
        '{"name":"a","name":"b"}',
        "{'a':1}",
        '1e999999',
        '"\\ud800"',
        '{"__proto__":{"admin":true}}',
        '['.repeat(5_000),
        `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
        `{"name":"${'x'.repeat(70_000)}"}`,
      ),
      weight: 1,
    },
    { arbitrary: oddText, weight: 1 },
  );
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function removeField(fields: Fields, random: number): Fields {
  const names = Object.keys(fields);
  const removed = names[random % Math.max(1, names.length)];
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== removed));
}

/** Replaces one field of a value, or one field inside of that field. The random number selects the field. */
function replaceField(value: unknown, random: number, replacement: unknown): unknown {
  if (Array.isArray(value) && value.length > 0)
    return value.map((item: unknown, index) =>
      index === random % value.length ? replaceField(item, random >> 2, replacement) : item,
    );
  if (!isFields(value) || Object.keys(value).length === 0) return replacement;
  const entries = Object.entries(value);
  return Object.fromEntries(
    entries.map(([name, item], index) => {
      if (index !== random % entries.length) return [name, item];
      return [name, random % 3 === 0 ? replaceField(item, random >> 2, replacement) : replacement];
    }),
  );
}
