import type { RelationshipStatus } from '@stridewell/contract/people.rules';
import { and, asc, desc, eq, gt, gte, lt, or, type SQL, sql } from 'drizzle-orm';
import { relationships } from '../../core/relationships/relationships.table.ts';
import type { CoachScope, OperatorScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { SystemScope } from '../../platform/db/scope.ts';
import { assistantAnswers, operatorAnswers, type StoredAnswer } from './assistant.table.ts';

export type { StoredAnswer };

/** Clients, former clients and invited people of the coach, by name. */
export const selectPeople = (tx: Tx<CoachScope>) =>
  tx
    .select({
      clientId: relationships.clientId,
      name: relationships.fullName,
      status: sql<RelationshipStatus>`${relationships.status}`,
      acceptedAt: relationships.acceptedAt,
    })
    .from(relationships)
    .where(eq(relationships.coachId, tx.scope.coachId))
    .orderBy(asc(relationships.nameKey), asc(relationships.clientId));

export type Person = Awaited<ReturnType<typeof selectPeople>>[number];

export type AnswerRow = Pick<typeof operatorAnswers.$inferSelect, 'id' | 'at' | 'content'>;

const COLUMNS = {
  coach: { id: assistantAnswers.id, at: assistantAnswers.at, content: assistantAnswers.content },
  operator: { id: operatorAnswers.id, at: operatorAnswers.at, content: operatorAnswers.content },
};

const isOfCoach = (tx: Tx<CoachScope>) => eq(assistantAnswers.coachId, tx.scope.coachId);
const isOfOperator = (tx: Tx<OperatorScope>) => eq(operatorAnswers.userId, tx.scope.userId);

export async function findAnswer(tx: Tx<CoachScope>, id: string): Promise<AnswerRow | undefined> {
  const [row] = await tx
    .select(COLUMNS.coach)
    .from(assistantAnswers)
    .where(and(isOfCoach(tx), eq(assistantAnswers.id, id)));
  return row;
}

export async function findOperatorAnswer(tx: Tx<OperatorScope>, id: string): Promise<AnswerRow | undefined> {
  const [row] = await tx
    .select(COLUMNS.operator)
    .from(operatorAnswers)
    .where(and(isOfOperator(tx), eq(operatorAnswers.id, id)));
  return row;
}

type Page = { since: Date; before: AnswerRow | undefined; limit: number };

/** Answers before another one, newest first. */
const pageOf = (table: typeof assistantAnswers | typeof operatorAnswers, { since, before }: Page): SQL | undefined =>
  and(
    gte(table.at, since),
    before && or(lt(table.at, before.at), and(eq(table.at, before.at), lt(table.id, before.id))),
  );

export const selectAnswers = (tx: Tx<CoachScope>, page: Page): Promise<AnswerRow[]> =>
  tx
    .select(COLUMNS.coach)
    .from(assistantAnswers)
    .where(and(isOfCoach(tx), pageOf(assistantAnswers, page)))
    .orderBy(desc(assistantAnswers.at), desc(assistantAnswers.id))
    .limit(page.limit);

export const selectOperatorAnswers = (tx: Tx<OperatorScope>, page: Page): Promise<AnswerRow[]> =>
  tx
    .select(COLUMNS.operator)
    .from(operatorAnswers)
    .where(and(isOfOperator(tx), pageOf(operatorAnswers, page)))
    .orderBy(desc(operatorAnswers.at), desc(operatorAnswers.id))
    .limit(page.limit);

/** Stores an answer, unless one with its id exists. */
export async function insertAnswer(tx: Tx<CoachScope>, row: AnswerRow & { clientIds: string[] }): Promise<void> {
  await tx
    .insert(assistantAnswers)
    .values({ coachId: tx.scope.coachId, ...row })
    .onConflictDoNothing();
}

export async function insertOperatorAnswer(tx: Tx<OperatorScope>, row: AnswerRow): Promise<void> {
  await tx
    .insert(operatorAnswers)
    .values({ userId: tx.scope.userId, ...row })
    .onConflictDoNothing();
}

/** Deletes one answer, or all of them. @returns how many */
export async function deleteAnswers(tx: Tx<CoachScope>, id: string | undefined): Promise<number> {
  const rows = await tx
    .delete(assistantAnswers)
    .where(and(isOfCoach(tx), id === undefined ? undefined : eq(assistantAnswers.id, id)))
    .returning({ id: assistantAnswers.id });
  return rows.length;
}

export async function deleteOperatorAnswers(tx: Tx<OperatorScope>, id: string | undefined): Promise<number> {
  const rows = await tx
    .delete(operatorAnswers)
    .where(and(isOfOperator(tx), id === undefined ? undefined : eq(operatorAnswers.id, id)))
    .returning({ id: operatorAnswers.id });
  return rows.length;
}

type ForgettingTx = Tx<SystemScope<'assistant'>>;

/** Coaches with answers from before `before`, in the order of their ids, after `after`. */
export async function selectCoachesToForget(
  tx: ForgettingTx,
  { before, after, limit }: { before: Date; after: string | undefined; limit: number },
): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ coachId: assistantAnswers.coachId })
    .from(assistantAnswers)
    .where(and(lt(assistantAnswers.at, before), after ? gt(assistantAnswers.coachId, after) : undefined))
    .orderBy(assistantAnswers.coachId)
    .limit(limit);
  return rows.map(({ coachId }) => coachId);
}

export async function forgetAnswers(tx: Tx<CoachScope>, before: Date): Promise<void> {
  await tx.delete(assistantAnswers).where(and(isOfCoach(tx), lt(assistantAnswers.at, before)));
}

export async function forgetOperatorAnswers(tx: ForgettingTx, before: Date): Promise<void> {
  await tx.delete(operatorAnswers).where(lt(operatorAnswers.at, before));
}
