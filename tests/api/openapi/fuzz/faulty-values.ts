import fc from 'fast-check';
import { oddText, oddValue } from './odd-values.ts';

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function without(fields: Fields, draw: number): Fields {
  const names = Object.keys(fields);
  const dropped = names[draw % Math.max(1, names.length)];
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== dropped));
}

/** Replaces the value of a field or of a nested field. */
function replaced(value: unknown, draw: number, by: unknown): unknown {
  if (Array.isArray(value) && value.length > 0)
    return value.map((item: unknown, index) =>
      index === draw % value.length ? replaced(item, draw >> 2, by) : item,
    );
  if (!isFields(value) || Object.keys(value).length === 0) return by;
  const entries = Object.entries(value);
  return Object.fromEntries(
    entries.map(([name, item], index) => {
      if (index !== draw % entries.length) return [name, item];
      return [name, draw % 3 === 0 ? replaced(item, draw >> 2, by) : by];
    }),
  );
}

const extraName = fc.oneof(
  fc.constantFrom('id', 'version', 'admin', 'role', 'owner_uid', '__proto__', 'constructor', 'toString'),
  oddText,
);

/** A value unchanged, or with a fault: a missing field, another type, an extra field, or a list. */
export function maybeFaulty(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof(
    { arbitrary: value, weight: 5 },
    {
      arbitrary: fc
        .tuple(value, fc.nat(50))
        .map(([found, draw]) => (isFields(found) ? without(found, draw) : null)),
      weight: 1,
    },
    {
      arbitrary: fc.tuple(value, fc.nat(50), oddValue).map(([found, draw, by]) => replaced(found, draw, by)),
      weight: 5,
    },
    {
      arbitrary: fc
        .tuple(value, extraName, oddValue)
        .map(([found, name, more]) => (isFields(found) ? { ...found, [name]: more } : [found, more])),
      weight: 1,
    },
    { arbitrary: value.map((found) => [found]), weight: 1 },
    { arbitrary: oddValue, weight: 1 },
  );
}

/** A value as JSON, sometimes malformed. */
export function asText(value: fc.Arbitrary<unknown>): fc.Arbitrary<string> {
  const text = value.map((found) => JSON.stringify(found));
  return fc.oneof(
    { arbitrary: text, weight: 12 },
    { arbitrary: fc.tuple(text, fc.nat(60)).map(([found, at]) => found.slice(0, at)), weight: 1 },
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
