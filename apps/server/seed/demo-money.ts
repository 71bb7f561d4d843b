import { addMonths, periodEnd } from '@stridewell/contract/money/money.dates.rules';
import { invoiceNumber } from '@stridewell/contract/money/money.invoices.rules';
import { addDays, instantAtWallClock } from '@stridewell/contract/time';
import { v7 as uuidv7 } from 'uuid';
import {
  clientInvoices,
  clientPayments,
  clientSubscriptions,
  invoiceCounters,
  invoiceSettings,
  packages,
  subscriptionChanges,
} from '../src/features/money/money.table.ts';
import { bookEntries } from './books.ts';
import { DEMO_ZONE } from './demo-clients.ts';
import type { Booked, DemoScene } from './demo-coach.ts';
import type { OwnerDb } from './factories.ts';

/** Most months of books, including this one. */
export const BOOK_MONTHS = 16;
const TERM_DAYS = 14;
const NAME = 'Monthly coaching';
const CURRENCY = 'USD';
const ISSUER = {
  businessName: 'Alex Rivera Coaching',
  address: '410 Valencia Street\nSan Francisco, CA 94103',
  taxId: '',
  instructions: 'Bank transfer to First Example Bank, account 000 123 456. Please name the number of the invoice.',
};

type SeededInvoice = {
  id: string;
  clientId: string;
  clientName: string;
  issuedOn: string;
  text: string;
  cents: number;
  subscriptionId?: string;
  periodTo?: string;
  paid: boolean;
  reminders?: number;
};

const at = (day: string): Date => instantAtWallClock(day, 9 * 60, DEMO_ZONE);
const firstOf = (day: string): string => `${day.slice(0, 7)}-01`;

/** A client's monthly subscription, due on the first, and in the first month on the day of joining. */
function subscriptionOf({ clientId, person, course, leftOn }: Booked, cents: number, today: string) {
  const thisMonth = firstOf(today);
  const oldest = addMonths(thisMonth, 1 - BOOK_MONTHS);
  const startsOn = [course.anchor, oldest].sort()[1] ?? oldest;
  const anchorOn = firstOf(startsOn);
  const id = uuidv7();
  const invoices: SeededInvoice[] = [];
  let period = 0;
  for (
    let month = anchorOn;
    month <= thisMonth && (leftOn === undefined || month < leftOn);
    month = addMonths(anchorOn, period)
  ) {
    invoices.push({
      id: uuidv7(),
      clientId,
      clientName: person.name,
      text: NAME,
      cents,
      subscriptionId: id,
      paid: true,
      issuedOn: period === 0 ? startsOn : month,
      periodTo: periodEnd(anchorOn, 'month', period),
    });
    period += 1;
  }
  const nextDueOn = leftOn === undefined ? addMonths(anchorOn, period) : null;
  return { id, clientId, startsOn, endsOn: leftOn ?? null, anchorOn, period, cents, nextDueOn, invoices };
}

/** An invoice that is overdue, and one whose payment failed. */
const openInvoices = (people: readonly Booked[], today: string): SeededInvoice[] => {
  const [, failing, , late] = people;
  const of = ({ clientId, person }: Booked) => ({ id: uuidv7(), clientId, clientName: person.name, paid: false });
  return [
    ...(late
      ? [{ ...of(late), issuedOn: addDays(today, -19), text: 'Movement assessment', cents: 9000, reminders: 1 }]
      : []),
    ...(failing ? [{ ...of(failing), issuedOn: addDays(today, -3), text: 'Ten sessions', cents: 80_000 }] : []),
  ];
};

/**
 * Seeds packages, subscriptions, invoices and payments of the demo's clients. The books have an entry for each payment,
 * and none for open invoices.
 */
