import { eq } from 'drizzle-orm';
import type { Tx } from '../../platform/db/database.ts';
import type { SystemScope } from '../../platform/db/scope.ts';
import { sandboxInvoiceCheckouts } from './connect-sandbox.table.ts';

export type SessionTx = Tx<SystemScope<'billing'>>;
export type SessionRow = typeof sandboxInvoiceCheckouts.$inferSelect;

/** Adds a checkout, unless it exists. */
export async function insertSession(tx: SessionTx, row: typeof sandboxInvoiceCheckouts.$inferInsert): Promise<void> {
  await tx.insert(sandboxInvoiceCheckouts).values(row).onConflictDoNothing();
}

export async function findSession(tx: SessionTx, id: string): Promise<SessionRow | undefined> {
  const [row] = await tx.select().from(sandboxInvoiceCheckouts).where(eq(sandboxInvoiceCheckouts.id, id));
  return row;
}

/** Reads a checkout and locks it until the transaction ends. */
export async function lockSession(tx: SessionTx, id: string): Promise<SessionRow | undefined> {
  const [row] = await tx.select().from(sandboxInvoiceCheckouts).where(eq(sandboxInvoiceCheckouts.id, id)).for('update');
  return row;
}

/** Changes a locked checkout. */
export async function updateSession(
  tx: SessionTx,
  id: string,
  change: Partial<Pick<SessionRow, 'paid' | 'expiresAt'>>,
): Promise<void> {
  await tx.update(sandboxInvoiceCheckouts).set(change).where(eq(sandboxInvoiceCheckouts.id, id));
}
