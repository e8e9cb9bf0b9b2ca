import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byteOrderMark, type CsvCell, parseCsv, writeCsv } from '../../../src/shared/csv.ts';
import { randomRuns } from '../../seed.ts';

describe('writing', () => {
  it.each<[string, readonly CsvCell[], string]>([
    ['plain cells', ['a', 'b c', '1'], 'a,b c,1\r\n'],
    [
      'cells that need quotes',
      ['a,b', 'say "hi"', 'two\nlines', 'cr\rlf\r\n'],
      '"a,b","say ""hi""","two\nlines","cr\rlf\r\n"\r\n',
    ],
    ['numbers, also negative ones, as they are', [12.5, -5, 0], '12.5,-5,0\r\n'],
    ['amounts with their cents', [{ cents: 1250 }, { cents: -600 }, { cents: 0 }], '12.50,-6.00,0.00\r\n'],
  ])('%s', (_case, row, text) => {
    expect(writeCsv([row])).toBe(text);
  });

  it.each(['=1+1', '+1', '-1', '@sum(A1)', '\tx', '\rx', '=HYPERLINK("http://evil.example")'])(
    'lets no spreadsheet calculate %j',
    (text) => {
      expect(writeCsv([[text]])).toMatch(/^"?'/);
      expect(parseCsv(writeCsv([[text]]))).toEqual([[text]]);
    },
  );
});

describe('reading', () => {
  it.each<[string, string, string[][]]>([
    [
      'CRLF',
      'a,b\r\nc,d\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'LF',
      'a,b\nc,d\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'no end of the last line',
      'a,b\nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['a byte order mark', `${byteOrderMark}a,b\n`, [['a', 'b']]],
    ['quoted commas, quotation marks and line ends', '"a,b","c""d","e\r\nf"\n', [['a,b', 'c"d', 'e\r\nf']]],
    [
      'empty cells',
      ',\n"",\n',
      [
        ['', ''],
        ['', ''],
      ],
    ],
    ['empty lines', 'a\n\nb\n', [['a'], [''], ['b']]],
    ['a quotation mark inside a plain cell', 'a"b,c\n', [['a"b', 'c']]],
    [
      'any blanks around quotes as if they were missing',
      '\u00A0"a, b" ,\t "c" \t,\uFEFF"d ""e"" "\u2003\r\n  "f"',
      [['a, b', 'c', 'd "e" '], ['f']],
    ],
    ['escaped formulas', `'=1,"'+1,2",'x,''=1\n`, [['=1', '+1,2', "'x", "'=1"]]],
    [
      'semicolons',
      `${byteOrderMark}"a;1";b\r\nc,d;"e;f"\r\n;\r\n`,
      [
        ['a;1', 'b'],
        ['c,d', 'e;f'],
        ['', ''],
      ],
    ],
    [
      'tabs',
      'a\tb\n\tc;d,e\n',
      [
        ['a', 'b'],
        ['', 'c;d,e'],
      ],
    ],
    ['nothing', '', []],
  ])('%s', (_case, text, rows) => {
    expect(parseCsv(text)).toEqual(rows);
  });

  it.each(['"', '"a', 'a,"b\nc', '"a""', '"a"b"c"', ' "a', 'b,\u00A0"a'])('returns null for %j', (text) => {
    expect(parseCsv(text)).toBeNull();
  });
});

it.each(['sep=;\r\n', 'sep=;\n', '\uFEFFsep=;\r\n', '"sep=;"\r\n', 'SEP=;\r\n'])(
  'parseCsv reads the separator of Excel’s line %j',
  (line) => {
    expect(parseCsv(`${line}name;email\r\nZoe, Ann;zoe@x.example\r\n`)).toEqual([
      [''],
      ['name', 'email'],
      ['Zoe, Ann', 'zoe@x.example'],
    ]);
  },
);

it('parseCsv reads back any table that writeCsv wrote, with and without a byte order mark', () => {
  const text = fc.string({ unit: fc.constantFrom(...`'"=+-@,;\t\r\n a1Zë😀${byteOrderMark}`), maxLength: 5 });
  const table = fc.array(fc.array(text, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(table, (rows) => {
      expect(parseCsv(writeCsv(rows))).toEqual(rows);
      expect(parseCsv(byteOrderMark + writeCsv(rows))).toEqual(rows);
    }),
    randomRuns(500, 20_000),
  );
});
