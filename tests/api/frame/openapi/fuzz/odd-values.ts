import fc from 'fast-check';

/** Generates texts that break databases, parsers, spreadsheets or displays. */
export const oddText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    'a\udfffb',
    '\ufeff',
    '\u202eabc',
    'e\u0301\u0301\u0301',
    '👩‍👩‍👧‍👦',
    'İ',
    'ß',
    '\r\n',
    '\t',
    'NaN',
    'Infinity',
    '-0',
    '1e999',
    '9223372036854775808',
    'null',
    'undefined',
    'true',
    '__proto__',
    'constructor',
    '%00',
    '%',
    '%_\\',
    "'; drop table customers; --",
    '=1+1',
    '<script>',
    '..',
    '../..',
    '${x}',
    '2025-02-30T25:61:61Z',
    '0000-00-00',
    '+275760-09-13T00:00:00.001Z',
    'a@b',
    '"a b"@mail.example',
    `${'a'.repeat(300)}@mail.example`,
    '00000000-0000-0000-0000-000000000000',
    '{"a":1}',
  ),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc
    .tuple(
      fc.constantFrom('x', 'ä', '😀', '\n', '"', ' '),
      fc.constantFrom(31, 64, 100, 128, 200, 255, 256, 2_049, 5_000),
    )
    .map(([unit, length]) => unit.repeat(length)),
);

const oddNumber = fc.oneof(
  fc.constantFrom(-1, 0, -0, 0.1, 1e308, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 2 ** 63, 1e-320),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

function nested(depth: number): unknown {
  return JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`);
}

/** Generates any JSON value. */
export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  { arbitrary: oddText, weight: 6 },
  { arbitrary: oddNumber, weight: 3 },
  { arbitrary: fc.constantFrom(null, true, false, [], {}, [[]], [null], { toString: 1 }), weight: 2 },
  { arbitrary: fc.constantFrom(1, 60, 900).map(nested), weight: 1 },
  { arbitrary: fc.array(oddText, { maxLength: 3 }), weight: 1 },
  { arbitrary: fc.dictionary(oddText, fc.oneof(oddText, oddNumber), { maxKeys: 3 }), weight: 1 },
);
