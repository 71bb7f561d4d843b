import { RUN_PAGE } from '@stridewell/contract/flows/flows.rules';
import type { SequenceRun, SequenceStep } from '@stridewell/contract/flows/flows.sequences';
import type { Hold } from '@stridewell/contract/flows/flows.sequences.rules';
import { and, asc, count, desc, eq, gt, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { relationships } from '../../core/relationships/relationships.table.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Cursor } from '../../platform/db/cursor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { lastMessageFromClientAt } from '../messages/messages.service.ts';
import { leadName } from '../pipeline/pipeline.automatic.service.ts';
import type { RunRow } from './flows.data.ts';
import { flowRuns, flows, flowVersions } from './flows.table.ts';

type CoachTx = Tx<CoachScope>;
export type Person = { clientId: string } | { leadId: string };

const isOf = (person: Person) =>
  'clientId' in person ? eq(flowRuns.clientId, person.clientId) : eq(flowRuns.leadId, person.leadId);
const isOpen = and(eq(flowRuns.state, 'open'), sql`${flowRuns.version} is not null`);
const placeOf = <T>(column: string) =>
  sql<T | null>`(select ${sql.raw(column)} from jsonb_array_elements(${flowVersions.steps}) with ordinality as s (step, place)
    where s.step ->> 'id' = ${flowRuns.stepId}::text)`;

/** Runs of sequences with the person's name and the place of the next step. */
const selectShown = (tx: CoachTx, condition: SQL | undefined) => {
  const { coachId } = tx.scope;
  return tx
    .select({
      id: flowRuns.id,
      sequenceId: flowRuns.flowId,
      sequenceName: flows.name,
      clientId: flowRuns.clientId,
      leadId: flowRuns.leadId,
      name: sql<string>`coalesce(${relationships.fullName}, ${leadName(coachId, flowRuns.leadId)}, '')`,
      version: sql<number>`${flowRuns.version}`,
      state: flowRuns.state,
      held: flowRuns.held,
      stopped: flowRuns.stopped,
      step: placeOf<number>('s.place::int'),
      steps: sql<number>`jsonb_array_length(${flowVersions.steps})`,
      stepKind: placeOf<SequenceStep['kind']>(`s.step ->> 'kind'`),
      repliedAt: flowRuns.repliedAt,
      at: flowRuns.startedAt,
      dueAt: flowRuns.dueAt,
      endedAt: flowRuns.endedAt,
    })
    .from(flowRuns)
    .innerJoin(flows, and(eq(flows.coachId, flowRuns.coachId), eq(flows.id, flowRuns.flowId)))
    .innerJoin(
      flowVersions,
      and(
        eq(flowVersions.coachId, flowRuns.coachId),
        eq(flowVersions.flowId, flowRuns.flowId),
        eq(flowVersions.version, flowRuns.version),
      ),
    )
    .leftJoin(
      relationships,
      and(eq(relationships.coachId, flowRuns.coachId), eq(relationships.clientId, flowRuns.clientId)),
    )
    .where(and(eq(flowRuns.coachId, coachId), condition))
    .orderBy(desc(flowRuns.startedAt), desc(flowRuns.id))
    .$dynamic();
};

type ShownRun = Awaited<ReturnType<typeof selectShown>>[number];

export const toRun = ({ clientId, leadId, repliedAt, at, dueAt, endedAt, ...run }: ShownRun): SequenceRun => ({
  ...run,
  personId: clientId ?? leadId ?? '',
  audience: clientId === null ? 'lead' : 'client',
  replied: repliedAt !== null,
  startedAt: at.toISOString(),
  dueAt: dueAt?.toISOString() ?? null,
  endedAt: endedAt?.toISOString() ?? null,
});

/** A page of the runs of a sequence, the latest first, one more than a page. */
export const selectSequenceRuns = (
  tx: CoachTx,
  { flowId, show, after }: { flowId: string; show: 'open' | 'ended'; after: Cursor | null },
) =>
  selectShown(
    tx,
    and(
      eq(flowRuns.flowId, flowId),
      show === 'open' ? eq(flowRuns.state, 'open') : inArray(flowRuns.state, ['done', 'stopped']),
      after === null
        ? undefined
        : or(lt(flowRuns.startedAt, after.at), and(eq(flowRuns.startedAt, after.at), lt(flowRuns.id, after.id))),
    ),
  ).limit(RUN_PAGE + 1);

const WAITING_SHOWN = 50;

/** Runs that wait for the coach's decision. */
export const selectAsking = (tx: CoachTx) =>
  selectShown(tx, and(isOpen, eq(flowRuns.held, 'screen'))).limit(WAITING_SHOWN);

export const selectRunsOf = (tx: CoachTx, person: Person) => selectShown(tx, and(isOpen, isOf(person)));

export async function findShownRun(tx: CoachTx, id: string): Promise<ShownRun | undefined> {
  const [row] = await selectShown(tx, eq(flowRuns.id, id));
  return row;
}

/** A run of a sequence, locked until the transaction ends. */
export async function lockRun(tx: CoachTx, id: string): Promise<RunRow | undefined> {
  const [row] = await tx
    .select()
    .from(flowRuns)
    .where(and(eq(flowRuns.coachId, tx.scope.coachId), eq(flowRuns.id, id)))
    .for('no key update');
  return row;
}

/** Open runs of a sequence. `other`: those that follow another version than this one. */
export const lockOpenRuns = (tx: CoachTx, flowId: string, other: number): Promise<RunRow[]> =>
  tx
    .select()
    .from(flowRuns)
    .where(
      and(
        eq(flowRuns.coachId, tx.scope.coachId),
        eq(flowRuns.flowId, flowId),
        isOpen,
        sql`${flowRuns.version} <> ${other}`,
      ),
    )
    .orderBy(asc(flowRuns.id))
    .for('no key update');

/** Open runs of all sequences, for their replies and for waits until a time of the person's day. */
export const selectOpenRuns = (tx: CoachTx) => {
  const { coachId } = tx.scope;
  return tx
    .select({
      id: flowRuns.id,
      clientId: relationships.clientId,
      startedAt: flowRuns.startedAt,
      repliedAt: flowRuns.repliedAt,
      dueAt: flowRuns.dueAt,
      waitingFrom: flowRuns.waitingFrom,
      held: flowRuns.held,
      step: placeOf<SequenceStep>('s.step'),
      lastMessageAt: lastMessageFromClientAt(coachId),
    })
    .from(flowRuns)
    .innerJoin(
      flowVersions,
      and(
        eq(flowVersions.coachId, flowRuns.coachId),
        eq(flowVersions.flowId, flowRuns.flowId),
        eq(flowVersions.version, flowRuns.version),
      ),
    )
    .innerJoin(
      relationships,
      and(eq(relationships.coachId, flowRuns.coachId), eq(relationships.clientId, flowRuns.clientId)),
    )
    .where(and(eq(flowRuns.coachId, coachId), isOpen))
    .orderBy(asc(flowRuns.id));
};

/** Makes open runs of a client due that wait for what has happened now. @returns their ids */
export async function wakeRuns(tx: CoachTx, clientId: string, held: readonly Hold[], now: Date): Promise<string[]> {
  const rows = await tx
    .update(flowRuns)
    .set({ dueAt: now })
    .where(
      and(
        eq(flowRuns.coachId, tx.scope.coachId),
        eq(flowRuns.clientId, clientId),
        isOpen,
        inArray(flowRuns.held, [...held]),
        gt(flowRuns.dueAt, now),
      ),
    )
    .returning({ id: flowRuns.id });
  return rows.map(({ id }) => id);
}

/** Runs of a coach that are due, for a client. */
export const selectDueOf = (tx: CoachTx, clientId: string, now: Date) =>
  tx
    .select({ id: flowRuns.id })
    .from(flowRuns)
    .where(
      and(
        eq(flowRuns.coachId, tx.scope.coachId),
        eq(flowRuns.clientId, clientId),
        isOpen,
        sql`${flowRuns.dueAt} <= ${now.toISOString()}::timestamptz`,
      ),
    )
    .orderBy(asc(flowRuns.id));

/** People by sequence who entered it after `since` or are in it. */
export async function selectEntered(tx: CoachTx, flowId: string, since: Date): Promise<ReadonlySet<string>> {
  const { clientId, leadId, state, startedAt } = flowRuns;
  const rows = await tx
    .selectDistinct({ person: sql<string>`coalesce(${clientId}, ${leadId})` })
    .from(flowRuns)
    .where(
      and(
        eq(flowRuns.coachId, tx.scope.coachId),
        eq(flowRuns.flowId, flowId),
        or(eq(state, 'open'), gt(startedAt, since)),
      ),
    );
  return new Set(rows.map(({ person }) => person));
}

/** How many flows each person is in. */
export async function countOpenRuns(tx: CoachTx): Promise<ReadonlyMap<string, number>> {
  const person = sql<string>`coalesce(${flowRuns.clientId}, ${flowRuns.leadId})`;
  const rows = await tx
    .select({ person, runs: count() })
    .from(flowRuns)
    .where(and(eq(flowRuns.coachId, tx.scope.coachId), isOpen))
    .groupBy(person);
  return new Map(rows.map((row) => [row.person, row.runs]));
}

/** Notes that people wrote back in runs without a reply so far. */
export async function updateReplies(tx: CoachTx, replies: readonly { id: string; at: Date }[]): Promise<void> {
  for (const { id, at } of replies) {
    await tx
      .update(flowRuns)
      .set({ repliedAt: at })
      .where(and(eq(flowRuns.coachId, tx.scope.coachId), eq(flowRuns.id, id), isNull(flowRuns.repliedAt)));
  }
}
