import type { SequenceInput, SequenceStep, SequenceTrigger } from '@stridewell/contract/flows/flows.sequences';
import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNull,
  lt,
  lte,
  max,
  or,
  type Placeholder,
  sql,
} from 'drizzle-orm';
import { coaches, users } from '../../core/people/people.table.ts';
import { relationships } from '../../core/relationships/relationships.table.ts';
import type { CaptureScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { type Places, prepared } from '../../platform/db/prepared.ts';
import { flowRuns, flowSteps, flows, flowTasks, flowVersions, mailStops } from './flows.table.ts';

type CoachTx = Tx<CoachScope>;

const { steps: _, ...COLUMNS } = getTableColumns(flows);
const SEQUENCE = { ...COLUMNS, trigger: sql<SequenceTrigger>`${flows.trigger}` };
export type SequenceRow = Omit<typeof flows.$inferSelect, 'trigger' | 'steps'> & { trigger: SequenceTrigger };

const isSequence = (tx: CoachTx) => and(eq(flows.coachId, tx.scope.coachId), eq(flows.kind, 'sequence'));

/** Sequences of the coach, oldest first. */
export const selectSequences = (tx: CoachTx): Promise<SequenceRow[]> =>
  tx
    .select(SEQUENCE)
    .from(flows)
    .where(and(isSequence(tx), eq(flows.deleted, false)))
    .orderBy(asc(flows.createdAt), asc(flows.id));

export async function findSequence(tx: CoachTx, id: string): Promise<SequenceRow | undefined> {
  const [row] = await tx
    .select(SEQUENCE)
    .from(flows)
    .where(and(isSequence(tx), eq(flows.id, id)));
  return row;
}

/** A sequence, a deleted one included, locked until the transaction ends. */
export async function lockSequence(tx: CoachTx, id: string): Promise<SequenceRow | undefined> {
  const [row] = await tx
    .select(SEQUENCE)
    .from(flows)
    .where(and(isSequence(tx), eq(flows.id, id)))
    .for('no key update');
  return row;
}

/** Whether the coach has a flow of any kind with this id. */
export async function isFlowId(tx: CoachTx, id: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: flows.id })
    .from(flows)
    .where(and(eq(flows.coachId, tx.scope.coachId), eq(flows.id, id)));
  return row !== undefined;
}

const contentOf = ({ name, trigger, quiet, resumeDays, isOn }: SequenceInput) => ({
  name,
  trigger,
  quietFrom: quiet.from,
  quietUntil: quiet.until,
  resumeDays,
  isOn,
});

export async function insertSequence(tx: CoachTx, id: string, input: SequenceInput, now: Date): Promise<void> {
  const rest = { version: 1, createdAt: now, changedAt: now, holdOut: 0, onSince: input.isOn ? now : null };
  await tx
    .insert(flows)
    .values(
      Object.assign(contentOf(input), rest, { coachId: tx.scope.coachId, id, kind: 'sequence' as const, steps: [] }),
    );
}

type SequenceChange = { version: number; onSince: Date | null; now: Date };

export async function updateSequence(
  tx: CoachTx,
  id: string,
  input: SequenceInput,
  { version, onSince, now }: SequenceChange,
): Promise<void> {
  await tx
    .update(flows)
    .set(Object.assign(contentOf(input), { version, onSince, changedAt: now }))
    .where(and(isSequence(tx), eq(flows.id, id)));
}

export async function deleteSequenceRow(tx: CoachTx, id: string, now: Date): Promise<void> {
  await tx
    .update(flows)
    .set({ deleted: true, isOn: false, changedAt: now })
    .where(and(isSequence(tx), eq(flows.id, id)));
}

const isVersionOf = (tx: CoachTx, flowId: string) =>
  and(eq(flowVersions.coachId, tx.scope.coachId), eq(flowVersions.flowId, flowId));

/** Stores the steps of a version, and deletes earlier versions that no run follows. */
export async function insertVersion(
  tx: CoachTx,
  { flowId, version, steps }: { flowId: string; version: number; steps: SequenceStep[] },
): Promise<void> {
  const { coachId } = tx.scope;
  await tx.insert(flowVersions).values({ coachId, flowId, version, steps });
  await tx.delete(flowVersions).where(
    and(
      isVersionOf(tx, flowId),
      lt(flowVersions.version, version),
      sql`not exists (select from ${flowRuns} r where r.coach_id = ${coachId} and r.flow_id = ${flowId}
          and r.version = ${flowVersions.version})`,
    ),
  );
}

