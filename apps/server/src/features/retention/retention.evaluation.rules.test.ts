import { describe, expect, it } from 'vitest';
import { drawOf, simulateWeeks } from '../../../test/retention-rows.ts';
import { encode, learnEncoding, type Value } from './retention.columns.rules.ts';
import { evaluateTabular } from './retention.evaluation.rules.ts';
import { figuresOf } from './retention.figures.rules.ts';
import { chancesOf, fitModel } from './retention.model.rules.ts';
import { foldsOf, type SplitRow, timeSplit } from './retention.split.rules.ts';
import { readTabular, tabularSchema } from './retention.tabular.rules.ts';

/** One repeat is enough for what is tested here. */
const ONCE = { repeats: 1 };

type TextRow = Record<string, string>;

/** Reads rows as from a file with a header. */
function read(rows: readonly TextRow[], schema: Partial<Parameters<typeof tabularSchema.parse>[0] & object> = {}) {
  const parsed = tabularSchema.parse({ label: 'left', positive: 'yes', ...schema });
  return { tabular: readTabular(Object.keys(rows[0] ?? {}), rows, parsed), schema: parsed };
}

const weeks = (seed: string, clients = 900): TextRow[] =>
  simulateWeeks({ clients, weeks: 12, seed }).map(({ client, week, silentDays, streak, left }) => ({
    client,
    week: `${week}`,
    silentDays: `${silentDays}`,
    streak: `${streak}`,
    left: left ? 'yes' : 'no',
  }));

describe('clients who leave with a known hazard', () => {
  it('are promised the chance that they have', () => {
    const rows = simulateWeeks({ clients: 1500, weeks: 12, seed: 'hazard' });
    const table = {
      rows,
      columns: { silentDays: 'number', streak: 'number' } as const,
      cellOf: (row: (typeof rows)[number], column: string) => (column === 'streak' ? row.streak : row.silentDays),
      labelOf: (row: (typeof rows)[number]) => Number(row.left),
    };
    const [learn, calibrate] = [rows.slice(0, 5000), rows.slice(5000)];
    const chances = chancesOf(table, fitModel({ ...table, rows: learn }, calibrate));
    const errors = chances.map((chance, index) => Math.abs(chance - (rows[index]?.chance ?? 0)));
    expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThan(0.02);
  });

  it('stand in order of risk in later weeks', () => {
    const { tabular, schema } = read(weeks('time'), { group: 'client', time: 'week', testFrom: 6 });
    const figures = evaluateTabular(tabular, schema, ONCE);
    expect(figures.auc).toBeGreaterThan(0.7);
    expect(figures.auc).toBeGreaterThan(figures.baselineAuc);
    // Sampling alone makes about .015 of these rows.
    expect(figures.ece).toBeLessThan(0.04);
    expect(figures.lift10).toBeGreaterThan(2);
  });

  it('get the same figures each time', () => {
    const { tabular, schema } = read(weeks('again', 300), { group: 'client', drop: ['week'] });
    expect(evaluateTabular(tabular, schema, ONCE)).toEqual(evaluateTabular(tabular, schema, ONCE));
  });
});

describe('an evaluation', () => {
  it('finds nothing in shuffled labels', () => {
    const rows = weeks('shuffled').map((row, index) => ({ ...row, left: drawOf('label', index) < 0.3 ? 'yes' : 'no' }));
    const { tabular, schema } = read(rows, { drop: ['client'] });
    const { auc, brierSkill } = evaluateTabular(tabular, schema, ONCE);
    expect(auc).toBeGreaterThan(0.47);
    expect(auc).toBeLessThan(0.53);
    expect(brierSkill).toBeLessThan(0.01);
  });

  it('refuses a column that gives the answer away', () => {
    const rows = weeks('leak', 300).map((row) => ({ ...row, endedOn: row.left === 'yes' ? '2026-03-01' : '' }));
    const { tabular, schema } = read(rows, { drop: ['client'] });
    expect(() => evaluateTabular(tabular, schema, ONCE)).toThrow(
      /^Column “endedOn” alone tells who left \(AUC 1\.000\)/,
    );
  });

  it.each([
    ['nobody', 'no'],
    ['everybody', 'yes'],
  ])('says that it cannot learn when %s left', (_, left) => {
    const { tabular, schema } = read(
      weeks('one', 100).map((row) => ({ ...row, left })),
      { drop: ['client'] },
    );
    expect(() => evaluateTabular(tabular, schema, ONCE)).toThrow(/^The table has .* It takes 20 of each\.$/);
  });

  it('takes missing values and categories it has not learned', () => {
    const rows = weeks('missing', 500).map((row, index) => ({
      ...row,
      streak: drawOf('gap', index) < 0.3 ? ' ' : (row.streak ?? ''),
      plan: index % 97 === 0 ? `rare ${index}` : (['base', 'plus', ''][index % 3] ?? ''),
    }));
    const { tabular, schema } = read(rows, { drop: ['client', 'week'], columns: { plan: 'category' } });
    expect(evaluateTabular(tabular, schema, ONCE).auc).toBeGreaterThan(0.65);
  });
});

