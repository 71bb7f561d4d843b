import type { ContactKind } from '@stridewell/contract/contacts/contacts.rules';
import type { ContactForm } from '@stridewell/contract/site/site.rules';
import { and, eq, lt, or } from 'drizzle-orm';
import type { OperatorScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { contactSubmissions, demoBookings, formSubmissions } from './site.table.ts';

export async function findContactForm(tx: Tx<OperatorScope>, id: string): Promise<ContactForm | undefined> {
  const [row] = await tx
    .select({ form: contactSubmissions.formData })
    .from(contactSubmissions)
    .where(eq(contactSubmissions.id, id));
  return row?.form;
}

export async function findDemoRequest(tx: Tx<OperatorScope>, id: string) {
  const [row] = await tx.select().from(formSubmissions).where(eq(formSubmissions.id, id));
  return row;
}

export async function deleteSubmissionRow(tx: Tx<OperatorScope>, kind: ContactKind, id: string): Promise<void> {
  const table = kind === 'contact' ? contactSubmissions : formSubmissions;
  await tx.delete(table).where(eq(table.id, id));
}

/** Deletes past and canceled demos of an address. An upcoming one stays until it is canceled. */
export async function deleteDemosOf(tx: Tx<OperatorScope>, email: string, now: Date): Promise<void> {
  await tx
    .delete(demoBookings)
    .where(
      and(eq(demoBookings.email, email), or(lt(demoBookings.startsAt, now), eq(demoBookings.status, 'cancelled'))),
    );
}
