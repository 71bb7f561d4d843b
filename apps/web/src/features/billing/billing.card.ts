export type CardValues = { cardNumber: string; expiry: string; cvc: string };
export type CardProblems = Partial<Record<keyof CardValues, string>>;

export const NO_CARD: CardValues = { cardNumber: '', expiry: '', cvc: '' };

/** The published test numbers of payment services, by their result. */
export const TEST_CARDS = [
  { label: 'Success', cardNumber: '4242 4242 4242 4242' },
  { label: 'Declined', cardNumber: '4000 0000 0000 0002' },
  { label: 'Insufficient funds', cardNumber: '4000 0000 0000 9995' },
  { label: 'Authentication required', cardNumber: '4000 0025 0000 3155' },
] as const;

const MOST_DIGITS = 19;
const FEWEST_DIGITS = 12;

const digitsOf = (typed: string): string => typed.replace(/\D/g, '');

/** Groups of four, as the number is printed on the card. */
export const groupCardNumber = (typed: string): string =>
  digitsOf(typed)
    .slice(0, MOST_DIGITS)
    .replace(/(\d{4})(?=\d)/g, '$1 ');

/** `MM/YY` while it is typed. A first digit above 1 is a whole month, and the slash can be deleted. */
export function groupExpiry(typed: string, before: string): string {
  const digits = digitsOf(typed).slice(0, 4);
  const month = /^[2-9]/.test(digits) ? `0${digits}`.slice(0, 4) : digits;
  if (month.length < 2 || (month.length === 2 && before.length > typed.length)) return month;
  return `${month.slice(0, 2)}/${month.slice(2)}`;
}

export const onlyCvcDigits = (typed: string): string => digitsOf(typed).slice(0, 4);

/** An expiry date two years ahead. */
export function testExpiry(now: Date): string {
  return `12/${String((now.getFullYear() + 2) % 100).padStart(2, '0')}`;
}

function expiryProblem(expiry: string, now: Date): string | undefined {
  if (!expiry) return 'Please enter the expiry date';
  const [month, year] = expiry.split('/').map(Number);
  if (!/^\d{2}\/\d{2}$/.test(expiry) || !month || month > 12 || year === undefined) {
    return 'Please enter it as month and year, like 12/28';
  }
  // Cards are valid until the end of their month.
  return new Date(2000 + year, month, 1) > now ? undefined : 'This card has expired';
}

/** The problems by field. They say nothing about whether the card can pay. */
export function cardProblems({ cardNumber, expiry, cvc }: CardValues, now: Date): CardProblems {
  const problems: CardProblems = {};
  if (!cardNumber) problems.cardNumber = 'Please enter a card number';
  else if (digitsOf(cardNumber).length < FEWEST_DIGITS) problems.cardNumber = 'Please enter the whole card number';
  const expired = expiryProblem(expiry, now);
  if (expired) problems.expiry = expired;
  if (!cvc) problems.cvc = 'Please enter the security code';
  else if (cvc.length < 3) problems.cvc = 'Please enter 3 or 4 digits';
  return problems;
}
