/** Behaviour of a test card. The numbers are those that card providers publish for tests. */
export type TestCard = {
  brand: string;
  last4: string;
  outcome: 'ok' | 'declined' | 'authenticate';
  reason: string | null;
  /** Whether later payments succeed too. */
  renews: boolean;
};

const card = (number: string, outcome: TestCard['outcome'], reason: string | null = null, renews = true) =>
  [number, { brand: 'Visa', last4: number.slice(-4), outcome, reason, renews }] as const;

const CARDS = new Map<string, TestCard>([
  card('4242424242424242', 'ok'),
  card('4000000000000002', 'declined', 'Your card was declined. Please try another one.'),
  card('4000000000009995', 'declined', 'Your card has insufficient funds. Please try another one.'),
  card('4000002500003155', 'authenticate'),
  card('4000000000000341', 'ok', null, false),
]);

/** The test card, or a message saying why it cannot be used at `now`. Expiry as `MM/YY`. */
export function readTestCard(
  input: { cardNumber: string; expiry: string; cvc: string },
  now: Date,
): { card: TestCard } | { problem: string } {
  const found = CARDS.get(input.cardNumber.replace(/[\s-]/g, ''));
  if (!found) return { problem: 'Only the test cards listed here work. No real card is ever charged.' };
  const [, month, year] = /^(\d{2})\s*\/\s*(\d{2})$/.exec(input.expiry.trim()) ?? [];
  const isMonth = Number(month) >= 1 && Number(month) <= 12;
  if (!isMonth) return { problem: 'Please enter the expiry date as MM/YY.' };
  // A card is valid until the end of its month.
  if (Date.UTC(2000 + Number(year), Number(month), 1) <= now.getTime()) return { problem: 'Your card has expired.' };
  if (!/^\d{3,4}$/.test(input.cvc.trim()))
    return { problem: 'Please enter the security code of three or four digits.' };
  return { card: found };
}
