import type { LeadForm } from '@stridewell/contract/pipeline/pipeline';
import { phoneKey } from '@stridewell/contract/pipeline/pipeline.rules';
import { eq } from 'drizzle-orm';
import pg from 'pg';
import { coaches } from '../../core/people/people.table.ts';
import type { CaptureScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { SystemScope } from '../../platform/db/scope.ts';
import { leadEvents, leadForms, leads } from './pipeline.table.ts';

const FORM = {
  slug: leadForms.slug,
  heading: leadForms.heading,
  intro: leadForms.intro,
  enabled: leadForms.enabled,
  bookingTypeId: leadForms.bookingTypeId,
};

export async function findLeadForm(tx: Tx<CoachScope>): Promise<LeadForm | undefined> {
  const [row] = await tx.select(FORM).from(leadForms).where(eq(leadForms.coachId, tx.scope.coachId));
  return row;
}

/** Saves the coach's form. @returns false when another coach has the address */
export async function upsertLeadForm(tx: Tx<CoachScope>, form: LeadForm): Promise<boolean> {
  try {
    await tx
      .insert(leadForms)
      .values({ ...form, coachId: tx.scope.coachId })
      .onConflictDoUpdate({ target: leadForms.coachId, set: form });
    return true;
  } catch (error) {
    if (isSlugTaken(error)) return false;
    throw error;
  }
}

/** The statement settles the only other unique key, that of the coach. A cluster's error does not name the constraint. */
const isSlugTaken = (error: unknown): boolean =>
  error instanceof Error && error.cause instanceof pg.DatabaseError && error.cause.code === '23505';

/** The form of any coach at an address. */
export async function findFormAt(
  tx: Tx<SystemScope<'capture'>>,
  slug: string,
): Promise<(LeadForm & { coachId: string }) | undefined> {
  const [row] = await tx
    .select({ ...FORM, coachId: leadForms.coachId })
    .from(leadForms)
    .where(eq(leadForms.slug, slug));
  return row;
}

/** The coach in scope, with the data for the form and new leads. */
export async function findCoachOfForm(tx: Tx<CaptureScope>) {
  const [row] = await tx
    .select({
      fullName: coaches.fullName,
      status: coaches.status,
      currency: coaches.currency,
      timeZone: coaches.timeZone,
    })
    .from(coaches)
    .where(eq(coaches.id, tx.scope.coachId));
  return row;
}

type CapturedRow = Record<'id' | 'name' | 'email' | 'phone' | 'source' | 'notes' | 'currency', string>;

/** Adds a lead. Without RETURNING, because a visitor cannot read. @returns false when the lead exists */
export async function insertCapturedLead(tx: Tx<CaptureScope>, lead: CapturedRow, now: Date): Promise<boolean> {
  const { coachId } = tx.scope;
  const { rowCount } = await tx
    .insert(leads)
    .values({
      ...lead,
      coachId,
      phoneKey: phoneKey(lead.phone),
      statusSince: now,
      createdAt: now,
    })
    .onConflictDoNothing();
  return rowCount === 1;
}

/** The visitor's action, for the lead's timeline. */
type CapturedEvent = { id: string; leadId: string; now: Date } & (
  | { kind: 'created'; toStatus: 'new' }
  | { kind: 'booked'; title: string; text: string }
);

export async function insertCapturedEvent(
  tx: Tx<CaptureScope>,
  { now: occurredAt, ...event }: CapturedEvent,
): Promise<void> {
  await tx.insert(leadEvents).values({ coachId: tx.scope.coachId, actor: 'visitor', occurredAt, ...event });
}