export async function seedMoney(
  db: OwnerDb,
  scene: DemoScene,
  { people, left }: { people: readonly Booked[]; left: readonly Booked[] },
  today: string,
) {
  const { coachId, feeCents, firstFeeCents = feeCents } = scene;
  if (feeCents === undefined || firstFeeCents === undefined) return;
  const packageId = uuidv7();
  await seedPackages(db, { coachId, packageId, feeCents });
  // Clients who join later do not pay yet.
  const joined = [...left, ...people].filter(({ course }) => course.anchor <= today);
  const subscriptions = joined.map((one) => subscriptionOf(one, one === people[0] ? firstFeeCents : feeCents, today));
  const row = { coachId, currency: CURRENCY };
  for (const { cents, invoices: _, ...subscription } of subscriptions) {
    const { id: subscriptionId, clientId, startsOn, endsOn } = subscription;
    await db.insert(clientSubscriptions).values({
      ...row,
      ...subscription,
      packageId,
      name: NAME,
      amountCents: cents,
      interval: 'month',
      version: endsOn === null ? 1 : 2,
      createdAt: at(startsOn),
    });
    await db.insert(subscriptionChanges).values({
      ...row,
      subscriptionId,
      number: 1,
      clientId,
      kind: 'started',
      effectiveOn: startsOn,
      monthlyCents: cents,
      createdAt: at(startsOn),
    });
    if (endsOn === null) continue;
    await db.insert(subscriptionChanges).values({
      ...row,
      subscriptionId,
      number: 2,
      clientId,
      kind: 'ended',
      effectiveOn: endsOn,
      monthlyCents: 0,
      createdAt: at(endsOn),
    });
  }
  const open = scene.programs ? openInvoices(people, today) : [];
  const invoices = [...subscriptions.flatMap((one) => one.invoices), ...open].sort((a, b) =>
    a.issuedOn < b.issuedOn ? -1 : a.issuedOn > b.issuedOn ? 1 : 0,
  );
  await seedInvoices(db, coachId, invoices, today);
}

async function seedPackages(
  db: OwnerDb,
  { coachId, packageId, feeCents }: { coachId: string; packageId: string; feeCents: number },
) {
  const row = { coachId, currency: CURRENCY };
  await db.insert(packages).values([
    {
      ...row,
      id: packageId,
      name: NAME,
      amountCents: feeCents,
      interval: 'month',
      description: 'A program for your week, a check-in each week and messages on every working day.',
    },
    {
      ...row,
      id: uuidv7(),
      name: 'Ten sessions',
      amountCents: 80_000,
      interval: 'once',
      description: 'Ten hours in the studio, to use within six months.',
    },
    {
      ...row,
      id: uuidv7(),
      name: 'Movement assessment',
      amountCents: 9000,
      interval: 'once',
      description: '',
    },
  ]);
  await db.insert(invoiceSettings).values({
    coachId,
    ...ISSUER,
    taxLabel: 'Tax',
    taxRate: 0,
    taxIncluded: true,
    termDays: TERM_DAYS,
    prefix: 'INV-',
  });
}

/** Numbers the invoices by day, and seeds them with payments and entries in the books. */
async function seedInvoices(db: OwnerDb, coachId: string, invoices: readonly SeededInvoice[], today: string) {
  for (const [index, invoice] of invoices.entries()) {
    const { id, clientId, clientName, issuedOn, text, cents, paid, subscriptionId, periodTo, reminders } = invoice;
    const number = index + 1;
    const label = invoiceNumber('INV-', number);
    await db.insert(clientInvoices).values({
      coachId,
      id,
      clientId,
      clientName,
      number,
      label,
      issuedOn,
      dueOn: addDays(issuedOn, TERM_DAYS),
      currency: CURRENCY,
      lines: [{ text, quantity: 1, unitCents: cents }],
      issuer: ISSUER,
      taxLabel: 'Tax',
      taxRate: 0,
      taxIncluded: true,
      netCents: cents,
      taxCents: 0,
      totalCents: cents,
      paidCents: paid ? cents : 0,
      reminders: reminders ?? 0,
      createdAt: at(issuedOn),
      ...(subscriptionId && { subscriptionId, periodFrom: issuedOn, periodTo }),
    });
    const payment = { coachId, clientId, invoiceId: id, amountCents: cents, currency: CURRENCY };
    const isFailing = !paid && reminders === undefined;
    if (isFailing) {
      await db.insert(clientPayments).values({
        ...payment,
        id: uuidv7(),
        method: 'bank_transfer',
        status: 'failed',
        paidOn: addDays(today, -1),
        reason: 'The bank returned the debit',
        createdAt: at(addDays(today, -1)),
      });
    }
    if (!paid) continue;
    const paymentId = uuidv7();
    await db.insert(clientPayments).values({
      ...payment,
      id: paymentId,
      method: 'bank_transfer',
      status: 'succeeded',
      paidOn: issuedOn,
      createdAt: at(issuedOn),
    });
    await bookEntries(db, [
      {
        coachId,
        id: paymentId,
        kind: 'revenue',
        amountCents: cents,
        currency: CURRENCY,
        occurredOn: issuedOn,
        category: 'Coaching',
        clientId,
        note: label,
        source: 'payment',
        sourceId: paymentId,
      },
    ]);
  }
  await db.insert(invoiceCounters).values({ coachId, series: 'invoices', last: invoices.length });
}
