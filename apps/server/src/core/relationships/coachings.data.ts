import type { Coaching } from '@stridewell/contract/identity/identity';
import type { NumbersOffBy, NutritionWay } from '@stridewell/contract/people.rules';
import { and, eq, inArray, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/db/database.ts';
import type { SystemScope } from '../../platform/db/scope.ts';
import { publish } from '../../platform/realtime/live.ts';
import type { BrandRow } from '../brand.ts';
import { preferences } from '../people/people.table.ts';
import type { CoachKey } from '../tenancy/placement.ts';
import type { ClientScope, CoachScope, InvitationScope, UserScope } from '../tenancy/scope.ts';
import { coachings, currentCoaches } from './coachings.table.ts';
import { scopeOfPerson } from './relationships.scopes.ts';
import { relationships } from './relationships.table.ts';

/** A coaching of the person in scope, with the published brand of its coach. */
export type OwnCoaching = Coaching & { brand: BrandRow | null };

type TenantTx = Tx<CoachScope | ClientScope | InvitationScope>;
type Pair = { coachId: string; clientId: string };

/**
 * Statement of `followRelationship`. Seeds and tests that bypass the services use it too. A coach's scope reads no
 * preferences, so a known time zone stays.
 */
export const coachingOf = ({ coachId, clientId }: Pair, invitedUntil: Date | null = null): SQL => sql`
  insert into ${coachings}
    (coach_id, client_id, user_id, invited_email, invited_until, status, created_at, accepted_at, photo_id, time_zone)
  select r.coach_id, r.client_id, r.person_id, case when r.status = 'invited' then r.email end,
    case when r.status = 'invited' then ${invitedUntil?.toISOString() ?? null}::timestamptz end,
    r.status, r.created_at, r.accepted_at, r.photo_id, p.time_zone
  from ${relationships} r left join ${preferences} p on p.user_id = r.person_id
  where r.coach_id = ${coachId} and r.client_id = ${clientId}
  on conflict (coach_id, client_id) do update set user_id = excluded.user_id, invited_email = excluded.invited_email,
    invited_until = case when excluded.status = 'invited'
      then coalesce(excluded.invited_until, coachings.invited_until) end,
    status = excluded.status, accepted_at = excluded.accepted_at, photo_id = excluded.photo_id,
    time_zone = case when excluded.user_id is not null
      then coalesce(excluded.time_zone, coachings.time_zone) end`;

/**
 * Copies a relationship into the directory. Call it in the same transaction as every change of its status, person,
 * photo or invited address.
 * @param invitedUntil when a new invitation expires
 */
export async function followRelationship(tx: TenantTx, clientId: string, invitedUntil?: Date): Promise<void> {
  await tx.execute(coachingOf({ coachId: tx.scope.coachId, clientId }, invitedUntil));
}

/** Copies a person's time zone to their coachings. Call it in the same transaction as every change of it. */
export async function followTimeZone(
  tx: Tx<SystemScope<'identity'> | InvitationScope>,
  userId: string,
  timeZone: string,
): Promise<void> {
  await tx.sendAs(scopeOfPerson(userId), [
    sql`update ${coachings} set time_zone = ${timeZone} where user_id = ${userId}`,
  ]);
}

const isCoachingWith = (tx: Tx<CoachScope | ClientScope>, clientId: string) =>
  and(eq(coachings.coachId, tx.scope.coachId), eq(coachings.clientId, clientId));

/** How a client works on nutrition, and who hid numbers from them; undefined when the scope has no such client. */
export async function findWay(tx: Tx<CoachScope | ClientScope>, clientId: string) {
  const [row] = await tx
    .select({ way: coachings.nutritionWay, by: coachings.numbersOffBy, since: coachings.numbersOffSince })
    .from(coachings)
    .where(isCoachingWith(tx, clientId));
  return row;
}

/** The way of each of these clients; null where the coach has chosen none. */
export const selectWays = (tx: Tx<CoachScope | ClientScope>, clientIds: readonly string[]) =>
  tx
    .select({ clientId: coachings.clientId, way: coachings.nutritionWay })
    .from(coachings)
    .where(and(eq(coachings.coachId, tx.scope.coachId), inArray(coachings.clientId, [...clientIds])));

/**
 * Hides calories, macros and body weight from a client. An earlier choice stays, unless the health answers come.
 * @returns false when nothing changed
 */
export async function hideNumbers(
  tx: Tx<CoachScope | ClientScope>,
  clientId: string,
  { by, now }: { by: NumbersOffBy; now: Date },
): Promise<boolean> {
  const isOpen = isNull(coachings.numbersOffBy);
  const { rowCount } = await tx
    .update(coachings)
    .set({ numbersOffBy: by, numbersOffSince: now })
    .where(
      and(isCoachingWith(tx, clientId), by === 'screen' ? or(isOpen, ne(coachings.numbersOffBy, 'screen')) : isOpen),
    );
  return rowCount === 1;
}

/** Lets the open screens of a client load their session again, which deletes what they keep. */
export const announceNumbers = (tx: Tx, personId: string | null): Promise<void> =>
  publish(tx, [personId], { event: 'numbers' });

/** The coaches in whose tenants numbers are hidden from the person in scope. */
export async function listNumbersOff(tx: Tx<UserScope>): Promise<ReadonlySet<string>> {
  const rows = await tx
    .select({ coachId: coachings.coachId })
    .from(coachings)
    .where(and(eq(coachings.userId, tx.scope.userId), isNotNull(coachings.numbersOffBy)));
  return new Set(rows.map(({ coachId }) => coachId));
}

/** @returns false when they were shown already */
export async function showNumbers(tx: Tx<CoachScope | ClientScope>, clientId: string): Promise<boolean> {
  const { rowCount } = await tx
    .update(coachings)
    .set({ numbersOffBy: null, numbersOffSince: null })
    .where(and(isCoachingWith(tx, clientId), isNotNull(coachings.numbersOffBy)));
  return rowCount === 1;
}

/** When the client in scope objected to being scored; undefined when the scope has no such client. */
export async function findOwnScoring(tx: Tx<ClientScope>) {
  const [row] = await tx
    .select({ objectedAt: coachings.scoringObjectedAt })
    .from(coachings)
    .where(isCoachingWith(tx, tx.scope.clientId));
  return row;
}

/** Stores an objection to being scored, or ends it. An earlier objection keeps its time. */
export async function updateOwnScoring(tx: Tx<ClientScope>, objectedAt: Date | null): Promise<void> {
  const { scoringObjectedAt } = coachings;
  await tx
    .update(coachings)
    .set({ scoringObjectedAt: objectedAt })
    .where(
      and(
        isCoachingWith(tx, tx.scope.clientId),
        objectedAt === null ? isNotNull(scoringObjectedAt) : isNull(scoringObjectedAt),
      ),
    );
}

/** Whether a client objected to being scored, for selects from `relationships`. */
export const isScoringObjected = (coachId: CoachKey): SQL<boolean> =>
  sql<boolean>`exists (select from ${coachings} o where o.coach_id = ${coachId}
    and o.client_id = client_coach_relationships.client_id and o.scoring_objected_at is not null)`;

/** The clients who objected to being scored. */
export async function listScoringObjections(tx: Tx<CoachScope>): Promise<ReadonlySet<string>> {
  const rows = await tx
    .select({ clientId: coachings.clientId })
    .from(coachings)
    .where(and(eq(coachings.coachId, tx.scope.coachId), isNotNull(coachings.scoringObjectedAt)));
  return new Set(rows.map(({ clientId }) => clientId));
}

/** When the client in scope stopped automatic messages; undefined when the scope has no such client. */
export async function findOwnAutomatic(tx: Tx<ClientScope>) {
  const [row] = await tx
    .select({ stoppedAt: coachings.automaticStoppedAt })
    .from(coachings)
    .where(isCoachingWith(tx, tx.scope.clientId));
  return row;
}

/** Stops automatic messages, or allows them. A repeated stop keeps its first time. */
export async function updateOwnAutomatic(tx: Tx<ClientScope>, stoppedAt: Date | null): Promise<void> {
  const { automaticStoppedAt } = coachings;
  await tx
    .update(coachings)
    .set({ automaticStoppedAt: stoppedAt })
    .where(
      and(
        isCoachingWith(tx, tx.scope.clientId),
        stoppedAt === null ? isNotNull(automaticStoppedAt) : isNull(automaticStoppedAt),
      ),
    );
}

export async function updateWay(tx: Tx<CoachScope>, clientId: string, nutritionWay: NutritionWay): Promise<void> {
  await tx.update(coachings).set({ nutritionWay }).where(isCoachingWith(tx, clientId));
}

/** Makes the coaching in scope the current one of the person who accepted it. */
export async function startWithCoach(tx: TenantTx, userId: string): Promise<void> {
  const { coachId } = tx.scope;
  await tx.sendAs(scopeOfPerson(userId), [
    sql`insert into ${currentCoaches} (user_id, coach_id) values (${userId}, ${coachId})
      on conflict (user_id) do update set coach_id = excluded.coach_id`,
  ]);
}

/** Replaces the current coaching, which ends, with the person's newest open one. */
export async function leaveCoach(tx: TenantTx, userId: string): Promise<void> {
  const { coachId } = tx.scope;
  await tx.sendAs(scopeOfPerson(userId), [
    sql`update ${currentCoaches} p set coach_id = other.coach_id from (
      select c.coach_id from ${coachings} c where c.user_id = ${userId} and c.coach_id <> ${coachId}
        and c.status in ('active', 'paused') order by c.accepted_at desc limit 1) other
      where p.user_id = ${userId} and p.coach_id = ${coachId}`,
    sql`delete from ${currentCoaches} where user_id = ${userId} and coach_id = ${coachId}`,
  ]);
}
