import type { AnsweredCheckIn, CheckIn } from '@stridewell/contract/checkins/checkins.answers.rules';
import {
  type Answers,
  BUILT_IN_FORM,
  builtInAnswers,
  type Form,
  type MetricValues,
} from '@stridewell/contract/checkins/checkins.forms.rules';
import type { PlannedDay } from '@stridewell/contract/workouts/workouts.adherence.rules';
import { and, desc, eq, gte, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { excerpt, timelineEvent } from '../../core/events/events.data.ts';
import { coaches } from '../../core/people/people.table.ts';
import { isCovered, isRelationshipWith } from '../../core/relationships/relationships.data.ts';
import { scopeOfRelationship } from '../../core/relationships/relationships.scopes.ts';
import { relationships } from '../../core/relationships/relationships.table.ts';
import type { CoachKey } from '../../core/tenancy/placement.ts';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { messageExcerpt } from '../messages/messages.service.ts';
import { plannedDays } from '../workouts/workouts.adherence.service.ts';
import { checkedDays } from './checkins.columns.data.ts';
import { noteCheckIns } from './checkins.figures.data.ts';
import { checkIns, checkInTemplates, checkInTemplateVersions } from './checkins.table.ts';

type OwnScope = CoachScope | ClientScope;

/** Time zone of a client's schedule, for selects from `relationships` and `coaches`. */
export const scheduleTimeZone = sql<string>`coalesce(${relationships.checkInTimeZone}, ${coaches.timeZone})`;

const toCheckIn = (row: typeof checkIns.$inferSelect): CheckIn => ({
  id: row.id,
  clientId: row.clientId,
  day: row.day,
  submittedAt: row.submittedAt.toISOString(),
  byCoach: row.byCoach,
  reviewedAt: row.reviewedAt?.toISOString() ?? null,
  editedAt: row.editedAt?.toISOString() ?? null,
  weightKg: row.weightKg,
  templateId: row.templateId,
  version: row.templateVersion ?? BUILT_IN_FORM.version,
  answers: row.templateId === null ? builtInAnswers(row) : row.answers,
});

const ofClient = (tx: Tx<OwnScope>, clientId: string) =>
  and(eq(checkIns.coachId, tx.scope.coachId), eq(checkIns.clientId, clientId));

/** Check-ins of one client, newest first. */
export async function selectCheckIns(
  tx: Tx<OwnScope>,
  clientId: string | SQL,
  limit: number,
  before?: SQL,
): Promise<CheckIn[]> {
  const rows = await tx
    .select()
    .from(checkIns)
    .where(and(eq(checkIns.coachId, tx.scope.coachId), sql`${checkIns.clientId} = ${clientId}`, before))
    .orderBy(desc(checkIns.submittedAt), desc(checkIns.id))
    .limit(limit);
  return rows.map(toCheckIn);
}

/** The coach's replies to the last check-ins of one client, newest check-in first. */
export const selectReplies = (tx: Tx<OwnScope>, clientId: string | SQL, limit: number, before?: SQL) =>
  tx
    .select({ checkInId: checkIns.id, reply: messageExcerpt(tx.scope.coachId, sql`check_ins.reply_id`) })
    .from(checkIns)
    .where(
      and(
        eq(checkIns.coachId, tx.scope.coachId),
        sql`${checkIns.clientId} = ${clientId}`,
        isNotNull(checkIns.replyId),
        before,
      ),
    )
    .orderBy(desc(checkIns.submittedAt), desc(checkIns.id))
    .limit(limit);

/** Each check-in with its reply. */
export function withReplies(
  list: readonly CheckIn[],
  replies: Awaited<ReturnType<typeof selectReplies>>,
): AnsweredCheckIn[] {
  const replyTo = new Map(replies.map(({ checkInId, reply }) => [checkInId, reply]));
  return list.map((checkIn) => ({ ...checkIn, reply: replyTo.get(checkIn.id) ?? null }));
}

/** Adherence in percent reported by the client since a day. */
export const selectReported = (tx: Tx<OwnScope>, clientId: string, since: string) =>
  tx
    .select({ day: checkIns.day, adherence: checkIns.adherence })
    .from(checkIns)
    .where(and(ofClient(tx, clientId), gte(checkIns.day, since), isNotNull(checkIns.adherence)));

export type NewCheckIn = MetricValues & {
  id: string;
  clientId: string;
  day: string;
  submittedAt: Date;
  templateId: string | null;
  templateVersion: number | null;
  answers: Answers;
  note: string;
  byCoach: boolean;
  reviewedAt: Date | null;
};

/**
 * Locks a relationship until the transaction ends, so that the check-ins of a client change one after the other. Undefined
 * where the scope has no such client, or none that it may write for.
 */
export async function lockSchedule(tx: Tx<OwnScope>, clientId: string) {
  const [row] = await tx
    .select({ fullName: relationships.fullName, status: relationships.status, timeZone: scheduleTimeZone })
    .from(relationships)
    .innerJoin(coaches, eq(coaches.id, relationships.coachId))
    .where(isRelationshipWith(tx, clientId))
    .for('no key update', { of: relationships });
  return row;
}

const followCheckIns = (tx: Tx<OwnScope>, clientId: string) => {
  const pair = { coachId: tx.scope.coachId, clientId };
  return tx.sendAs(scopeOfRelationship(pair), [noteCheckIns(pair)]);
};

/** Undefined when a check-in with this id exists already. The caller has locked the relationship. */
export async function insertCheckIn(tx: Tx<OwnScope>, checkIn: NewCheckIn): Promise<CheckIn | undefined> {
  const { coachId } = tx.scope;
  const [row] = await tx
    .insert(checkIns)
    .values({ ...checkIn, coachId })
    .onConflictDoNothing()
    .returning();
  if (!row) return undefined;
  await followCheckIns(tx, checkIn.clientId);
  return toCheckIn(row);
}

export async function findCheckIn(tx: Tx<OwnScope>, clientId: string, id: string): Promise<CheckIn | undefined> {
  const [row] = await tx
    .select()
    .from(checkIns)
    .where(and(ofClient(tx, clientId), eq(checkIns.id, id)));
  return row && toCheckIn(row);
}

/** Locks a check-in of the client against a reply and another correction. Undefined once it has a reply. */
export async function lockUnreplied(tx: Tx<ClientScope>, id: string): Promise<CheckIn | undefined> {
  const [row] = await tx
    .select()
    .from(checkIns)
    .where(and(ofClient(tx, tx.scope.clientId), eq(checkIns.id, id), isNull(checkIns.replyId)))
    .for('update');
  return row && toCheckIn(row);
}

/** Replaces the answers of a locked check-in, which waits for a review again. The caller has locked the relationship. */
export async function updateAnswers(
  tx: Tx<ClientScope>,
  id: string,
  answers: MetricValues & Pick<NewCheckIn, 'answers' | 'note'>,
  editedAt: Date,
): Promise<CheckIn | undefined> {
  const [row] = await tx
    .update(checkIns)
    .set({ ...answers, editedAt, reviewedAt: null })
    .where(and(ofClient(tx, tx.scope.clientId), eq(checkIns.id, id)))
    .returning();
  if (!row) return undefined;
  await followCheckIns(tx, tx.scope.clientId);
  return toCheckIn(row);
}

const NO_DAYS = sql<PlannedDay[]>`'[]'::json`;
type Days = { from: string; to: string };

/**
 * Goal, schedule and form of a relationship, and whether the coach's plan covers it.
 * @param days of the planned workouts to include
 */
export async function findRelationship(tx: Tx<OwnScope>, clientId: string, days?: Days) {
  const { coachId } = tx.scope;
  const [row] = await tx
    .select({
      planned: days ? plannedDays(coachId, sql`client_coach_relationships.client_id`, days) : NO_DAYS,
      fullName: relationships.fullName,
      personId: relationships.personId,
      status: relationships.status,
      covered: isCovered(coachId),
      goal: relationships.goal,
      anchorDay: relationships.checkInAnchor,
      intervalDays: relationships.checkInIntervalDays,
      weekdays: relationships.checkInWeekdays,
      pauses: relationships.checkInPauses,
      ownZone: relationships.checkInTimeZone,
      timeZone: scheduleTimeZone,
      templateId: relationships.checkInTemplateId,
      lastDay: relationships.lastCheckInDay,
      checkedDays: checkedDays(coachId),
    })
    .from(relationships)
    .innerJoin(coaches, eq(coaches.id, relationships.coachId))
    .where(isRelationshipWith(tx, clientId));
  return row;
}

export type CheckInRelationship = NonNullable<Awaited<ReturnType<typeof findRelationship>>>;

const formColumns = {
  templateId: checkInTemplateVersions.templateId,
  version: checkInTemplateVersions.version,
  name: checkInTemplates.name,
  questions: checkInTemplateVersions.questions,
};

const formsOf = (tx: Tx<OwnScope>) =>
  tx
    .select(formColumns)
    .from(checkInTemplateVersions)
    .innerJoin(
      checkInTemplates,
      and(
        eq(checkInTemplates.coachId, checkInTemplateVersions.coachId),
        eq(checkInTemplates.id, checkInTemplateVersions.templateId),
      ),
    );

/** The current form of a client: the chosen one, else the coach's default, else the built-in one. */
export async function findFormFor(tx: Tx<OwnScope>, clientId: string): Promise<Form> {
  const { coachId } = tx.scope;
  const chosen = tx
    .select({ id: relationships.checkInTemplateId })
    .from(relationships)
    .where(isRelationshipWith(tx, clientId));
  const [row] = await formsOf(tx)
    .where(
      and(
        eq(checkInTemplates.coachId, coachId),
        eq(checkInTemplates.archived, false),
        eq(checkInTemplateVersions.version, checkInTemplates.version),
        sql`(${checkInTemplates.isDefault} or ${checkInTemplates.id} = ${chosen})`,
      ),
    )
    .orderBy(checkInTemplates.isDefault)
    .limit(1);
  return row ?? BUILT_IN_FORM;
}

/** One version of a form; undefined when it never existed. */
export async function findForm(
  tx: Tx<OwnScope>,
  { templateId, version }: { templateId: string | null; version: number },
): Promise<Form | undefined> {
  if (templateId === null) return BUILT_IN_FORM;
  const [row] = await formsOf(tx).where(
    and(
      eq(checkInTemplateVersions.coachId, tx.scope.coachId),
      eq(checkInTemplateVersions.templateId, templateId),
      eq(checkInTemplateVersions.version, version),
    ),
  );
  return row;
}

/** The versions that the last `limit` check-ins of a client answer, without the built-in form. */
export function selectFormsOf(tx: Tx<OwnScope>, clientId: string | SQL, limit: number, before?: SQL): Promise<Form[]> {
  const { coachId } = tx.scope;
  const answered = tx
    .select({ templateId: checkIns.templateId, version: checkIns.templateVersion })
    .from(checkIns)
    .where(and(eq(checkIns.coachId, coachId), sql`${checkIns.clientId} = ${clientId}`, before))
    .orderBy(desc(checkIns.submittedAt), desc(checkIns.id))
    .limit(limit);
  return formsOf(tx).where(
    and(
      eq(checkInTemplateVersions.coachId, coachId),
      sql`(${checkInTemplateVersions.templateId}, ${checkInTemplateVersions.version}) in ${answered}`,
    ),
  );
}

/** Timeline line of a check-in. */
export const checkInLine = (
  coachId: CoachKey,
) => sql`select jsonb_build_object('kind', 'check_in', 'id', c.id, 'weightKg', c.weight_kg,
    'adherence', c.adherence, 'energy', c.energy, 'note', ${excerpt(sql`c.note`)}) as line
  from check_ins c where c.coach_id = ${coachId} and c.id = ${timelineEvent.subjectId}`;
