import { and, asc, eq, gt, isNotNull, lte, or, sql } from 'drizzle-orm';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { SystemScope } from '../../platform/db/scope.ts';
import { domainsScope } from './domains.scopes.ts';
import { coachDomains } from './domains.table.ts';

type CoachTx = Tx<CoachScope>;
type DomainsTx = Tx<SystemScope<'domains'>>;
export type DomainRow = typeof coachDomains.$inferSelect;
export type DomainChanges = Partial<Omit<DomainRow, 'coachId' | 'domain'>>;

const ofCoach = (tx: CoachTx) => eq(coachDomains.coachId, tx.scope.coachId);

export async function findDomain(tx: CoachTx): Promise<DomainRow | undefined> {
  const [row] = await tx.select().from(coachDomains).where(ofCoach(tx));
  return row;
}

/** The domain of the coach, locked until the transaction ends. */
export async function lockDomain(tx: CoachTx): Promise<DomainRow | undefined> {
  const [row] = await tx.select().from(coachDomains).where(ofCoach(tx)).for('update');
  return row;
}

/** Adds the domain unless the coach has one. @returns the row, or undefined */
export async function insertDomain(
  tx: CoachTx,
  row: Pick<DomainRow, 'domain' | 'token' | 'claimedAt' | 'dueAt'>,
): Promise<DomainRow | undefined> {
  const [stored] = await tx
    .insert(coachDomains)
    .values({ coachId: tx.scope.coachId, ...row })
    .onConflictDoNothing({ target: coachDomains.coachId })
    .returning();
  return stored;
}

export async function updateDomain(tx: CoachTx, changes: DomainChanges): Promise<DomainRow> {
  const [stored] = await tx.update(coachDomains).set(changes).where(ofCoach(tx)).returning();
  if (!stored) throw new Error('a locked domain is gone');
  return stored;
}

/** @returns the deleted row */
export async function deleteDomain(tx: CoachTx): Promise<DomainRow | undefined> {
  const [row] = await tx.delete(coachDomains).where(ofCoach(tx)).returning();
  return row;
}

/** Waits for other verifications of the same domain, until the transaction ends. */
export async function lockName(tx: CoachTx, domain: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`domain:${domain}`}, 0))`);
}

/**
 * Takes a verified domain away from another coach, and the sender address with it. Their old record of ownership becomes
 * invalid.
 * @returns the id of the coach who lost it
 */
export async function takeFromOther(
  tx: CoachTx,
  { domain, token }: Pick<DomainRow, 'domain' | 'token'>,
): Promise<string | undefined> {
  const [rows = []] = await tx.sendAs(domainsScope, [
    sql`update coach_domains set verified_at = null, failing_since = null, problem = 'moved', due_at = null,
        token = ${token}
      where domain = ${domain} and coach_id <> ${tx.scope.coachId} and verified_at is not null
      returning coach_id`,
  ]);
  const [former] = rows;
  if (!former) return undefined;
  const formerId = String(former.coach_id);
  await tx.sendAs(domainsScope, [sql`delete from coach_senders where coach_id = ${formerId}`]);
  return formerId;
}

/** The coach who has verified a domain. */
export async function findHolder(tx: DomainsTx, domain: string): Promise<string | undefined> {
  const [row] = await tx
    .select({ coachId: coachDomains.coachId })
    .from(coachDomains)
    .where(and(eq(coachDomains.domain, domain), isNotNull(coachDomains.verifiedAt)));
  return row?.coachId;
}

export type DuePlace = { dueAt: Date; coachId: string };

/** Domains that are due for a check, in the order of their times. */
export const selectDue = (
  tx: DomainsTx,
  { now, after, limit }: { now: Date; after: DuePlace | undefined; limit: number },
): Promise<{ dueAt: Date | null; coachId: string }[]> =>
  tx
    .select({ dueAt: coachDomains.dueAt, coachId: coachDomains.coachId })
    .from(coachDomains)
    .where(
      and(
        lte(coachDomains.dueAt, now),
        after &&
          or(
            gt(coachDomains.dueAt, after.dueAt),
            and(eq(coachDomains.dueAt, after.dueAt), gt(coachDomains.coachId, after.coachId)),
          ),
      ),
    )
    .orderBy(asc(coachDomains.dueAt), asc(coachDomains.coachId))
    .limit(limit);

/** The verified domain of the coach in scope. */
export async function findServedDomain(tx: CoachTx): Promise<string | undefined> {
  const [row] = await tx
    .select({ domain: coachDomains.domain })
    .from(coachDomains)
    .where(and(ofCoach(tx), isNotNull(coachDomains.verifiedAt)));
  return row?.domain;
}
