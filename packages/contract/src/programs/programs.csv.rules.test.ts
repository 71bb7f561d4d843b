import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvCell, csvLine } from './programs.csv.rules.ts';

describe('a cell of a CSV file', () => {
  it.each([
    ['Nina Park', '"Nina Park"'],
    ['=1+1', `"'=1+1"`],
    ['+49 30 1', `"'+49 30 1"`],
    ['-2', `"'-2"`],
    ['@SUM(A1)', `"'@SUM(A1)"`],
    ['＝1+1', `"'＝1+1"`],
    ['＋1', `"'＋1"`],
    ['－1', `"'－1"`],
    ['＠A1', `"'＠A1"`],
    ['\t=1', `"'\t'=1"`],
    ['\rx', `"'\rx"`],
    ['  =1', `"'  =1"`],
    ['a;=1', `"a;'=1"`],
    ['a;"=1', `"a;'""=1"`],
    ['a\n- b', `"a\n'- b"`],
    ['a, =b', '"a, =b"'],
    ["'=1", `"''=1"`],
    ['=HYPERLINK("http://a.example","b")', `"'=HYPERLINK(""http://a.example"",""b"")"`],
    ['two\nlines', '"two\nlines"'],
    [-2.5, '"-2.5"'],
    [0, '"0"'],
    [null, '""'],
  ])('%j is written as %j', (value, cell) => expect(csvCell(value)).toBe(cell));

  const hostile = fc.string({
    unit: fc.oneof(
      fc.constantFrom('=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r', '\n', ';', ',', '"', "'", ' ', '|', 'A1'),
      fc.string({ unit: 'binary', maxLength: 2 }),
    ),
  });
  const cells = fc.array(hostile, { minLength: 1, maxLength: 4 });

  /** Cells as a spreadsheet finds them that expects `delimiter`: it accepts text after a closing quote. */
  function cellsOf(text: string, delimiter: string): string[] {
    const found: string[] = [];
    let cell = '';
    let quoted = false;
    for (let at = 0; at < text.length; at += 1) {
      const sign = text.charAt(at);
      if (quoted && sign === '"' && text[at + 1] === '"') {
        cell += sign;
        at += 1;
      } else if (sign === '"' && (quoted || cell === '')) quoted = !quoted;
      else if (!quoted && (sign === delimiter || sign === '\r' || sign === '\n')) {
        found.push(cell);
        cell = '';
      } else cell += sign;
    }
    return [...found, cell];
  }

  it('never becomes a formula behind any white space that a reader may strip', () => {
    const spaces = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter((one) => !one.trim());
    expect(spaces).toHaveLength(25);
    for (const space of spaces) expect(csvCell(`${space}=1+1`), JSON.stringify(space)).toMatch(/^"'/);
  });

  it('never becomes a formula, whatever a spreadsheet separates cells by', () => {
    fc.assert(
      fc.property(
        fc.array(cells, { minLength: 1, maxLength: 3 }),
        fc.constantFrom(',', ';', '\t'),
        (rows, delimiter) => {
          for (const cell of cellsOf(rows.map(csvLine).join(''), delimiter)) {
            if (delimiter === ',') expect(cell).not.toMatch(/^[\t\r\n]/);
            expect(cell.trimStart()).not.toMatch(/^[=+\-@＝＋－＠]/);
          }
        },
      ),
      { numRuns: 5000 },
    );
  });

  it('stays a number where the product wrote one', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(Number(cellsOf(csvCell(value), ',')[0])).toBe(value === 0 ? Number(String(value)) : value);
      }),
    );
  });
});
