import { CURRENCY_CODES, currencyDigits } from '@stridewell/contract/money/money.amounts.rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayOrderOf, readFileDay } from '../../lib/file-days.ts';
import {
  type BankChoices,
  BankReader,
  guessBankMapping,
  readBankAmount,
  withoutPreamble,
} from './expenses.import-file.ts';

describe('amounts of banks', () => {
  it.each([
    ['-1,200.50', 'USD', -120_050],
    ['1.200,50 €', 'EUR', 120_050],
    ['-1.234.567,8', 'EUR', -123_456_780],
    ['(12.00)', 'USD', -1200],
    ['12.00-', 'USD', -1200],
    ['−9,5', 'EUR', -950],
    ["CHF 1'250.00", 'CHF', 125_000],
    ['1 234,56', 'PLN', 123_456],
    ['1,234', 'USD', 123_400],
    ['1.234', 'KWD', 1234],
    ['1500', 'JPY', 1500],
    ['1,500', 'JPY', 1500],
    ['1500.00', 'JPY', 1500],
    ['35.00 DR', 'USD', -3500],
    ['.5', 'USD', 50],
    ['0', 'USD', 0],
    ['', 'USD', null],
    ['free', 'USD', null],
    ['1.2.3', 'USD', null],
    ['12.3456', 'USD', null],
    ['1500.50', 'JPY', null],
    ['9'.repeat(30), 'USD', null],
  ])('%j in %s is %s', (text, currency, cents) => {
    expect(readBankAmount(text, currency)).toBe(cents);
  });

  it('are read as they were written, in either style', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -100_000_000, max: 100_000_000 }),
        fc.constantFrom(...CURRENCY_CODES),
        fc.constantFrom('en-US', 'de-DE'),
        (cents, currency, locale) => {
          const digits = currencyDigits(currency);
          const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
          const text = new Intl.NumberFormat(locale, options).format(cents / 10 ** digits);
          // Adding 0 makes a negative zero an ordinary one.
          expect((readBankAmount(text, currency) ?? Number.NaN) + 0).toBe(cents);
        },
      ),
    );
  });
});

describe('days of banks', () => {
  it.each([
    [['2026-03-01', '2026-03-02'], 'ymd'],
    [['20260301'], 'ymd'],
    [['13/02/2026', '01/02/2026'], 'dmy'],
    [['02/13/2026', '02/01/2026'], 'mdy'],
    [['01.02.2026', '02.02.2026'], 'dmy'],
    [['01/02/2026', '03/04/2026'], null],
    [[], 'ymd'],
  ])('%j are written as %s', (days, order) => {
    expect(dayOrderOf(days)).toBe(order);
  });

  it.each([
    ['2028-02-29', 'ymd', '2028-02-29'],
    ['2026-02-29', 'ymd', null],
    ['29.02.2028', 'dmy', '2028-02-29'],
    ['3/2/26', 'mdy', '2026-03-02'],
    ['3/2/26', 'dmy', '2026-02-03'],
    ['2026-03-01T10:00:00Z', 'dmy', '2026-03-01'],
    ['20260301', 'ymd', '2026-03-01'],
    ['31/04/2026', 'dmy', null],
    ['yesterday', 'ymd', null],
    ['', 'ymd', null],
  ] as const)('%s as %s is %s', (text, order, day) => {
    expect(readFileDay(text, order)).toBe(day);
  });
});

const choices = (header: string[], changes: Partial<BankChoices> = {}): BankChoices => ({
  mapping: guessBankMapping(header),
  order: 'ymd',
  positiveIsExpense: false,
  withIncome: false,
  currency: 'USD',
  today: '2026-03-15',
  categories: new Map([['acme', 'Software']]),
  ...changes,
});