/** The steps of a version, the latest one by default. */
export async function findSteps(tx: CoachTx, flowId: string, version?: number) {
  const [row] = await tx
    .select({ version: flowVersions.version, steps: flowVersions.steps })
    .from(flowVersions)
    .where(and(isVersionOf(tx, flowId), version === undefined ? undefined : eq(flowVersions.version, version)))
    .orderBy(desc(flowVersions.version))
    .limit(1);
  if (!row) throw new Error('a sequence has no steps');
  return row;
}

/** Number of steps of the latest version by sequence. */
export async function countSteps(tx: CoachTx): Promise<ReadonlyMap<string, number>> {
  const { coachId } = tx.scope;
  const rows = await tx
    .selectDistinctOn([flowVersions.flowId], {
      flowId: flowVersions.flowId,
      steps: sql<number>`jsonb_array_length(${flowVersions.steps})`,
    })
    .from(flowVersions)
    .where(eq(flowVersions.coachId, coachId))
    .orderBy(asc(flowVersions.flowId), desc(flowVersions.version));
  return new Map(rows.map(({ flowId, steps }) => [flowId, steps]));
}

/** Runs of sequences by flow, state and version, with the number in which the person wrote back. */
export const countSequenceRuns = (tx: CoachTx, flowId?: string) =>
  tx
    .select({
      flowId: flowRuns.flowId,
      state: flowRuns.state,
      version: flowRuns.version,
      runs: count(),
      replied: sql<number>`count(${flowRuns.repliedAt})::int`,
    })
    .from(flowRuns)
    .where(
      and(
        eq(flowRuns.coachId, tx.scope.coachId),
        sql`${flowRuns.version} is not null`,
        flowId === undefined ? undefined : eq(flowRuns.flowId, flowId),
      ),
    )
    .groupBy(flowRuns.flowId, flowRuns.state, flowRuns.version)
    .orderBy(asc(flowRuns.flowId));

/** A step that a run took. @throws when the run took it before, which the key rules out */
export async function insertStep(tx: CoachTx, step: Omit<typeof flowSteps.$inferInsert, 'coachId'>): Promise<void> {
  await tx.insert(flowSteps).values(Object.assign(step, { coachId: tx.scope.coachId }));
}

export const selectStepsOf = (tx: CoachTx, runId: string) =>
  tx
    .select({ stepId: flowSteps.stepId, outcome: flowSteps.outcome, reason: flowSteps.reason, at: flowSteps.at })
    .from(flowSteps)
    .where(and(eq(flowSteps.coachId, tx.scope.coachId), eq(flowSteps.runId, runId)))
    .orderBy(asc(flowSteps.at));

/** When a lead got the last automatic mail. The caller has locked the lead. */
export async function findLastMailTo(tx: CoachTx, leadId: string): Promise<Date | null> {
  const { coachId } = tx.scope;
  const [row] = await tx
    .select({ at: max(flowSteps.at) })
    .from(flowSteps)
    .innerJoin(flowRuns, and(eq(flowRuns.coachId, flowSteps.coachId), eq(flowRuns.id, flowSteps.runId)))
    .where(
      and(
        eq(flowSteps.coachId, coachId),
        eq(flowRuns.leadId, leadId),
        eq(flowSteps.kind, 'mail'),
        eq(flowSteps.outcome, 'done'),
      ),
    );
  return row?.at ?? null;
}

export async function insertTask(tx: CoachTx, task: Omit<typeof flowTasks.$inferInsert, 'coachId'>): Promise<void> {
  await tx.insert(flowTasks).values(Object.assign(task, { coachId: tx.scope.coachId }));
}

/** @returns false for an unknown task */
export async function updateTask(tx: CoachTx, id: string, doneAt: Date | null): Promise<boolean> {
  const { rowCount } = await tx
    .update(flowTasks)
    .set({ doneAt })
    .where(and(eq(flowTasks.coachId, tx.scope.coachId), eq(flowTasks.id, id)));
  return rowCount === 1;
}

const TASKS_SHOWN = 100;
const DUE_TASKS_SHOWN = 20;

