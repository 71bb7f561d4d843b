import type { FlowStep, FlowTrigger } from '@stridewell/contract/flows/flows';
import { RUN_PAGE } from '@stridewell/contract/flows/flows.rules';
import type { RelationshipStatus } from '@stridewell/contract/people.rules';
import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  or,
  sql,
} from 'drizzle-orm';
import { events } from '../../core/events/events.table.ts';
import { coachings } from '../../core/relationships/coachings.table.ts';
import { isCovered } from '../../core/relationships/relationships.data.ts';
import { relationships } from '../../core/relationships/relationships.table.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Cursor } from '../../platform/db/cursor.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { SystemScope } from '../../platform/db/scope.ts';
import { lastVisitAt } from '../clients/clients.visits.service.ts';
import { lastMessageFromClientAt } from '../messages/messages.service.ts';
import { flowMessages, flowRuns, flows } from './flows.table.ts';

type CoachTx = Tx<CoachScope>;
type DueTx = Tx<SystemScope<'flows'>>;
type FlowKind = (typeof flows.$inferSelect)['kind'];
export type RunRow = typeof flowRuns.$inferSelect;

/** A rule of re-engagement, whose trigger is a silence. */
const RULE = { ...getTableColumns(flows), trigger: sql<FlowTrigger>`${flows.trigger}` };
export type FlowRow = Omit<typeof flows.$inferSelect, 'trigger'> & { trigger: FlowTrigger };

const ofCoach = (tx: CoachTx, kind: FlowKind) =>
  and(eq(flows.coachId, tx.scope.coachId), eq(flows.kind, kind), eq(flows.deleted, false));
const isRule = eq(flows.kind, 'reengagement');
const isRun = (tx: CoachTx, id: string) => and(eq(flowRuns.coachId, tx.scope.coachId), eq(flowRuns.id, id));

/** Rules of the coach, oldest first. */
export const selectFlows = (tx: CoachTx): Promise<FlowRow[]> =>
  tx.select(RULE).from(flows).where(ofCoach(tx, 'reengagement')).orderBy(asc(flows.createdAt), asc(flows.id));

/** A rule, a deleted one included, locked until the transaction ends. */
export async function lockFlow(tx: CoachTx, id: string): Promise<FlowRow | undefined> {
  const [row] = await tx
    .select(RULE)
    .from(flows)
    .where(and(eq(flows.coachId, tx.scope.coachId), eq(flows.id, id), isRule))
    .for('no key update');
  return row;
}