describe('a split', () => {
  const rows: SplitRow[] = weeks('split', 200).map(({ client, week, left }) => ({
    group: client ?? '',
    time: Number(week),
    label: Number(left === 'yes'),
  }));
  const groupsOf = (indexes: readonly number[]) => new Set(indexes.map((index) => rows[index]?.group));

  it('tests each row once, and has no client on two sides', () => {
    const folds = foldsOf(rows, 'seed');
    expect(folds.flatMap(({ test }) => test).sort((a, b) => a - b)).toEqual([...rows.keys()]);
    for (const { fit, calibrate, test } of folds) {
      const sides = [fit, calibrate, test].map(groupsOf);
      expect(new Set(sides.flatMap((side) => [...side])).size).toBe(sides.reduce((sum, { size }) => sum + size, 0));
      const share = test.filter((index) => rows[index]?.label === 1).length / test.length;
      expect(share).toBeGreaterThan(0.03);
    }
  });

  it('learns from earlier days only, and from no client who tests', () => {
    const { fit, calibrate, test } = timeSplit(rows, 6, 'seed');
    const timesOf = (indexes: readonly number[]) => indexes.map((index) => rows[index]?.time ?? 0);
    expect(Math.max(...timesOf(fit))).toBeLessThan(Math.min(...timesOf(calibrate)));
    expect(Math.max(...timesOf(calibrate))).toBeLessThan(6);
    expect(Math.min(...timesOf(test))).toBe(6);
    const learned = groupsOf([...fit, ...calibrate]);
    expect([...groupsOf(test)].some((group) => learned.has(group))).toBe(false);
  });
});

describe('a table', () => {
  it('is read by its schema, and other columns by their values', () => {
    const { tabular } = read([
      { id: 'a', plan: 'pro', months: '3', score: '', left: 'yes' },
      { id: 'b', plan: '', months: '4.5', score: '7', left: 'no' },
    ]);
    expect(tabular.columns).toEqual({ id: 'category', plan: 'category', months: 'number', score: 'number' });
    expect(tabular.rows.map(({ label, values }) => [label, values])).toEqual([
      [1, { id: 'a', plan: 'pro', months: 3, score: null }],
      [0, { id: 'b', plan: null, months: 4.5, score: 7 }],
    ]);
  });

  it.each([
    ['The file has no column “tenure”.', {}, { columns: { tenure: 'number' } }],
    ['Line 2, column “months”: “three” is not a number.', { months: 'three' }, { columns: { months: 'number' } }],
    ['Line 2 has no “left”.', { left: ' ' }, {}],
    ['Line 2, column “week”: “soon” is neither a date nor a number.', { week: 'soon' }, { time: 'week' }],
  ])('is refused: %s', (message, row, schema) => {
    expect(() => read([{ months: '1', week: '1', left: 'no', ...row }], schema)).toThrow(message);
  });

  it('leaves out columns that name the rows', () => {
    const rows = Array.from({ length: 150 }, (_, index) => ({ id: `c-${index}`, left: index % 2 ? 'yes' : 'no' }));
    expect(read(rows).tabular.columns).toEqual({});
  });
});

describe('the columns of a model', () => {
  const learn = (values: readonly Value[], kind: 'number' | 'category') => {
    const table = { rows: values, columns: { it: kind }, cellOf: (value: Value) => value };
    const encoding = learnEncoding(table);
    return { kinds: encoding.parts.map((part) => part.kind), encoded: encode(table, encoding) };
  };

  it('have mean 0 and deviation 1', () => {
    const { kinds, encoded } = learn(
      Array.from({ length: 50 }, (_, index) => index ** 2),
      'number',
    );
    expect(kinds).toEqual(['number', 'hinge', 'hinge', 'hinge', 'hinge']);
    for (let column = 0; column < encoded.columns; column += 1) {
      const values = Array.from({ length: 50 }, (_, row) => encoded.values[row * encoded.columns + column] ?? 0);
      expect(values.reduce((sum, value) => sum + value, 0)).toBeCloseTo(0);
      expect(values.reduce((sum, value) => sum + value ** 2, 0) / 50).toBeCloseTo(1);
    }
  });

  it('are none where all values are equal', () => {
    expect(learn([0.1, 0.1, 0.1], 'number').kinds).toEqual([]);
    expect(
      learn(
        Array.from({ length: 30 }, () => 'same'),
        'category',
      ).kinds,
    ).toEqual([]);
  });

  it('say which values are missing', () => {
    expect(learn([1, 2, null, 2], 'number').kinds).toEqual(['number', 'missing']);
  });
});

it('a model tells its own rows apart', () => {
  const { tabular } = read(weeks('own', 400), { drop: ['client'] });
  const table = {
    ...tabular,
    cellOf: ({ values }: (typeof tabular.rows)[number], column: string) => values[column] ?? null,
    labelOf: ({ label }: (typeof tabular.rows)[number]) => label,
  };
  const chances = chancesOf(table, fitModel(table, tabular.rows));
  expect(figuresOf(chances, tabular.rows.map(table.labelOf)).auc).toBeGreaterThan(0.7);
});
