import type { ImportedRow } from '@stridewell/contract/expenses/expenses';
import { EXPENSE_BOUNDS } from '@stridewell/contract/expenses/expenses.rules';
import { CURRENCY_CODES, currencyDigits } from '@stridewell/contract/money/money.amounts.rules';
import { type DayOrder, readFileDay } from '../../lib/file-days.ts';

/** Columns of a bank's file. Amounts stand in one column with a sign, or in two. */
export const BANK_COLUMNS = ['day', 'amount', 'debit', 'credit', 'payee', 'note', 'category', 'currency'] as const;
export type BankColumn = (typeof BANK_COLUMNS)[number];

export const BANK_COLUMN_LABELS: Record<BankColumn, string> = {
  day: 'Day',
  amount: 'Amount with sign',
  debit: 'Money out',
  credit: 'Money in',
  payee: 'Payee',
  note: 'Description',
  category: 'Category',
  currency: 'Currency',
};

/** Words in the headers of banks, in the languages of their customers. */
const GUESSES: Record<BankColumn, RegExp> = {
  day: /^(transaction |booking |posting |posted |value )?da(te|y)$|buchungstag|datum|^fecha|^date/,
  amount: /^amount|betrag|^importe|montant|^sum\b/,
  debit: /debit|money out|withdraw|paid out|soll/,
  credit: /credit|money in|deposit|paid in|haben/,
  payee: /payee|merchant|name|counterparty|empf|beneficiary|recipient|auftraggeber/,
  note: /description|memo|reference|details|verwendungszweck|purpose|concepto|libell|narrative/,
  category: /categor|kategorie/,
  currency: /currency|^ccy|währung|waehrung|devise|moneda/,
};

/** The file's column for each of our columns; null for none. */
export type BankMapping = Record<BankColumn, number | null>;

/** The columns that the headers suggest, each used once. */
export function guessBankMapping(header: readonly string[]): BankMapping {
  const taken = new Set<number>();
  const find = (column: BankColumn): number | null => {
    const index = header.findIndex((text, at) => !taken.has(at) && GUESSES[column].test(text.trim().toLowerCase()));
    if (index === -1) return null;
    taken.add(index);
    return index;
  };
  return {
    day: find('day'),
    amount: find('amount'),
    debit: find('debit'),
    credit: find('credit'),
    payee: find('payee'),
    note: find('note'),
    category: find('category'),
    currency: find('currency'),
  };
}

/** Lines before the headers that are looked at. */
const PREAMBLE_LINES = 30;

/** The rows from the headers on. Banks put the account and the period above them. */
export function withoutPreamble(rows: readonly string[][]): string[][] {
  const at = rows.slice(0, PREAMBLE_LINES).findIndex((row) => {
    const { day, amount, debit, credit } = guessBankMapping(row);
    return day !== null && (amount !== null || debit !== null || credit !== null);
  });
  return rows.slice(Math.max(0, at));
}

/**
 * Smallest units of an amount as banks write it, negative for money out: `-1,200.50`, `1.200,50 €`, `(12.00)` or `12.00-`.
 * Null for no amount. The last point or comma is the decimal one, unless three digits follow it.
 */
export function readBankAmount(text: string, currency: string): number | null {
  const digits = currencyDigits(currency);
  const isNegative = /^\(.*\)$|^[^\d]*[-−]|[-−]\s*$|\bDR\b/i.test(text.trim());
  const plain = text.replaceAll(/[^\d.,]/g, '');
  if (!/\d/.test(plain)) return null;
  const mark = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','));
  const after = mark === -1 ? '' : plain.slice(mark + 1);
  const isRepeated = mark !== -1 && plain.indexOf(plain.charAt(mark)) !== mark;
  const isDecimal = mark !== -1 && !isRepeated && after.length !== 3 && after.length <= Math.max(2, digits);
  const isThreeDigits = digits === 3 && after.length === 3 && !isRepeated;
  const hasDecimals = isDecimal || isThreeDigits;
  if (mark !== -1 && !hasDecimals && after.length !== 3) return null;
  const whole = (hasDecimals ? plain.slice(0, mark) : plain).replaceAll(/[.,]/g, '') || '0';
  const decimals = hasDecimals ? after.padEnd(digits, '0') : ''.padEnd(digits, '0');
  if (decimals.length > digits && /[1-9]/.test(decimals.slice(digits))) return null;
  const cents = Number(whole + decimals.slice(0, digits));
  if (!Number.isSafeInteger(cents)) return null;
  return isNegative ? -cents : cents;
}

