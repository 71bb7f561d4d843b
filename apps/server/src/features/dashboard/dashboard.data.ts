import type { Agenda } from '@stridewell/contract/dashboard/dashboard';
import { type Hidden, hiddenKey } from '@stridewell/contract/dashboard/dashboard.rules';
import type { SuggestionTopic } from '@stridewell/contract/messages/messages.rules';
import { and, count, eq, gte, inArray, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { coaches } from '../../core/people/people.table.ts';
import { relationships } from '../../core/relationships/relationships.table.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { type Places, prepared } from '../../platform/db/prepared.ts';
import { selectOpenAdjustments } from '../adjustments/adjustments.service.ts';
import { dueTasks } from '../flows/flows.sequences.service.ts';
import { dueFollowUps } from '../pipeline/pipeline.service.ts';
import { selectOpenTargets } from '../targets/targets.adaptation.service.ts';
import { dismissedFollowUps } from './dashboard.table.ts';

const hiddenOn = prepared('hidden_on', (tx: Tx<CoachScope>, { coachId, day }: Places<{ day: string }>) =>
  tx
    .select({ clientId: dismissedFollowUps.clientId, topic: dismissedFollowUps.topic })
    .from(dismissedFollowUps)
    .where(and(eq(dismissedFollowUps.coachId, coachId), gte(dismissedFollowUps.day, day))),
);

/** Suggestions and follow-ups that are hidden on `day`. */
export const selectHidden = async (tx: Tx<CoachScope>, day: string): Promise<Hidden> =>
  new Set((await hiddenOn(tx, { day })).map(({ clientId, topic }) => hiddenKey(clientId, topic)));

const openAdjustments = prepared('open_adjustments', (tx: Tx<CoachScope>, places: Places<{ limit: number }>) =>
  selectOpenAdjustments(tx, places),
);
const openChanges = prepared('open_changes', (tx: Tx<CoachScope>, places: Places<{ limit: number }>) =>
  unionAll(selectOpenAdjustments(tx, places), selectOpenTargets(tx, places)),
);

/**
 * At most `limit` active clients with open adjustments, and as many with a suggested target, each with their total. The
 * first ones are the most urgent.
 */
export async function selectOpenChanges(
  tx: Tx<CoachScope>,
  { limit, withTargets }: { limit: number; withTargets: boolean },
): Promise<Pick<Agenda, 'adjustments' | 'targets'>> {
  const found = await (withTargets ? openChanges : openAdjustments)(tx, { limit });
  const rows = found.toSorted((one, other) => one.place - other.place);
  const [adjustments, targets] = [rows.filter(({ toKcal }) => toKcal === null), rows.filter(isTarget)];
  return {
    adjustments: {
      total: adjustments[0]?.total ?? 0,
      rows: adjustments.map(({ clientId, clientName, open, reason, pain }) => ({
        clientId,
        clientName,
        open,
        reason,
        pain,
      })),
    },
    targets: {
      total: targets[0]?.total ?? 0,
      rows: targets.map(({ clientId, clientName, fromKcal, toKcal }) => ({ clientId, clientName, fromKcal, toKcal })),
    },
  };
}

const isTarget = <Row extends { toKcal: number | null }>(row: Row): row is Row & { toKcal: number } =>
  row.toKcal !== null;

const dueOfLeads = prepared('due_of_leads', (tx: Tx<CoachScope>, places: Places<{ today: string }>) =>
  dueFollowUps(tx, places),
);
const dueOfAll = prepared('due_of_all', (tx: Tx<CoachScope>, places: Places<{ today: string }>) =>
  unionAll(dueFollowUps(tx, places), dueTasks(tx, places)),
);

/** Due follow-ups of leads, and due tasks that flows left, each with their total number. The longest due are first. */
export async function selectDue(
  tx: Tx<CoachScope>,
  { today, withTasks }: { today: string; withTasks: boolean },
): Promise<Pick<Agenda, 'leads' | 'tasks'>> {
  const found = await (withTasks ? dueOfAll : dueOfLeads)(tx, { today });
  const rows = found.toSorted((one, other) => one.place - other.place);
  const [leads, tasks] = [rows.filter(({ clientId }) => clientId === null), rows.filter(isAboutClient)];
  return {
    leads: {
      total: leads[0]?.total ?? 0,
      rows: leads.map(({ id, name, dueOn, task }) => ({ leadId: id, name, dueOn, task })),
    },
    tasks: {
      total: tasks[0]?.total ?? 0,
      rows: tasks.map(({ id, clientId, name, task, dueOn }) => ({
        taskId: id,
        clientId,
        clientName: name,
        text: task ?? '',
        dueOn,
      })),
    },
  };
}

const isAboutClient = <Row extends { clientId: string | null }>(row: Row): row is Row & { clientId: string } =>
  row.clientId !== null;

type Place = { clientId: string; topic: SuggestionTopic };

/** Hides topics of clients, each up to and including its `day`. */
export async function insertHidden(tx: Tx<CoachScope>, hidden: readonly (Place & { day: string })[]): Promise<void> {
  if (hidden.length === 0) return;
  const { coachId } = tx.scope;
  const rows = hidden.map(({ clientId, topic, day }) => ({ coachId, clientId, topic, day }));
  await tx.insert(dismissedFollowUps).values(rows).onConflictDoNothing();
}

/** Shows topics of clients again that are hidden on `day` or later. */
export async function deleteHidden(tx: Tx<CoachScope>, places: readonly Place[], day: string): Promise<void> {
  const { coachId, clientId, topic, day: lastDay } = dismissedFollowUps;
  const pairs = places.map((place) => sql`(${place.clientId}::uuid, ${place.topic})`);
  await tx
    .delete(dismissedFollowUps)
    .where(
      and(
        eq(coachId, tx.scope.coachId),
        gte(lastDay, day),
        sql`(${clientId}, ${topic}) in (${sql.join(pairs, sql`, `)})`,
      ),
    );
}

/** @returns null for a coach who no longer exists */
export async function findTimeZone(tx: Tx<CoachScope>): Promise<string | null> {
  const [coach] = await tx.select({ timeZone: coaches.timeZone }).from(coaches).where(eq(coaches.id, tx.scope.coachId));
  return coach?.timeZone ?? null;
}

/** Counts how many of these are clients of the coach. */
export async function countClients(tx: Tx<CoachScope>, clientIds: readonly string[]): Promise<number> {
  const [row] = await tx
    .select({ clients: count() })
    .from(relationships)
    .where(and(eq(relationships.coachId, tx.scope.coachId), inArray(relationships.clientId, [...clientIds])));
  return row?.clients ?? 0;
}