describe('rows of banks', () => {
  const HEADER = ['Date', 'Payee', 'Description', 'Amount', 'Currency'];

  it('suggest their columns, also below the name of the account', () => {
    expect(guessBankMapping(['Buchungstag', 'Empfänger', 'Verwendungszweck', 'Betrag', 'Währung'])).toMatchObject({
      day: 0,
      payee: 1,
      note: 2,
      amount: 3,
      currency: 4,
    });
    expect(guessBankMapping(['Day', 'Details', 'Money out', 'Money in'])).toMatchObject({
      day: 0,
      note: 1,
      debit: 2,
      credit: 3,
      amount: null,
    });
    const rows = [['Account', '123'], ['Period', 'March'], HEADER, ['2026-03-01', 'Acme', '', '-5', '']];
    expect(withoutPreamble(rows)[0]).toEqual(HEADER);
    expect(withoutPreamble([['a', 'b']])).toEqual([['a', 'b']]);
  });

  it('become entries with the category that the payee had', () => {
    const reader = new BankReader(choices(HEADER));
    expect(reader.read(['2026-03-01', 'ACME', 'Licence', '-49.90', 'EUR'])).toEqual({
      kind: 'expense',
      occurredOn: '2026-03-01',
      amountCents: 4990,
      currency: 'EUR',
      payee: 'ACME',
      note: 'Licence',
      category: 'Software',
      nth: 1,
    });
    expect(reader.read(['2026-03-01', '', 'Card payment', '-5', ''])).toMatchObject({
      payee: 'Card payment',
      note: '',
      category: 'Other',
      currency: 'USD',
    });
  });

  it.each([
    [['soon', 'Acme', '', '-5', ''], '“soon” is not a date'],
    [['2026-03-16', 'Acme', '', '-5', ''], 'The date is in the future'],
    [['2026-03-01', 'Acme', '', '0.00', ''], 'The amount is zero'],
    [['2026-03-01', 'Acme', '', 'much', ''], 'Didn’t understand the amount'],
    [['2026-03-01', 'Acme', '', '-5', 'BTC'], '“BTC” is not a currency we know'],
    [['2026-03-01', 'Acme', '', '-99999999', ''], 'The amount is too large'],
    [[], '“” is not a date'],
  ])('%j are left out with the reason', (cells, problem) => {
    expect(new BankReader(choices(HEADER)).read(cells)).toEqual({ problem });
  });

  it('leave income out, or take it as revenue', () => {
    const income = ['2026-03-01', 'Nina', '', '120', ''];
    expect(new BankReader(choices(HEADER)).read(income)).toBeNull();
    const taken = new BankReader(choices(HEADER, { withIncome: true })).read(income);
    expect(taken).toMatchObject({ kind: 'revenue', amountCents: 12_000, category: 'Other' });
    const charged = new BankReader(choices(HEADER, { positiveIsExpense: true })).read(income);
    expect(charged).toMatchObject({ kind: 'expense', amountCents: 12_000 });
  });

  it('have amounts in two columns', () => {
    const reader = new BankReader(choices(['Date', 'Details', 'Money out', 'Money in'], { withIncome: true }));
    expect(reader.read(['2026-03-01', 'Rent', '800', ''])).toMatchObject({ kind: 'expense', amountCents: 80_000 });
    expect(reader.read(['2026-03-01', 'Nina', '0.00', '90'])).toMatchObject({ kind: 'revenue', amountCents: 9000 });
    expect(reader.read(['2026-03-01', 'Nothing', '', ''])).toEqual({ problem: 'Didn’t understand the amount' });
  });

  it('are numbered where they are equal', () => {
    const reader = new BankReader(choices(HEADER));
    const numbers = [['Acme'], ['acme'], ['Other']].map(([payee = '']) => {
      const row = reader.read(['2026-03-01', payee, '', '-5', '']);
      return row && 'nth' in row ? row.nth : null;
    });
    expect(numbers).toEqual([1, 2, 1]);
  });

  it('are never more than the books can hold, whatever the file says', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 6 }), (cells) => {
        const row = new BankReader(choices(HEADER, { withIncome: true })).read(cells);
        if (!row || 'problem' in row) return;
        expect(row.amountCents).toBeGreaterThan(0);
        expect(row.payee.length).toBeLessThanOrEqual(120);
      }),
    );
  });
});