export type BankChoices = {
  mapping: BankMapping;
  order: DayOrder;
  /** Cards list what was spent without a sign. */
  positiveIsExpense: boolean;
  /** Whether money in becomes revenue, or is left out. */
  withIncome: boolean;
  /** Of rows without one. */
  currency: string;
  today: string;
  /** Category of the coach's earlier entries by the payee in lower case. */
  categories: ReadonlyMap<string, string>;
};

export type BankRow = Omit<ImportedRow, 'id'>;
export type BankProblem = { row: number; problem: string };

const clean = (text: string, max: number): string =>
  text
    .replaceAll(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
    .trim()
    .slice(0, max)
    .trim();

/**
 * Reads the rows below the headers one after the other, so that a long file can be read in parts. `read` answers a row of
 * the books, the reason for leaving it out, or null for income that is not wanted.
 */
export class BankReader {
  readonly #choices: BankChoices;
  /** How many rows so far had the same day, amount and payee. */
  readonly #seen = new Map<string, number>();

  constructor(choices: BankChoices) {
    this.#choices = choices;
  }

  read(cells: readonly string[]): BankRow | { problem: string } | null {
    const { mapping, order, currency: usual, today, withIncome } = this.#choices;
    const cell = (column: BankColumn): string => {
      const at = mapping[column];
      return at === null ? '' : (cells[at] ?? '').trim();
    };
    const occurredOn = readFileDay(cell('day'), order);
    if (occurredOn === null) return { problem: `“${cell('day').slice(0, 30)}” is not a date` };
    if (occurredOn > today) return { problem: 'The date is in the future' };
    const currency = (cell('currency') || usual).toUpperCase();
    if (!CURRENCY_CODES.some((code) => code === currency)) {
      return { problem: `“${currency.slice(0, 30)}” is not a currency we know` };
    }
    const cents = this.#centsOf(cell, currency);
    if (cents === null) return { problem: 'Didn’t understand the amount' };
    if (cents === 0) return { problem: 'The amount is zero' };
    const amountCents = Math.abs(cents);
    if (amountCents > EXPENSE_BOUNDS.amountCents) return { problem: 'The amount is too large' };
    const kind = cents < 0 ? 'expense' : 'revenue';
    if (kind === 'revenue' && !withIncome) return null;
    const note = clean(cell('note'), EXPENSE_BOUNDS.note);
    const payee = clean(cell('payee') || cell('note'), EXPENSE_BOUNDS.payee);
    const known = kind === 'expense' ? this.#choices.categories.get(payee.toLowerCase()) : undefined;
    const category = clean(cell('category'), EXPENSE_BOUNDS.category) || known || 'Other';
    const key = [kind, occurredOn, amountCents, currency, payee.toLowerCase()].join(' ');
    const nth = (this.#seen.get(key) ?? 0) + 1;
    this.#seen.set(key, nth);
    return { kind, occurredOn, amountCents, currency, payee, note: note === payee ? '' : note, category, nth };
  }

  /** Negative for money out; null for what is no amount. */
  #centsOf(cell: (column: BankColumn) => string, currency: string): number | null {
    const { mapping, positiveIsExpense } = this.#choices;
    if (mapping.amount !== null) {
      const cents = readBankAmount(cell('amount'), currency);
      return cents !== null && positiveIsExpense ? -cents : cents;
    }
    const [debit, credit] = [cell('debit'), cell('credit')];
    const out = debit === '' ? 0 : readBankAmount(debit, currency);
    const into = credit === '' ? 0 : readBankAmount(credit, currency);
    if (out === null || into === null || (debit === '' && credit === '')) return null;
    return Math.abs(into) - Math.abs(out);
  }
}
