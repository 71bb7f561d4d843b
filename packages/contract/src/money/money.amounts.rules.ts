/** Currencies that a coach can price in, with the digits after the decimal point (ISO 4217). */
export const CURRENCIES = {
  AED: 2,
  AUD: 2,
  BRL: 2,
  CAD: 2,
  CHF: 2,
  CZK: 2,
  DKK: 2,
  EUR: 2,
  GBP: 2,
  HKD: 2,
  HUF: 2,
  ILS: 2,
  INR: 2,
  ISK: 0,
  JPY: 0,
  KRW: 0,
  KWD: 3,
  MXN: 2,
  NOK: 2,
  NZD: 2,
  PLN: 2,
  RON: 2,
  SEK: 2,
  SGD: 2,
  THB: 2,
  TRY: 2,
  USD: 2,
  ZAR: 2,
} as const satisfies Record<string, 0 | 2 | 3>;
export type Currency = keyof typeof CURRENCIES;

export const CURRENCY_CODES = Object.keys(CURRENCIES) as [Currency, ...Currency[]];

const digitsByCode: Readonly<Record<string, number>> = CURRENCIES;

/** Digits after the decimal point of a currency; 2 when it is not listed. `Intl` has 0 for HUF, and banks have 2. */
export const currencyDigits = (currency: string): number => digitsByCode[currency] ?? 2;

/** Smallest units, such as cents, of a typed amount. Half a unit is rounded up. */
export const toMinorUnits = (amount: number, currency: string): number =>
  Math.round(Number(`${amount}e${currencyDigits(currency)}`));

/** The amount in whole units of the currency, as it is typed and printed. */
export const toMajorUnits = (minor: number, currency: string): number => minor / 10 ** currencyDigits(currency);

/** Text of an amount, such as `$1,250.00`. */
export const amountLabel = (minor: number, currency: string): string => {
  const digits = currencyDigits(currency);
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(toMajorUnits(minor, currency));
};

/** An amount in the smallest units of its currency. */
export type Amount = { currency: string; cents: number };
