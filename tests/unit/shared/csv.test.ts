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
    ['nothing', ['', null, ''], ',,\r\n'],
    ['numbers, also negative ones, as they are', [12.5, -5, 0], '12.5,-5,0\r\n'],
    ['amounts with their cents', [{ cents: 1250 }, { cents: -600 }, { cents: 0 }], '12.50,-6.00,0.00\r\n'],
    ['other scripts', ['Zoë', '名前', '😀'], 'Zoë,名前,😀\r\n'],
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

  it('leaves signs inside a cell unchanged', () => {
    expect(writeCsv([['a=b', 'a-b', "it's", "'quoted'", ' =1']])).toBe("a=b,a-b,it's,'quoted', =1\r\n");
  });
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
      'CR',
      'a,b\rc,d\r',
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
    ['a byte order mark before quotes', `${byteOrderMark}"a","b"\n`, [['a', 'b']]],
    ['quoted commas, quotation marks and line ends', '"a,b","c""d","e\r\nf"\n', [['a,b', 'c"d', 'e\r\nf']]],
    [
      'empty cells',
      ',\n"",\n',
      [
        ['', ''],
        ['', ''],
      ],
    ],
    [
      'an empty cell at the end, with no end of its line',
      'a,b\nc,',
      [
        ['a', 'b'],
        ['c', ''],
      ],
    ],
    ['empty lines', 'a\n\nb\n', [['a'], [''], ['b']]],
    ['a quotation mark inside a plain cell', 'a"b,c\n', [['a"b', 'c']]],
    ['text after a quoted part', '"a"b,c\n', [['ab', 'c']]],
    ['a blank before quotes', ' "Zoe Smith",a\n', [['Zoe Smith', 'a']]],
    [
      'any blanks around quotes as if they were missing',
      '\u00A0"a, b" ,\t "c" \t,\uFEFF"d ""e"" "\u2003\r\n  "f"',
      [['a, b', 'c', 'd "e" '], ['f']],
    ],
    ['blanks around quotes between semicolons', ' "a;b" ; "c"\n', [['a;b', 'c']]],
    ['blanks around quotes between tabs', ' "a,b" \t "c"\t\n', [['a,b', 'c', '']]],
    ['typographic quotes, and blanks without quotes, as text', ' “a” , b ,‘c’\n', [[' “a” ', ' b ', '‘c’']]],
    ['a quotation mark after a blank inside a cell', 'a "b" c,6 "\n', [['a "b" c', '6 "']]],
    ['rows of any length', 'a\nb,c,d\n', [['a'], ['b', 'c', 'd']]],
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
    [
      'commas, if the first line has them',
      'a,b;c\nd;e,f\n',
      [
        ['a', 'b;c'],
        ['d;e', 'f'],
      ],
    ],
    [
      'semicolons below an empty line, and a quotation mark in the first cell',
      '\n\r\na"b;c\n',
      [[''], [''], ['a"b', 'c']],
    ],
    ['nothing', '', []],
  ])('%s', (_case, text, rows) => {
    expect(parseCsv(text)).toEqual(rows);
  });

  it.each(['"', '"a', 'a,"b\nc', '"a""', '"a"b"c"', ' "a', 'b,\u00A0"a'])('returns null for %j', (text) => {
    expect(parseCsv(text)).toBeNull();
  });

  it('reads a megabyte in one cell and in many cells', () => {
    const long = 'x'.repeat(1_000_000);
    expect(parseCsv(`"${long}",${long}`)).toEqual([[long, long]]);
    expect(parseCsv(`"${'""'.repeat(500_000)}"`)).toEqual([['"'.repeat(500_000)]]);
    expect(parseCsv('a,b\n'.repeat(100_000))).toHaveLength(100_000);
    expect(parseCsv(long)).toEqual([[long]]);
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
