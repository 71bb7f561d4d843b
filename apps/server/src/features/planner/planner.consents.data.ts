import { and, desc, eq } from 'drizzle-orm';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { modelConsents } from './planner.table.ts';

type PersonTx = Tx<CoachScope | ClientScope>;

/** The newest answer of a client to one wording; undefined without one. */
export async function findConsent(tx: PersonTx, clientId: string, version: number) {
  const [row] = await tx
    .select({ allowed: modelConsents.allowed, answeredAt: modelConsents.answeredAt })
    .from(modelConsents)
    .where(
      and(
        eq(modelConsents.coachId, tx.scope.coachId),
        eq(modelConsents.clientId, clientId),
        eq(modelConsents.version, version),
      ),
    )
    .orderBy(desc(modelConsents.answeredAt), desc(modelConsents.id))
    .limit(1);
  return row;
}

export async function insertConsent(
  tx: Tx<ClientScope>,
  answer: Omit<typeof modelConsents.$inferInsert, 'coachId' | 'clientId'>,
): Promise<void> {
  const { coachId, clientId } = tx.scope;
  await tx.insert(modelConsents).values({ coachId, clientId, ...answer });
}
