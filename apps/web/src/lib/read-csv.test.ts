import { csvLine } from '@stridewell/contract/programs/programs.csv.rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCsv } from './read-csv.ts';

describe('CSV', () => {
  it.each<[string, string[][]]>([
    ['', []],
    ['a', [['a']]],
    [
      'a,b\nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a,b\r\nc,d\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a,b\rc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a,b,\n,,',
      [
        ['a', 'b', ''],
        ['', '', ''],
      ],
    ],
    ['a\n\n\nb', [['a'], ['b']]],
    [
      'a;b\n1,5;2',
      [
        ['a', 'b'],
        ['1,5', '2'],
      ],
    ],
    [
      'a\tb\n"x\ty"\tz',
      [
        ['a', 'b'],
        ['x\ty', 'z'],
      ],
    ],
    [
      '"a ""b""","c\nd"\ne,f',
      [
        ['a "b"', 'c\nd'],
        ['e', 'f'],
      ],
    ],
    ['12" box,b', [['12" box', 'b']]],
    ['\uFEFFa,b', [['a', 'b']]],
  ])('%j is read', (text, rows) => {
    expect(readCsv(text)).toEqual({ rows });
  });

  it.each([
    ['a,"b', 1],
    ['a,b\nc,"d"e', 2],
  ])('%j has a quote out of place', (text, line) => {
    expect(readCsv(text)).toEqual({ problem: 'A quote is missing or in the wrong place', line });
  });

  it.each([
    ['"a,b,c";d', ['a,b,c', 'd']],
    ['"";",";";;"', ['', ',', ';;']],
    ['a\tb,c\td', ['a', 'b,c', 'd']],
    ['Account 1, private\nDay;Amount;Payee\n1.3.;-5,00;A\n2.3.;-6,00;B', ['2.3.', '-6,00', 'B']],
  ])('the delimiter of %j is known', (text, last) => {
    const table = readCsv(text);
    expect('rows' in table && table.rows.at(-1)).toEqual(last);
  });

  it('reads any rows that were written, whatever the delimiter', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'b', ' ', ',', ';', '\t', '"', '\r', '\n', '1', 'é') });
    const rows = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { maxLength: 6 });
    const quote = (value: string) => `"${value.replaceAll('"', '""')}"`;
    fc.assert(
      fc.property(rows, fc.constantFrom(',', ';', '\t'), fc.constantFrom('\n', '\r\n'), (written, delimiter, end) => {
        const text = written.map((row) => row.map(quote).join(delimiter)).join(end);
        expect(readCsv(text)).toEqual({ rows: written });
      }),
      { numRuns: 1000 },
    );
  });

  it('reads what the product writes', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', ' ', ',', '"', '\n', '1') });
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell, fc.constant('x')), { maxLength: 5 }), (written) => {
        expect(readCsv(written.map(csvLine).join(''))).toEqual({ rows: written });
      }),
    );
  });

  it('reads any text without an error', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ';') }), (text) => {
        const table = readCsv(text);
        if ('problem' in table) expect(table.line).toBeGreaterThanOrEqual(1);
        else expect(table.rows.every((row) => row.length > 0)).toBe(true);
      }),
    );
  });

  const hostile = fc.string({
    unit: fc.oneof(
      fc.constantFrom('=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r', '\n', ';', ',', '"', "'", ' ', '|', 'A1'),
      fc.string({ unit: 'binary', maxLength: 2 }),
    ),
  });

  it('comes back as it was through our own import', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(hostile, hostile, fc.constant('x')), { minLength: 1, maxLength: 4 }), (rows) => {
        expect(readCsv(rows.map(csvLine).join(''))).toEqual({ rows });
      }),
      { numRuns: 2000 },
    );
  });

  it('keeps quotes that guard nothing', () => {
    for (const text of ["it's", "'quoted'", "'", "rock 'n' roll; 'x'"]) {
      expect(readCsv(`"${text}","x"`)).toEqual({ rows: [[text, 'x']] });
    }
  });
});
