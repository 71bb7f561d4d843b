import type { ProspectInput } from '@stridewell/contract/prospects/prospects';
import type { ProspectLostReason, ProspectStage, Reached } from '@stridewell/contract/prospects/prospects.rules';
import { and, asc, desc, eq, ne, sql } from 'drizzle-orm';
import { users } from '../../core/people/people.table.ts';
import type { OperatorScope } from '../../core/tenancy/scope.ts';
import type { Touch, TouchTx } from '../../core/touches.ts';
import type { Tx } from '../../platform/db/database.ts';
import { prospectEvents, prospects, prospectTouches } from './prospects.table.ts';

/** A transaction of an operator, or of a touch. */
export type ProspectTx = Tx<OperatorScope> | TouchTx;

export const PROSPECT = {
  id: prospects.id,
  name: prospects.name,
  email: prospects.email,
  business: prospects.business,
  phone: prospects.phone,
  stage: prospects.stage,
  stageSince: prospects.stageSince,
  lostReason: prospects.lostReason,
  firstTouch: prospects.firstTouch,
  firstTouchAt: prospects.firstTouchAt,
  heardFrom: prospects.heardFrom,
  nextStep: prospects.nextStep,
  nextStepOn: prospects.nextStepOn,
  coachId: prospects.coachId,
  version: prospects.version,
  demoReachedAt: prospects.demoReachedAt,
  trialReachedAt: prospects.trialReachedAt,
  wonAt: prospects.wonAt,
};

export async function findProspect(tx: Tx<OperatorScope>, id: string) {
  const [row] = await tx.select(PROSPECT).from(prospects).where(eq(prospects.id, id));
  return row;
}
export type ProspectRow = NonNullable<Awaited<ReturnType<typeof findProspect>>>;

/** Reads a prospect and locks it until the transaction ends. */
export async function lockProspect(tx: ProspectTx, by: { id: string } | { email: string }) {
  const isIt = 'id' in by ? eq(prospects.id, by.id) : eq(prospects.email, by.email);
  const [row] = await tx.select(PROSPECT).from(prospects).where(isIt).for('update');
  return row;
}

export async function findProspectByEmail(tx: Tx<OperatorScope>, email: string) {
  const [row] = await tx
    .select({ id: prospects.id, stage: prospects.stage })
    .from(prospects)
    .where(eq(prospects.email, email));
  return row;
}

/** Adds a prospect, unless one with this address exists. */
export async function insertProspect(tx: ProspectTx, row: typeof prospects.$inferInsert): Promise<void> {
  await tx.insert(prospects).values(row).onConflictDoNothing();
}

type ProspectChange = Partial<
  ProspectInput &
    Reached & {
      stage: ProspectStage;
      stageSince: Date;
      lostReason: ProspectLostReason | null;
      heardFrom: string;
      coachId: string;
    }
>;

/** Changes a locked prospect, and increments its version. */
export async function updateProspectRow(tx: ProspectTx, id: string, change: ProspectChange): Promise<ProspectRow> {
  const [row] = await tx
    .update(prospects)
    .set({ ...change, version: sql`${prospects.version} + 1` })
    .where(eq(prospects.id, id))
    .returning(PROSPECT);
  if (!row) throw new Error('a locked prospect is gone');
  return row;
}

export async function deleteProspectRow(tx: Tx<OperatorScope>, id: string): Promise<string | undefined> {
  const [row] = await tx.delete(prospects).where(eq(prospects.id, id)).returning({ email: prospects.email });
  return row?.email;
}

/** @returns false when the touch is known, because the request was repeated */
export async function insertTouch(tx: TouchTx, { kind, id, email, heardFrom, at }: Touch): Promise<boolean> {
  const { rowCount } = await tx
    .insert(prospectTouches)
    .values({ kind, subjectId: id, email, heardFrom: heardFrom ?? '', at })
    .onConflictDoNothing();
  return rowCount === 1;
}

/** More touches than a person has. */
const TOUCHES_SHOWN = 100;

export const selectTouches = (tx: Tx<OperatorScope>, email: string) =>
  tx
    .select({
      kind: prospectTouches.kind,
      subjectId: prospectTouches.subjectId,
      heardFrom: prospectTouches.heardFrom,
      at: prospectTouches.at,
    })
    .from(prospectTouches)
    .where(eq(prospectTouches.email, email))
    .orderBy(desc(prospectTouches.at))
    .limit(TOUCHES_SHOWN);

/** The earliest touch with an address, and the earliest with a text on how the person found the platform. */
export async function findFirstTouches(tx: ProspectTx, email: string) {
  const isTheirs = eq(prospectTouches.email, email);
  const [[first], [heard]] = await Promise.all([
    tx
      .select({ kind: prospectTouches.kind, at: prospectTouches.at })
      .from(prospectTouches)
      .where(isTheirs)
      .orderBy(asc(prospectTouches.at))
      .limit(1),
    tx
      .select({ heardFrom: prospectTouches.heardFrom })
      .from(prospectTouches)
      .where(and(isTheirs, ne(prospectTouches.heardFrom, '')))
      .orderBy(asc(prospectTouches.at))
      .limit(1),
  ]);
  return { first, heardFrom: heard?.heardFrom ?? '' };
}

export const deleteTouchesOf = (tx: Tx<OperatorScope>, of: { email: string } | { subjectId: string }) =>
  tx
    .delete(prospectTouches)
    .where('email' in of ? eq(prospectTouches.email, of.email) : eq(prospectTouches.subjectId, of.subjectId));

/** @returns false when an event with this id exists */
export async function insertProspectEvent(tx: ProspectTx, event: typeof prospectEvents.$inferInsert): Promise<boolean> {
  const { rowCount } = await tx.insert(prospectEvents).values(event).onConflictDoNothing();
  return rowCount === 1;
}

export async function findProspectEvent(tx: Tx<OperatorScope>, id: string) {
  const { prospectId, text } = prospectEvents;
  const [row] = await tx.select({ prospectId, text }).from(prospectEvents).where(eq(prospectEvents.id, id));
  return row;
}

/** More events than one prospect has. */
const EVENTS_SHOWN = 200;

export const selectProspectEvents = (tx: Tx<OperatorScope>, prospectId: string) =>
  tx
    .select({
      id: prospectEvents.id,
      kind: prospectEvents.kind,
      from: prospectEvents.fromStage,
      to: prospectEvents.toStage,
      lostReason: prospectEvents.lostReason,
      text: prospectEvents.text,
      authorId: prospectEvents.authorId,
      author: users.name,
      at: prospectEvents.createdAt,
    })
    .from(prospectEvents)
    .leftJoin(users, eq(users.id, prospectEvents.authorId))
    .where(eq(prospectEvents.prospectId, prospectId))
    .orderBy(desc(prospectEvents.createdAt), desc(prospectEvents.id))
    .limit(EVENTS_SHOWN);
