import { and, asc, count, eq, gt, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { SystemScope } from '../../platform/db/scope.ts';
import { crmConnections as connections, crmErasures as erasures, crmLinks as links } from './crm.table.ts';

export type CoachTx = Tx<CoachScope>;
export type ConnectionRow = typeof connections.$inferSelect;
export type LinkRow = Omit<typeof links.$inferSelect, 'coachId'>;
export type ErasureRow = typeof erasures.$inferSelect;
export type LinkKey = Pick<LinkRow, 'kind' | 'subjectId'>;

const own = (tx: CoachTx) => eq(connections.coachId, tx.scope.coachId);

export async function findConnection(tx: CoachTx): Promise<ConnectionRow | undefined> {
  const [row] = await tx.select().from(connections).where(own(tx));
  return row;
}

/** The connection, locked until the transaction ends. */
export async function lockConnection(tx: CoachTx): Promise<ConnectionRow | undefined> {
  const [row] = await tx.select().from(connections).where(own(tx)).for('no key update');
  return row;
}

/** Adds a connection that is off. One that exists stays as it is. */
export async function insertConnection(
  tx: CoachTx,
  row: Omit<typeof connections.$inferInsert, 'coachId'>,
): Promise<void> {
  await tx
    .insert(connections)
    .values({ ...row, coachId: tx.scope.coachId })
    .onConflictDoNothing();
}

export async function updateConnection(
  tx: CoachTx,
  change: Partial<Omit<typeof connections.$inferInsert, 'coachId'>>,
): Promise<void> {
  await tx.update(connections).set(change).where(own(tx));
}

const hasTokens = (tx: CoachTx, sealed: string) => and(own(tx), eq(connections.sealed, sealed));

/** Lets one process renew the tokens until then. @returns whether it is the caller */
export async function claimRenewal(
  tx: CoachTx,
  { sealed, at, until }: { sealed: string; at: Date; until: Date },
): Promise<boolean> {
  const claimed = await tx
    .update(connections)
    .set({ renewingUntil: until })
    .where(and(hasTokens(tx, sealed), or(isNull(connections.renewingUntil), lte(connections.renewingUntil, at))))
    .returning({ coachId: connections.coachId });
  return claimed.length > 0;
}

/** Lets the next process renew, and stores renewed tokens unless others replaced the ones before. */
export async function endRenewal(
  tx: CoachTx,
  before: string,
  renewed: Pick<typeof connections.$inferInsert, 'sealed' | 'accessUntil'>,
): Promise<void> {
  await tx
    .update(connections)
    .set({ ...renewed, renewingUntil: null })
    .where(hasTokens(tx, before));
}

/** Coaches whose sync is due at `now`, in the order of their ids, after `after`. */
export async function selectDueCoaches(
  tx: Tx<SystemScope<'crm'>>,
  { now, after, limit }: { now: Date; after: string | undefined; limit: number },
): Promise<string[]> {
  const rows = await tx
    .select({ coachId: connections.coachId })
    .from(connections)
    .where(
      and(
        eq(connections.status, 'on'),
        lte(connections.nextSyncAt, now),
        after === undefined ? undefined : gt(connections.coachId, after),
      ),
    )
    .orderBy(asc(connections.coachId))
    .limit(limit);
  return rows.map(({ coachId }) => coachId);
}

const LINK = {
  kind: links.kind,
  subjectId: links.subjectId,
  contactId: links.contactId,
  contactKnown: links.contactKnown,
  contactSentAt: links.contactSentAt,
  dealId: links.dealId,
  dealKnown: links.dealKnown,
  dealSentAt: links.dealSentAt,
  dealGone: links.dealGone,
  issue: links.issue,
  detail: links.detail,
  refused: links.refused,
  dealRefused: links.dealRefused,
  otherContactId: links.otherContactId,
};
const ofCoach = (tx: CoachTx) => eq(links.coachId, tx.scope.coachId);

/** The links of some leads or clients. */
export const selectLinks = async (
  tx: CoachTx,
  kind: LinkRow['kind'],
  subjectIds: readonly string[],
): Promise<LinkRow[]> =>
  subjectIds.length === 0
    ? []
    : tx
        .select(LINK)
        .from(links)
        .where(and(ofCoach(tx), eq(links.kind, kind), inArray(links.subjectId, [...subjectIds])));

export const selectLinksOfContacts = async (tx: CoachTx, contactIds: readonly string[]): Promise<LinkRow[]> =>
  contactIds.length === 0
    ? []
    : tx
        .select(LINK)
        .from(links)
        .where(and(ofCoach(tx), inArray(links.contactId, [...contactIds])));

export const selectLinksOfDeals = async (tx: CoachTx, dealIds: readonly string[]): Promise<LinkRow[]> =>
  dealIds.length === 0
    ? []
    : tx
        .select(LINK)
        .from(links)
        .where(and(ofCoach(tx), inArray(links.dealId, [...dealIds])));

/** Links with a request that an earlier sync sent without storing its result. */
export const selectUnsettledLinks = (tx: CoachTx): Promise<LinkRow[]> =>
  tx
    .select(LINK)
    .from(links)
    .where(and(ofCoach(tx), or(isNotNull(links.contactSentAt), isNotNull(links.dealSentAt))))
    .orderBy(asc(links.kind), asc(links.subjectId));

export type LinkChange = Partial<Omit<LinkRow, keyof LinkKey>>;
/** A link and what changes in it. */
export type SavedLink = readonly [LinkKey, LinkChange];
const keyText = ({ kind, subjectId }: LinkKey): string => `${kind} ${subjectId}`;

/**
 * Adds or changes links, with one statement for all that change the same columns. Of two changes of a link in these
 * columns, the last one counts.
 */
export async function saveLinks(tx: CoachTx, changes: readonly SavedLink[]): Promise<void> {
  const bySet = Map.groupBy(changes, ([, change]) => Object.keys(change).sort().join());
  for (const group of bySet.values()) {
    const last = new Map(group.map((one) => [keyText(one[0]), one]));
    const values = [...last.values()].map(([{ kind, subjectId }, change]) =>
      Object.assign({ coachId: tx.scope.coachId, kind, subjectId }, change),
    );
    const columns = Object.keys(group[0]?.[1] ?? {}) as (keyof LinkChange)[];
    await tx
      .insert(links)
      .values(values)
      .onConflictDoUpdate({
        target: [links.coachId, links.kind, links.subjectId],
        set: Object.fromEntries(columns.map((name) => [name, sql.raw(`excluded.${links[name].name}`)])),
      });
  }
}

export const saveLink = (tx: CoachTx, key: LinkKey, change: LinkChange): Promise<void> =>
  saveLinks(tx, [[key, change]]);

/** Forgets the contacts and deals of another account. */
export const deleteLinks = (tx: CoachTx) => tx.delete(links).where(ofCoach(tx));

/** Links with an issue, leads first, with the number of all of them. */
export async function selectIssues(tx: CoachTx, limit: number): Promise<LinkRow[]> {
  return tx
    .select(LINK)
    .from(links)
    .where(and(ofCoach(tx), isNotNull(links.issue)))
    .orderBy(asc(links.issue), asc(links.kind), asc(links.subjectId))
    .limit(limit);
}

export async function countLinks(tx: CoachTx) {
  const [row] = await tx
    .select({
      contacts: count(links.contactId),
      deals: count(links.dealId),
      issues: count(links.issue),
    })
    .from(links)
    .where(ofCoach(tx));
  return row ?? { contacts: 0, deals: 0, issues: 0 };
}

const ofErasures = (tx: CoachTx) => eq(erasures.coachId, tx.scope.coachId);

/** Contacts and deals to delete in an account. */
export const selectErasures = (tx: CoachTx, hubId: string): Promise<ErasureRow[]> =>
  tx
    .select()
    .from(erasures)
    .where(and(ofErasures(tx), eq(erasures.hubId, hubId)))
    .orderBy(asc(erasures.createdAt), asc(erasures.id));

/** Contacts and deals that the coach has to delete. */
export const selectFailedErasures = (tx: CoachTx): Promise<ErasureRow[]> =>
  tx
    .select()
    .from(erasures)
    .where(and(ofErasures(tx), isNotNull(erasures.failedAt)))
    .orderBy(asc(erasures.createdAt), asc(erasures.id));

/** @returns whether this is the first failure */
export async function noteErasureFailure(tx: CoachTx, id: string, now: Date): Promise<boolean> {
  const noted = await tx
    .update(erasures)
    .set({ failedAt: now })
    .where(and(ofErasures(tx), eq(erasures.id, id), isNull(erasures.failedAt)))
    .returning({ id: erasures.id });
  return noted.length > 0;
}

/** @returns how many the coach has to delete now, and not before */
export async function noteAllFailed(tx: CoachTx, now: Date): Promise<number> {
  const noted = await tx
    .update(erasures)
    .set({ failedAt: now })
    .where(and(ofErasures(tx), isNull(erasures.failedAt)))
    .returning({ id: erasures.id });
  return noted.length;
}

/** @returns whether there was one */
export async function deleteErasure(tx: CoachTx, id: string): Promise<boolean> {
  const deleted = await tx
    .delete(erasures)
    .where(and(ofErasures(tx), eq(erasures.id, id)))
    .returning({ id: erasures.id });
  return deleted.length > 0;
}
