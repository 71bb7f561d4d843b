import { LEAD_BOUNDS } from '@stridewell/contract/pipeline/pipeline.rules';
import { describe, expect, it } from 'vitest';
import { guessLeadMapping, leadParts, leadsFromTable, parseAmount } from './pipeline.import-file.ts';

const TODAY = '2026-03-02';
const HEADER = [
  'Full Name',
  'E-mail',
  'Mobile',
  'Deal value',
  'Stage',
  'Next step',
  'Comment',
  'Last contact',
  'Channel',
];
const mapping = guessLeadMapping(HEADER);
const read = (...rows: string[][]) => leadsFromTable([HEADER, ...rows], mapping, TODAY);

it('the headers of a file suggest the columns, each once', () => {
  expect(mapping).toEqual({
    name: 0,
    email: 1,
    phone: 2,
    value: 3,
    status: 4,
    followUpOn: 5,
    notes: 6,
    lastContact: 7,
    source: 8,
  });
  expect(guessLeadMapping(['a', 'b'])).toMatchObject({ name: null, email: null });
});

describe('amounts', () => {
  it.each([
    ['1200', 120_000],
    ['$1,200', 120_000],
    ['1.200,50 €', 120_050],
    ['CHF 1’200.5', 120_050],
    ['0', 0],
    ['1,200,000', 120_000_000],
  ])('%s', (text, cents) => expect(parseAmount(text)).toBe(cents));

  it.each(['', '-5', 'free', '1.2.3.', '1e9x-'])('%s is none', (text) => expect(parseAmount(text)).toBeNull());
});

describe('the rows of a file', () => {
  it('become leads', () => {
    const row = [
      'Ana  Ruiz',
      'Ana@Example.com',
      '415 555 0100',
      '$99.50',
      'pitched',
      '3/9/2026',
      'Knee',
      '2026-03-01',
      'IG',
    ];
    expect(read(row)).toEqual({
      leads: [
        {
          name: 'Ana Ruiz',
          email: 'ana@example.com',
          phone: '415 555 0100',
          valueCents: 9950,
          status: 'pitched',
          followUpOn: '2026-03-09',
          notes: 'Knee',
          lastContact: '2026-03-01',
          source: 'IG',
        },
      ],
      repeated: 0,
      problems: [],
    });
    expect(read(['Bo']).leads).toMatchObject([{ name: 'Bo', email: '', status: 'new', valueCents: null }]);
  });

  it('of one person count once', () => {
    const table = read(
      ['Ana', 'ana@x.example'],
      ['A. R.', 'ANA@x.example'],
      ['Bo'],
      ['bo'],
      ['C', '', '+1 415 555 0100'],
      ['D', '', '(415) 555-0100'],
    );
    expect(table.leads.map(({ name }) => name)).toEqual(['Ana', 'Bo', 'C']);
    expect(table.repeated).toBe(3);
  });

  it('that are not valid are left out with their line and the reason', () => {
    const { leads, problems } = read(
      ['', 'ana@x.example'],
      ['Ana', 'no address'],
      ['Ana', '', '', 'a lot'],
      ['Ana', '', '', '', '', '2026-02-30'],
      ['Ana', '', '', '', '', '', '', '2026-03-03'],
      ['x'.repeat(LEAD_BOUNDS.name + 1)],
    );
    expect(leads).toEqual([]);
    expect(problems[1]?.problem).toBe('Email: Please enter a valid email address');
    expect(problems.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6, 7]);
    expect(problems.map(({ problem }) => problem.split(':')[0])).toEqual([
      'Name',
      'Email',
      'Value',
      'Didn’t understand a date',
      'Last contact',
      'Name',
    ]);
  });

  it('are all read, however many there are', () => {
    const rows = Array.from({ length: 100_000 }, (_, index) => [`Lead ${index}`, `lead${index}@x.example`]);
    expect(read(...rows).leads).toHaveLength(100_000);
  });
});

it('the parts of an import hold every lead once, and fit into a request', () => {
  const [lead] = read(['Ana', '', '', '', '', '', '漢'.repeat(LEAD_BOUNDS.notes)]).leads;
  if (!lead) throw new Error('the row is a lead');
  const leads = Array.from({ length: 1200 }, (_, index) => ({ id: String(index), lead }));
  const parts = leadParts(leads);
  expect(parts.flat()).toEqual(leads);
  for (const part of parts) expect(new TextEncoder().encode(JSON.stringify(part)).length).toBeLessThan(900_000);
  expect(leadParts([])).toEqual([]);
});
