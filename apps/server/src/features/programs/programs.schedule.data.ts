import type { Schedule } from '@stridewell/contract/programs.schedule.rules';
import { and, asc, eq, gte, inArray, lte, sql } from 'drizzle-orm';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { clientPrograms } from './programs.table.ts';

type PersonTx = Tx<CoachScope | ClientScope>;

/** Days, both included. */
export type DayRange = { from: string; to: string };

const runsWithin = ({ from, to }: DayRange) => and(lte(clientPrograms.startDay, to), gte(clientPrograms.endDay, from));

/** Programs of the client in scope that have days in the range, by start. */
export const selectOwnPrograms = (tx: Tx<ClientScope>, range: DayRange) =>
  tx
    .select({
      id: clientPrograms.id,
      program: clientPrograms.content,
      startDay: clientPrograms.startDay,
      endDay: clientPrograms.endDay,
      weekdays: clientPrograms.weekdays,
      moved: clientPrograms.moved,
    })
    .from(clientPrograms)
    .where(
      and(
        eq(clientPrograms.coachId, tx.scope.coachId),
        eq(clientPrograms.clientId, tx.scope.clientId),
        runsWithin(range),
      ),
    )
    .orderBy(asc(clientPrograms.startDay));

/** The weeks of a program without their exercises, which are most of its content. */
const weeksOnly = sql<Schedule['weeks']>`(select jsonb_agg(jsonb_build_object('days',
    (select jsonb_agg(jsonb_build_object('key', d.value -> 'key', 'name', d.value -> 'name') order by d.ordinality)
      from jsonb_array_elements(w.value -> 'days') with ordinality d)) order by p.ordinality, w.ordinality)
  from jsonb_array_elements(client_programs.content -> 'phases') with ordinality p,
    jsonb_array_elements(p.value -> 'weeks') with ordinality w)`;

/** The dates of programs of these clients that have days in the range. */
export const selectSchedules = (tx: PersonTx, clientIds: readonly string[], range: DayRange) =>
  tx
    .select({
      id: clientPrograms.id,
      clientId: clientPrograms.clientId,
      startDay: clientPrograms.startDay,
      endDay: clientPrograms.endDay,
      weekdays: clientPrograms.weekdays,
      moved: clientPrograms.moved,
      weeks: weeksOnly,
    })
    .from(clientPrograms)
    .where(
      and(
        eq(clientPrograms.coachId, tx.scope.coachId),
        inArray(clientPrograms.clientId, [...clientIds]),
        runsWithin(range),
      ),
    );

/** Whether the client in scope has, or had, this program. */
export async function isOwnProgram(tx: Tx<ClientScope>, id: string): Promise<boolean> {
  const rows = await tx
    .select({ id: clientPrograms.id })
    .from(clientPrograms)
    .where(
      and(
        eq(clientPrograms.coachId, tx.scope.coachId),
        eq(clientPrograms.id, id),
        eq(clientPrograms.clientId, tx.scope.clientId),
      ),
    );
  return rows.length > 0;
}
