import type { CapturedLead, LeadForm } from '@stridewell/contract/pipeline';
import { v7 as uuidv7 } from 'uuid';
import { refuse } from '../../core/refusals.ts';
import type { CaptureScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { notify } from '../notifications/notifications.service.ts';
import {
  findCoachOfForm,
  findFormAt,
  insertCapturedEvent,
  insertCapturedLead,
  upsertLeadForm,
} from './pipeline.capture.data.ts';
import { captureScope, formScope } from './pipeline.policy.ts';

/** @throws SLUG_TAKEN */
export async function saveLeadForm(tx: Tx<CoachScope, 'SLUG_TAKEN'>, form: LeadForm): Promise<LeadForm> {
  if (!(await upsertLeadForm(tx, form))) throw refuse(tx, 'SLUG_TAKEN');
  return form;
}

export type OpenForm = LeadForm & { coachId: string; coachName: string; currency: string };

/** The form at an address; null while it is off, and for a coach who is not active. */
export async function findOpenForm(db: Database, slug: string): Promise<OpenForm | null> {
  const form = await db.readAtOnce(formScope, (tx) => findFormAt(tx, slug));
  if (!form?.enabled) return null;
  const coach = await db.readAtOnce(captureScope(form.coachId), findCoachOfForm);
  if (coach?.status !== 'active') return null;
  return { ...form, coachName: coach.fullName, currency: coach.currency };
}

/** Adds what a visitor sent as a lead, and notifies the coach. A repeated request changes nothing. */
export async function captureLead(
  tx: Tx<CaptureScope>,
  { id, lead, currency, now }: { id: string; lead: CapturedLead; currency: string; now: Date },
): Promise<void> {
  const { message: notes, ...contact } = lead;
  if (!(await insertCapturedLead(tx, { id, ...contact, notes, currency }, now))) return;
  await insertCapturedEvent(tx, { id: uuidv7(), leadId: id, now });
  const { coachId } = tx.scope;
  await notify(tx, {
    userId: coachId,
    type: 'lead_captured',
    title: 'New lead',
    message: `${contact.name} wrote through your form.`,
    metadata: { coach_id: coachId, lead_id: id },
  });
}
