import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type InvoiceFacts,
  invoiceNumber,
  invoiceStatus,
  invoiceTotals,
  MONEY_BOUNDS,
  owedCents,
  refundableCents,
  remindersDue,
  subscriptionStatus,
} from './money.invoices.rules.ts';

const lines = fc.array(
  fc.record({
    text: fc.constant('Coaching'),
    quantity: fc.integer({ min: 1, max: MONEY_BOUNDS.quantity }),
    unitCents: fc.integer({ min: 0, max: MONEY_BOUNDS.cents }),
  }),
  { maxLength: MONEY_BOUNDS.lines },
);
const tax = fc.record({ rate: fc.integer({ min: 0, max: MONEY_BOUNDS.taxRate }), included: fc.boolean() });
const line = (unitCents: number, quantity = 1) => ({ text: 'Coaching', quantity, unitCents });

it.each([
  [[line(10_000)], 1900, false, { netCents: 10_000, taxCents: 1900, totalCents: 11_900 }],
  [[line(11_900)], 1900, true, { netCents: 10_000, taxCents: 1900, totalCents: 11_900 }],
  // Rounded per line, three times 7.5 percent of 10 would be 3 instead of 2.
  [[line(10), line(10), line(10)], 750, false, { netCents: 30, taxCents: 2, totalCents: 32 }],
  [[line(5)], 1000, false, { netCents: 5, taxCents: 1, totalCents: 6 }],
  [[line(2500, 4)], 0, true, { netCents: 10_000, taxCents: 0, totalCents: 10_000 }],
  [[], 1900, false, { netCents: 0, taxCents: 0, totalCents: 0 }],
])('totals of %j with %i, included %s', (of, rate, included, totals) => {
  expect(invoiceTotals(of, { rate, included })).toEqual(totals);
});

it('has net and tax that add up to the total, and a total that is the price where tax is included', () => {
  fc.assert(
    fc.property(lines, tax, (of, { rate, included }) => {
      const { netCents, taxCents, totalCents } = invoiceTotals(of, { rate, included });
      const sum = of.reduce((all, { quantity, unitCents }) => all + quantity * unitCents, 0);
      expect(netCents + taxCents).toBe(totalCents);
      expect(included ? totalCents : netCents).toBe(sum);
      // Within half a unit of the exact tax.
      expect(Math.abs(taxCents - (netCents * rate) / 10_000)).toBeLessThanOrEqual(1);
      expect(taxCents).toBeGreaterThanOrEqual(0);
    }),
  );
});

const TODAY = '2026-03-10';
const open: InvoiceFacts = {
  issuedOn: '2026-03-01',
  dueOn: '2026-03-10',
  void: false,
  totalCents: 100,
  paidCents: 0,
  refundedCents: 0,
};

it.each([
  [{ issuedOn: null, dueOn: null }, 'draft'],
  [{}, 'open'],
  [{ dueOn: '2026-03-09' }, 'overdue'],
  [{ paidCents: 40 }, 'partly_paid'],
  [{ paidCents: 40, dueOn: '2026-03-09' }, 'overdue'],
  [{ paidCents: 100, dueOn: '2026-03-09' }, 'paid'],
  [{ paidCents: 100, refundedCents: 30 }, 'paid'],
  [{ paidCents: 100, refundedCents: 100 }, 'refunded'],
  [{ paidCents: 40, refundedCents: 40, dueOn: '2026-03-09' }, 'refunded'],
  [{ void: true, dueOn: '2026-03-09' }, 'void'],
] as const)('an invoice with %j is %s', (changes, status) => {
  expect(invoiceStatus({ ...open, ...changes }, TODAY)).toBe(status);
});

it('is overdue only while something is owed', () => {
  const facts = fc.record({
    issuedOn: fc.constantFrom(null, '2026-03-01'),
    dueOn: fc.constantFrom('2026-03-01', '2026-03-10', '2026-04-01'),
    void: fc.boolean(),
    totalCents: fc.constant(100),
    paidCents: fc.constantFrom(0, 40, 100),
    refundedCents: fc.constantFrom(0, 20, 40),
  });
  fc.assert(
    fc.property(facts, (of) => {
      if (invoiceStatus(of, TODAY) === 'overdue') expect(owedCents(of)).toBeGreaterThan(0);
      if (of.void || of.issuedOn === null) expect(owedCents(of)).toBe(0);
    }),
  );
});

it('refunds no more than what is left of a payment that succeeded', () => {
  expect(refundableCents({ status: 'succeeded', amountCents: 100, refundedCents: 30 })).toBe(70);
  expect(refundableCents({ status: 'failed', amountCents: 100, refundedCents: 0 })).toBe(0);
  expect(refundableCents({ status: 'void', amountCents: 100, refundedCents: 0 })).toBe(0);
});

it('prints at least four digits of a number', () => {
  expect(invoiceNumber('INV-', 7)).toBe('INV-0007');
  expect(invoiceNumber('', 12_345)).toBe('12345');
});

it.each([
  [0, 0],
  [2, 0],
  [3, 1],
  [6, 1],
  [7, 2],
  [14, 3],
  [400, 3],
])('after %i days, %i reminders are due', (days, count) => {
  expect(remindersDue(days)).toBe(count);
});

it.each([
  [{}, 'active'],
  [{ paused: true }, 'paused'],
  [{ startsOn: '2026-03-11' }, 'scheduled'],
  [{ endsOn: '2026-03-11' }, 'active'],
  [{ endsOn: '2026-03-10', paused: true }, 'ended'],
  [{ startsOn: '2026-04-01', endsOn: '2026-03-10' }, 'ended'],
] as const)('a subscription with %j is %s', (changes, status) => {
  const running = { startsOn: '2026-01-01', endsOn: null, paused: false };
  expect(subscriptionStatus({ ...running, ...changes }, TODAY)).toBe(status);
});