/** How many flows of a kind the coach has. Locked until the transaction ends, so that the limit also holds for two at once. */
export async function lockFlowCount(tx: CoachTx, kind: FlowKind): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`flows:${tx.scope.coachId}`}, 0))`);
  const [row] = await tx.select({ count: count() }).from(flows).where(ofCoach(tx, kind));
  return row?.count ?? 0;
}

export async function insertFlow(tx: CoachTx, row: Omit<typeof flows.$inferInsert, 'coachId'>): Promise<void> {
  await tx.insert(flows).values({ ...row, coachId: tx.scope.coachId });
}

export async function updateFlow(
  tx: CoachTx,
  id: string,
  changes: Partial<Omit<typeof flows.$inferInsert, 'coachId' | 'id'>>,
): Promise<void> {
  await tx
    .update(flows)
    .set(changes)
    .where(and(eq(flows.coachId, tx.scope.coachId), eq(flows.id, id)));
}

/** Runs of flows by state and outcome, with the number of their messages. */
export const countRuns = (tx: CoachTx) =>
  tx
    .select({
      flowId: flowRuns.flowId,
      state: flowRuns.state,
      outcome: flowRuns.outcome,
      runs: count(),
      messages: sql<number>`coalesce(sum((select count(*) from ${flowMessages} m
        where m.coach_id = ${tx.scope.coachId} and m.run_id = ${flowRuns.id})), 0)::int`,
    })
    .from(flowRuns)
    .where(eq(flowRuns.coachId, tx.scope.coachId))
    .groupBy(flowRuns.flowId, flowRuns.state, flowRuns.outcome)
    .orderBy(asc(flowRuns.flowId), asc(flowRuns.state), asc(flowRuns.outcome));

/** A page of runs, newest first, one more than a page. */
export function selectRuns(tx: CoachTx, after: Cursor | null) {
  const { coachId } = tx.scope;
  const { startedAt, id } = flowRuns;
  return tx
    .select({
      id,
      at: startedAt,
      clientId: relationships.clientId,
      name: relationships.fullName,
      flowName: flows.name,
      state: flowRuns.state,
      stopped: flowRuns.stopped,
      outcome: flowRuns.outcome,
      dueAt: flowRuns.dueAt,
    })
    .from(flowRuns)
    .innerJoin(flows, and(eq(flows.coachId, flowRuns.coachId), eq(flows.id, flowRuns.flowId)))
    .innerJoin(
      relationships,
      and(eq(relationships.coachId, flowRuns.coachId), eq(relationships.clientId, flowRuns.clientId)),
    )
    .where(
      and(
        eq(flowRuns.coachId, coachId),
        isRule,
        after === null ? undefined : or(lt(startedAt, after.at), and(eq(startedAt, after.at), lt(id, after.id))),
      ),
    )
    .orderBy(desc(startedAt), desc(id))
    .limit(RUN_PAGE + 1);
}

/** Times of the messages of runs, the first one first. */
export const selectMessagesOf = (tx: CoachTx, runIds: readonly string[]) =>
  tx
    .select({ runId: flowMessages.runId, sentAt: flowMessages.sentAt })
    .from(flowMessages)
    .where(and(eq(flowMessages.coachId, tx.scope.coachId), inArray(flowMessages.runId, [...runIds])))
    .orderBy(asc(flowMessages.sentAt));

/** Clients with what decides whether they can get automatic messages, by name. */
export const selectReachable = (tx: CoachTx, clientId?: string) =>
  tx
    .select({
      clientId: relationships.clientId,
      name: relationships.fullName,
      status: sql<RelationshipStatus>`${relationships.status}`,
      hasAccount: sql<boolean>`${relationships.personId} is not null`,
      covered: isCovered(tx.scope.coachId),
      timeZone: coachings.timeZone,
      email: relationships.email,
      onboarded: relationships.onboardingCompleted,
      stoppedAt: coachings.automaticStoppedAt,
      objectedAt: coachings.scoringObjectedAt,
      lastMessageAt: lastMessageFromClientAt(tx.scope.coachId),
      lastVisitAt: lastVisitAt(tx.scope.coachId),
    })
    .from(relationships)
    .innerJoin(
      coachings,
      and(eq(coachings.coachId, relationships.coachId), eq(coachings.clientId, relationships.clientId)),
    )
    .where(
      and(
        eq(relationships.coachId, tx.scope.coachId),
        clientId === undefined ? eq(relationships.status, 'active') : eq(relationships.clientId, clientId),
      ),
    )
    .orderBy(asc(relationships.nameKey), asc(relationships.clientId));

/** Stops of automatic messages that the coach's clients have ended since. */
export const selectEndedStops = (tx: CoachTx, since: Date) =>
  tx
    .select({
      clientId: relationships.clientId,
      stoppedAt: sql<string>`${events.data} ->> 'stoppedAt'`,
      endedAt: events.occurredAt,
    })
    .from(relationships)
    .innerJoin(events, and(eq(events.coachId, relationships.coachId), eq(events.clientId, relationships.clientId)))
    .where(
      and(
        eq(relationships.coachId, tx.scope.coachId),
        eq(events.type, 'automatic.allowed'),
        gte(events.occurredAt, since),
      ),
    );

/** The latest cause with which each client entered a flow. Causes of silence are days, so the latest one sorts last. */
export async function selectLatestCauses(tx: CoachTx, flowId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await tx
    .select({ clientId: flowRuns.clientId, cause: sql<string>`max(${flowRuns.cause})` })
    .from(flowRuns)
    .where(and(eq(flowRuns.coachId, tx.scope.coachId), eq(flowRuns.flowId, flowId)))
    .groupBy(flowRuns.clientId)
    .orderBy(asc(flowRuns.clientId));
  return new Map(rows.flatMap(({ clientId, cause }) => (clientId === null ? [] : [[clientId, cause]])));
}

/** Starts runs. A cause that has started the flow before starts nothing. */
export async function insertRuns(
  tx: CoachTx,
  rows: readonly Omit<typeof flowRuns.$inferInsert, 'coachId'>[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insert(flowRuns)
    .values(rows.map((row) => ({ ...row, coachId: tx.scope.coachId })))
    .onConflictDoNothing();
}

/** Ends the open runs of a flow, all of them or those that wait for a step that is gone. */
export async function stopRuns(
  tx: CoachTx,
  flowId: string,
  { stopped, now, but = [] }: { stopped: NonNullable<RunRow['stopped']>; now: Date; but?: readonly FlowStep[] },
): Promise<void> {
  const kept = but.map(({ id }) => id);
  await tx
    .update(flowRuns)
    .set({ state: 'stopped', stopped, dueAt: null, stepId: null, held: null, endedAt: now })
    .where(
      and(
        eq(flowRuns.coachId, tx.scope.coachId),
        eq(flowRuns.flowId, flowId),
        eq(flowRuns.state, 'open'),
        kept.length > 0 ? sql`${flowRuns.stepId} <> all(${sql.param(kept)}::uuid[])` : undefined,
      ),
    );
}

export async function updateRun(
  tx: CoachTx,
  id: string,
  changes: Partial<Omit<typeof flowRuns.$inferInsert, 'coachId' | 'id'>>,
): Promise<void> {
  await tx.update(flowRuns).set(changes).where(isRun(tx, id));
}

/** The flow and the person of a run, to lock them before it. `version` is null for re-engagement. */
export type RunKeys = Pick<RunRow, 'id' | 'flowId' | 'clientId' | 'leadId' | 'version'>;

export async function findRunKeys(tx: CoachTx, runId: string): Promise<RunKeys | undefined> {
  const { id, flowId, clientId, leadId, version } = flowRuns;
  const [row] = await tx.select({ id, flowId, clientId, leadId, version }).from(flowRuns).where(isRun(tx, runId));
  return row;
}

/** An open run that is due, locked until the transaction ends; undefined when another process has done its step. */
export async function lockDueRun(tx: CoachTx, id: string, now: Date): Promise<RunRow | undefined> {
  const [row] = await tx
    .select()
    .from(flowRuns)
    .where(and(isRun(tx, id), lte(flowRuns.dueAt, now)))
    .for('no key update');
  return row;
}

/** Runs whose outcome is counted and not known yet, the oldest first. */
export const selectUncounted = (tx: CoachTx) =>
  tx
    .select({ id: flowRuns.id, clientId: flowRuns.clientId, countedFrom: flowRuns.countedFrom, trigger: RULE.trigger })
    .from(flowRuns)
    .innerJoin(flows, and(eq(flows.coachId, flowRuns.coachId), eq(flows.id, flowRuns.flowId)))
    .where(and(eq(flowRuns.coachId, tx.scope.coachId), isNotNull(flowRuns.countedFrom), isNull(flowRuns.outcome)))
    .orderBy(asc(flowRuns.countedFrom), asc(flowRuns.id));

/**
 * Outcomes of comparisons by percent held out. A client counts once, by the first run that could have been held out, and
 * once its time is over: those who came back soon would otherwise count before those who did not.
 */
export async function countComparisons(tx: CoachTx, startedUntil: Date) {
  const { rows } = await tx.execute<{ share: number; isHeldOut: boolean; clients: number; back: number }>(sql`
    select f.share, f.held_out as "isHeldOut", count(*)::int as clients,
      count(*) filter (where f.outcome = 'back')::int as back
    from (
      select distinct on (r.client_id) r.hold_out as share, r.state = 'held_out' as held_out, r.outcome, r.counted_from
      from ${flowRuns} r where r.coach_id = ${tx.scope.coachId} and r.hold_out > 0
      order by r.client_id, r.started_at, r.id
    ) f
    where f.counted_from <= ${startedUntil.toISOString()}::timestamptz and f.outcome in ('back', 'not_back', 'left')
    group by f.share, f.held_out order by f.share, f.held_out`);
  return rows;
}

/** When the client got the last automatic message. The caller has locked the client. */
export async function findLastSent(tx: CoachTx, clientId: string): Promise<Date | null> {
  const [row] = await tx
    .select({ sentAt: flowMessages.sentAt })
    .from(flowMessages)
    .where(and(eq(flowMessages.coachId, tx.scope.coachId), eq(flowMessages.clientId, clientId)))
    .orderBy(desc(flowMessages.sentAt))
    .limit(1);
  return row?.sentAt ?? null;
}

export async function insertSent(tx: CoachTx, row: Omit<typeof flowMessages.$inferInsert, 'coachId'>): Promise<void> {
  await tx.insert(flowMessages).values({ ...row, coachId: tx.scope.coachId });
}

/** Coaches with flows, in the order of their ids. */
export async function selectCoachesWithFlows(
  tx: DueTx,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ coachId: flows.coachId })
    .from(flows)
    .where(after === undefined ? undefined : gt(flows.coachId, after))
    .orderBy(asc(flows.coachId))
    .limit(limit);
  return rows.map(({ coachId }) => coachId);
}

/** Not a type of the row: the place of a sweep is text. */
export type DueRun = { dueAt: string; coachId: string; id: string };

/** Runs whose next step is due, the longest waiting first. */
export async function selectDueRuns(
  tx: DueTx,
  {
    now,
    after,
    limit,
    coachId: of,
  }: { now: Date; after: DueRun | undefined; limit: number; coachId?: string | undefined },
): Promise<DueRun[]> {
  const { dueAt, coachId, id } = flowRuns;
  const rows = await tx
    .select({ dueAt, coachId, id })
    .from(flowRuns)
    .where(
      and(
        lte(dueAt, now),
        of === undefined ? undefined : eq(coachId, of),
        after &&
          sql`(${dueAt}, ${coachId}, ${id}) > (${after.dueAt}::timestamptz, ${after.coachId}::uuid, ${after.id}::uuid)`,
      ),
    )
    .orderBy(asc(dueAt), asc(coachId), asc(id))
    .limit(limit);
  return rows.map((row) => ({ ...row, dueAt: row.dueAt?.toISOString() ?? '' }));
}
