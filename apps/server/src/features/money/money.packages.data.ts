import type { CoachPackage, InvoiceSettings } from '@stridewell/contract/money/money';
import { and, asc, count, eq } from 'drizzle-orm';
import { coaches } from '../../core/people/people.table.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { invoiceSettings, packages } from './money.table.ts';

const PACKAGE = {
  id: packages.id,
  name: packages.name,
  description: packages.description,
  amountCents: packages.amountCents,
  currency: packages.currency,
  interval: packages.interval,
  archived: packages.archived,
};

export const selectPackages = (tx: Tx<CoachScope>): Promise<CoachPackage[]> =>
  tx
    .select(PACKAGE)
    .from(packages)
    .where(eq(packages.coachId, tx.scope.coachId))
    .orderBy(asc(packages.archived), asc(packages.createdAt), asc(packages.id));

/** Reads a package and locks it until the transaction ends. */
export async function lockPackage(tx: Tx<CoachScope>, id: string): Promise<CoachPackage | undefined> {
  const isPackage = and(eq(packages.coachId, tx.scope.coachId), eq(packages.id, id));
  const [row] = await tx.select(PACKAGE).from(packages).where(isPackage).for('update');
  return row;
}

export async function countPackages(tx: Tx<CoachScope>): Promise<number> {
  const [row] = await tx.select({ count: count() }).from(packages).where(eq(packages.coachId, tx.scope.coachId));
  return row?.count ?? 0;
}

/** Adds a package or replaces its content. */
export async function upsertPackage(tx: Tx<CoachScope>, { id, ...content }: CoachPackage): Promise<void> {
  await tx
    .insert(packages)
    .values({ ...content, coachId: tx.scope.coachId, id })
    .onConflictDoUpdate({ target: [packages.coachId, packages.id], set: content });
}

const SETTINGS = {
  businessName: invoiceSettings.businessName,
  address: invoiceSettings.address,
  taxId: invoiceSettings.taxId,
  taxLabel: invoiceSettings.taxLabel,
  taxRate: invoiceSettings.taxRate,
  taxIncluded: invoiceSettings.taxIncluded,
  termDays: invoiceSettings.termDays,
  prefix: invoiceSettings.prefix,
  instructions: invoiceSettings.instructions,
};

export async function findInvoiceSettings(tx: Tx<CoachScope>): Promise<InvoiceSettings | undefined> {
  const [row] = await tx.select(SETTINGS).from(invoiceSettings).where(eq(invoiceSettings.coachId, tx.scope.coachId));
  return row;
}

export async function upsertInvoiceSettings(tx: Tx<CoachScope>, settings: InvoiceSettings): Promise<void> {
  await tx
    .insert(invoiceSettings)
    .values({ ...settings, coachId: tx.scope.coachId })
    .onConflictDoUpdate({ target: invoiceSettings.coachId, set: settings });
}

export async function findCoachName(tx: Tx<CoachScope>): Promise<string | undefined> {
  const [row] = await tx.select({ fullName: coaches.fullName }).from(coaches).where(eq(coaches.id, tx.scope.coachId));
  return row?.fullName;
}
