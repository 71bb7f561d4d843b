import type { ImportedLead } from '@stridewell/contract/pipeline/pipeline';
import { phoneKey } from '@stridewell/contract/pipeline/pipeline.rules';
import { and, eq, inArray, isNull, notExists, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { v7 as uuidv7 } from 'uuid';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { leadEvents, leads, leadTasks } from './pipeline.table.ts';

/** Ids, email addresses, phone numbers and names that the coach's leads share with these. */
export function selectKnownLeads(
  tx: Tx<CoachScope>,
  { ids, emails, phones, names }: Record<'ids' | 'emails' | 'phones' | 'names', readonly string[]>,
) {
  return tx
    .select({ id: leads.id, email: leads.email, phoneKey: leads.phoneKey, name: sql<string>`lower(${leads.name})` })
    .from(leads)
    .where(
      and(
        eq(leads.coachId, tx.scope.coachId),
        or(
          inArray(leads.id, [...ids]),
          emails.length > 0 ? inArray(leads.email, [...emails]) : undefined,
          phones.length > 0 ? inArray(leads.phoneKey, [...phones]) : undefined,
          names.length > 0 ? inArray(sql`lower(${leads.name})`, [...names]) : undefined,
        ),
      ),
    );
}

/** Adds the leads of one import, each with its first event. */
export async function insertImportedLeads(
  tx: Tx<CoachScope>,
  { added, importId, currency, now }: { added: readonly ImportedLead[]; importId: string; currency: string; now: Date },
): Promise<void> {
  const { coachId } = tx.scope;
  const times = { statusSince: now, createdAt: now };
  await tx.insert(leads).values(
    added.map(({ id, lead }) => ({
      ...lead,
      ...times,
      coachId,
      id,
      importId,
      currency,
      phoneKey: phoneKey(lead.phone),
    })),
  );
  await tx.insert(leadEvents).values(
    added.map(({ id, lead }) => ({
      coachId,
      id: uuidv7(),
      leadId: id,
      kind: 'created' as const,
      toStatus: lead.status,
      actor: 'import' as const,
      occurredAt: now,
    })),
  );
}

/** Deletes leads of an import that have not changed since and have no task. @returns how many */
export async function deleteImportedLeads(tx: Tx<CoachScope>, importId: string): Promise<number> {
  const { coachId } = tx.scope;
  const task = alias(leadTasks, 't');
  const isOfLead = and(eq(task.coachId, coachId), eq(task.leadId, leads.id));
  const { rowCount } = await tx
    .delete(leads)
    .where(
      and(
        eq(leads.coachId, coachId),
        eq(leads.importId, importId),
        eq(leads.version, 1),
        isNull(leads.clientId),
        notExists(tx.select({ one: sql`1` }).from(task).where(isOfLead)),
      ),
    );
  return rowCount ?? 0;
}
