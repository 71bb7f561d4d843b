import { leadInput } from '@stridewell/contract/pipeline/pipeline';
import { LEAD_BOUNDS, type LeadStatus } from '@stridewell/contract/pipeline/pipeline.rules';
import { v7 as uuidv7 } from 'uuid';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import {
  findCurrency,
  type SentLead,
  selectLeadsByEmail,
  selectLeadsByIds,
  selectLeadsOfClients,
  selectLeadsPage,
} from './pipeline.crm.data.ts';
import { countLeads, insertLead, insertLeadEvent, lockLead, lockLeads, updateLead } from './pipeline.data.ts';
import { changeStatus } from './pipeline.service.ts';

/** For the CRM of the coach. */
export {
  type SentLead,
  selectLeadsByEmail as listLeadsByEmail,
  selectLeadsByIds as listLeadsByIds,
  selectLeadsOfClients as listLeadsOfClients,
  selectLeadsPage as listLeadsPage,
};

/** Texts of a lead as its form accepts them. */
const contact = leadInput.pick({ name: true, email: true, phone: true });
type Contact = { name: string; email: string; phone: string };

/** Whether a lead can have this name and phone number. */
export const isLeadContact = (change: Partial<Contact>): boolean => contact.partial().safeParse(change).success;

/** Changes name or phone number of a lead. A lead that was deleted meanwhile stays deleted. */
export async function changeLeadContact(
  tx: Tx<CoachScope>,
  id: string,
  change: { name?: string; phone?: string },
  at: Date,
): Promise<void> {
  if (!(await lockLead(tx, id))) return;
  await updateLead(tx, id, { ...change, changedAt: at });
}

/** Gives a lead another status, as the coach's CRM says. */
export async function moveLeadByCrm(tx: Tx<CoachScope>, id: string, to: LeadStatus, now: Date): Promise<void> {
  const row = await lockLead(tx, id);
  if (!row || row.status === to) return;
  await changeStatus(tx, row, { to, lostReason: null, now, actor: 'crm' });
}

/**
 * Adds a lead from the coach's CRM.
 * @returns its id; null for a contact that no lead can be, and at the limit of leads
 */
export async function addLeadFromCrm(
  tx: Tx<CoachScope>,
  given: Contact & { source: string },
  now: Date,
): Promise<string | null> {
  const parsed = contact.safeParse(given);
  if (!parsed.success) return null;
  await lockLeads(tx);
  if ((await countLeads(tx)) >= LEAD_BOUNDS.perCoach) return null;
  const [id, currency] = [uuidv7(), await findCurrency(tx)];
  const input = {
    ...parsed.data,
    source: given.source,
    valueCents: null,
    lastContact: null,
    followUpOn: null,
    notes: '',
  };
  await insertLead(tx, { id, input, currency, now });
  await insertLeadEvent(tx, {
    id: uuidv7(),
    leadId: id,
    kind: 'created',
    toStatus: 'new',
    actor: 'crm',
    occurredAt: now,
  });
  return id;
}