/** Tasks end when the client leaves, except those of flows for former clients. */
const isTaskOpen = (coachId: string | Placeholder) =>
  and(
    eq(flowTasks.coachId, coachId),
    isNull(flowTasks.doneAt),
    or(
      inArray(relationships.status, ['active', 'paused', 'invited']),
      sql`${flows.trigger} ->> 'on' = 'client_archived'`,
    ),
  );

/** Open tasks about clients, longest due first. */
export const selectOpenTasks = (tx: CoachTx) =>
  tx
    .select({
      id: flowTasks.id,
      clientId: flowTasks.clientId,
      name: relationships.fullName,
      flowName: flows.name,
      text: flowTasks.text,
      dueOn: flowTasks.dueOn,
    })
    .from(flowTasks)
    .innerJoin(flowRuns, and(eq(flowRuns.coachId, flowTasks.coachId), eq(flowRuns.id, flowTasks.runId)))
    .innerJoin(flows, and(eq(flows.coachId, flowTasks.coachId), eq(flows.id, flowRuns.flowId)))
    .innerJoin(
      relationships,
      and(eq(relationships.coachId, flowTasks.coachId), eq(relationships.clientId, flowTasks.clientId)),
    )
    .where(isTaskOpen(tx.scope.coachId))
    .orderBy(asc(flowTasks.dueOn), asc(flowTasks.createdAt), asc(flowTasks.id))
    .limit(TASKS_SHOWN);

/** Builds the statement of open tasks about clients that are due, longest due first, with their total number. */
export const dueTasks = (tx: CoachTx, { coachId, today }: Places<{ today: string }>) =>
  tx
    .select({
      id: sql<string>`${flowTasks.id}`.as('id'),
      clientId: sql<string | null>`${relationships.clientId}`.as('client_id'),
      name: sql<string>`${relationships.fullName}`.as('name'),
      dueOn: sql<string>`${flowTasks.dueOn}::text`.as('due_on_text'),
      task: sql<string | null>`${flowTasks.text}`.as('task'),
      place:
        sql<number>`(row_number() over (order by ${flowTasks.dueOn}, ${flowTasks.createdAt}, ${flowTasks.id}))::int`.as(
          'place',
        ),
      total: sql<number>`(count(*) over ())::int`.as('total'),
    })
    .from(flowTasks)
    .innerJoin(flowRuns, and(eq(flowRuns.coachId, flowTasks.coachId), eq(flowRuns.id, flowTasks.runId)))
    .innerJoin(flows, and(eq(flows.coachId, flowTasks.coachId), eq(flows.id, flowRuns.flowId)))
    .innerJoin(
      relationships,
      and(eq(relationships.coachId, flowTasks.coachId), eq(relationships.clientId, flowTasks.clientId)),
    )
    .where(and(isTaskOpen(coachId), lte(flowTasks.dueOn, today)))
    .orderBy(asc(flowTasks.dueOn), asc(flowTasks.createdAt), asc(flowTasks.id))
    .limit(DUE_TASKS_SHOWN);

export const selectDueTasks = prepared('due_of_flows', (tx: CoachTx, places: Places<{ today: string }>) =>
  dueTasks(tx, places),
);

export async function isMailStopped(tx: CoachTx, addressDigest: string): Promise<boolean> {
  const [row] = await tx
    .select({ at: mailStops.stoppedAt })
    .from(mailStops)
    .where(and(eq(mailStops.coachId, tx.scope.coachId), eq(mailStops.addressDigest, addressDigest)));
  return row !== undefined;
}

/** Without RETURNING, because a visitor cannot read. */
export async function insertMailStop(tx: Tx<CaptureScope>, addressDigest: string, stoppedAt: Date): Promise<void> {
  await tx.insert(mailStops).values({ coachId: tx.scope.coachId, addressDigest, stoppedAt }).onConflictDoNothing();
}

/** The coach as the sender of automatic mails. */
export async function findSender(tx: CoachTx) {
  const [row] = await tx
    .select({ email: users.email, prescribes: coaches.prescribesNutrition })
    .from(coaches)
    .innerJoin(users, eq(users.id, coaches.id))
    .where(eq(coaches.id, tx.scope.coachId));
  if (!row) throw new Error('a coach with flows has no account');
  return row;
}

/** The name of the coach in scope, for the page on which a reader stops mails. */
export async function findCoachName(tx: Tx<CaptureScope>): Promise<string | undefined> {
  const [row] = await tx.select({ name: coaches.fullName }).from(coaches).where(eq(coaches.id, tx.scope.coachId));
  return row?.name;
}
