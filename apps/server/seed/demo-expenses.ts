import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { addMonths } from '@stridewell/contract/money/money.dates.rules';
import { and, eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { recurringExpenses } from '../src/features/expenses/expenses.table.ts';
import { files } from '../src/features/files/files.table.ts';
import { ledgerEntries } from '../src/features/money/money.ledger.table.ts';
import type { FileStore } from '../src/platform/files/store.ts';
import { bookEntries, type LedgerEntry as Entry } from './books.ts';
import { pdfOf } from './demo-files.ts';
import type { OwnerDb } from './factories.ts';

type Spent = { coachId: string; cents: number };

const RENT = { payee: 'Northside Studio', category: 'Rent' };
const rentOf = (cents: number): number => Math.round(cents * 0.6);

/**
 * Seeds a coach's expenses for each month, newest first: rent as a recurring expense, software and marketing. They add
 * up to `cents`.
 */
export async function seedExpenses(db: OwnerDb, { coachId, cents }: Spent, months: readonly string[]): Promise<void> {
  const [newest, oldest] = [months[0], months.at(-1)];
  if (cents === 0 || newest === undefined || oldest === undefined) return;
  const rent = rentOf(cents);
  const software = Math.round(cents * 0.15);
  const recurringId = uuidv7();
  const entry = (amountCents: number, occurredOn: string, more: Pick<Entry, 'category'> & Partial<Entry>): Entry => ({
    coachId,
    id: uuidv7(),
    kind: 'expense',
    currency: 'USD',
    amountCents,
    occurredOn,
    ...more,
  });
  const origin = (month: string) => ({
    source: 'recurring' as const,
    sourceId: recurringId,
    originKey: `recurring ${recurringId} ${month}`,
  });
  await bookEntries(
    db,
    months.flatMap((month) => [
      entry(rent, month, { ...RENT, ...origin(month) }),
      entry(software, month, { payee: 'Calendar Cloud', category: 'Software' }),
      entry(cents - rent - software, month, { payee: 'Corner Print', category: 'Marketing', note: 'Flyers' }),
    ]),
  );
  await db.insert(recurringExpenses).values({
    ...RENT,
    coachId,
    id: recurringId,
    amountCents: rent,
    currency: 'USD',
    note: '',
    frequency: 'monthly',
    startsOn: oldest,
    nextOn: addMonths(newest, 1),
  });
}

/** Seeds a receipt for each of the coach's rents. */
export async function seedReceipts(db: OwnerDb, store: FileStore, coachId: string, now: Date): Promise<void> {
  const rents = await db
    .select({ id: ledgerEntries.id, day: ledgerEntries.occurredOn })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.coachId, coachId), eq(ledgerEntries.payee, RENT.payee)));
  for (const { id, day } of rents) {
    const content = pdfOf([RENT.payee, `Rent of the studio, ${day}`, 'Paid in full. Thank you.']);
    const fileId = uuidv7();
    await db.insert(files).values({
      coachId,
      id: fileId,
      uploadedBy: coachId,
      kind: 'pdf',
      purpose: 'receipt',
      status: 'ready',
      name: `Rent ${day}.pdf`,
      contentType: 'application/pdf',
      bytes: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
      createdAt: now,
      attachedAt: now,
    });
    await db
      .update(ledgerEntries)
      .set({ receiptId: fileId })
      .where(and(eq(ledgerEntries.coachId, coachId), eq(ledgerEntries.id, id)));
    await store.put(`${coachId}/${fileId}/1/full`, Readable.from([content]));
  }
}
