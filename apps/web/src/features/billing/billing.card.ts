export type CardValues = { cardNumber: string; expiry: string; cvc: string };

export const NO_CARD: CardValues = { cardNumber: '', expiry: '', cvc: '' };

/** The published test numbers of payment services, by their result. */
export const TEST_CARDS = [
  { label: 'Success', cardNumber: '4242 4242 4242 4242' },
  { label: 'Declined', cardNumber: '4000 0000 0000 0002' },
  { label: 'Insufficient funds', cardNumber: '4000 0000 0000 9995' },
  { label: 'Authentication required', cardNumber: '4000 0025 0000 3155' },
] as const;

const MOST_DIGITS = 19;

export const digitsOf = (typed: string): string => typed.replace(/\D/g, '');

/** Groups of four, as the number is printed on the card. */
const groupCardNumber = (typed: string): string =>
  digitsOf(typed)
    .slice(0, MOST_DIGITS)
    .replace(/(\d{4})(?=\d)/g, '$1 ');

/** `MM/YY` while it is typed. A first digit above 1 is a whole month, and the slash can be deleted. */
function groupExpiry(typed: string, before: string): string {
  const digits = digitsOf(typed).slice(0, 4);
  const month = /^[2-9]/.test(digits) ? `0${digits}`.slice(0, 4) : digits;
  if (month.length < 2 || (month.length === 2 && before.length > typed.length)) return month;
  return `${month.slice(0, 2)}/${month.slice(2)}`;
}

/** The typed digits, grouped as on a card. */
export const GROUPED: Record<keyof CardValues, (typed: string, before: string) => string> = {
  cardNumber: groupCardNumber,
  expiry: groupExpiry,
  cvc: (typed) => digitsOf(typed).slice(0, 4),
};

/** An expiry date two years ahead. */
export function testExpiry(now: Date): string {
  return `12/${String((now.getUTCFullYear() + 2) % 100).padStart(2, '0')}`;
}
