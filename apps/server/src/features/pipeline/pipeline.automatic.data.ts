import { type LeadStatus, OPEN_STATUSES } from '@stridewell/contract/pipeline/pipeline.rules';
import { and, asc, eq, gt, inArray, isNull, lte, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { CoachKey } from '../../core/tenancy/placement.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { leadEvents, leads } from './pipeline.table.ts';

/** A lead that came through the form or the booking page, or one that got a status. */
type Start = { on: 'captured' } | { on: 'moved'; status: LeadStatus };

/** Starts of leads after `since`, the earliest first. A lead who became a client since has none. */
export const selectStarts = (tx: Tx<CoachScope>, start: Start, { since, until }: { since: Date; until: Date }) =>
  tx
    .select({
      leadId: leads.id,
      name: leads.name,
      status: leads.status,
      eventId: leadEvents.id,
      at: leadEvents.occurredAt,
    })
    .from(leadEvents)
    .innerJoin(leads, and(eq(leads.coachId, leadEvents.coachId), eq(leads.id, leadEvents.leadId)))
    .where(
      and(
        eq(leadEvents.coachId, tx.scope.coachId),
        start.on === 'captured'
          ? and(eq(leadEvents.kind, 'created'), eq(leadEvents.actor, 'visitor'))
          : and(eq(leadEvents.kind, 'moved'), eq(leadEvents.toStatus, start.status)),
        gt(leadEvents.occurredAt, since),
        lte(leadEvents.occurredAt, until),
        isNull(leads.clientId),
      ),
    )
    .orderBy(asc(leadEvents.occurredAt), asc(leadEvents.id));

/** Leads that may still become clients, by name. */
export const selectOpenLeads = (tx: Tx<CoachScope>, { q, limit }: { q: string; limit: number }) =>
  tx
    .select({ leadId: leads.id, name: leads.name })
    .from(leads)
    .where(
      and(
        eq(leads.coachId, tx.scope.coachId),
        inArray(leads.status, [...OPEN_STATUSES]),
        isNull(leads.clientId),
        q === '' ? undefined : sql`strpos(lower(${leads.name}), lower(${q}::text)) > 0`,
      ),
    )
    .orderBy(asc(sql`lower(${leads.name})`), asc(leads.id))
    .limit(limit);

/** The name of the lead that a column names. */
export const leadName = (coachId: CoachKey, leadId: SQLWrapper): SQL<string | null> =>
  sql<string | null>`(select l.name from ${leads} l where l.coach_id = ${coachId} and l.id = ${leadId})`;
