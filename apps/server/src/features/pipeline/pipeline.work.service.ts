import type { InvitedClient } from '@stridewell/contract/clients/clients';
import type { StartChoices } from '@stridewell/contract/clients/clients.start.rules';
import type { LeadTask } from '@stridewell/contract/pipeline/pipeline';
import { LEAD_BOUNDS } from '@stridewell/contract/pipeline/pipeline.rules';
import { dayInZone } from '@stridewell/contract/time';
import { v7 as uuidv7 } from 'uuid';
import { refuse } from '../../core/refusals.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Mailer } from '../../platform/mail/mail.ts';
import { assignGuestSessions } from '../calendar/calendar.visitors.service.ts';
import type { InvitationDeps, LinkingCoach } from '../clients/clients.invitations.service.ts';
import { getClientSummary } from '../clients/clients.service.ts';
import { addClient } from '../clients/clients.status.service.ts';
import {
  deleteTask,
  findLeadEvent,
  findTask,
  insertLeadEvent,
  insertTask,
  selectTasks,
  updateLead,
  updateTask,
} from './pipeline.data.ts';
import { leadMail } from './pipeline.mails.ts';
import { type CoachClock, changeStatus, requireLead } from './pipeline.service.ts';

type TaskInput = { leadId: string; taskId: string; text: string; dueOn: string | null; done: boolean };

/**
 * Adds or changes a task of a lead. Completing it adds a timeline entry.
 * @throws NOT_FOUND, TOO_MANY_TASKS
 */
export async function saveLeadTask(
  tx: Tx<CoachScope, 'TOO_MANY_TASKS'>,
  { leadId, taskId: id, text, dueOn, done }: TaskInput,
  now: Date,
): Promise<LeadTask> {
  await requireLead(tx, leadId);
  const task = await findTask(tx, id);
  if (task && task.leadId !== leadId) throw refuse('NOT_FOUND');
  if (!task && (await selectTasks(tx, leadId)).length >= LEAD_BOUNDS.tasks) throw refuse(tx, 'TOO_MANY_TASKS');
  const changed = done !== (task?.done ?? false);
  const doneAt = done ? now : null;
  if (task) await updateTask(tx, id, { text, dueOn, ...(changed && { doneAt }) });
  else await insertTask(tx, { id, leadId, text, dueOn, doneAt, createdAt: now });
  if (changed && done) {
    await insertLeadEvent(tx, {
      id: uuidv7(),
      leadId,
      kind: 'task_done',
      actor: 'coach',
      occurredAt: now,
      title: text,
    });
  }
  return { id, text, dueOn, done };
}

export async function deleteLeadTask(
  tx: Tx<CoachScope>,
  { leadId, taskId }: { leadId: string; taskId: string },
): Promise<void> {
  await deleteTask(tx, leadId, taskId);
}

/**
 * Mails a lead, with replies to the coach's address, and sets the last contact to today. Idempotent by id.
 * @throws NOT_FOUND, NO_ADDRESS, ID_TAKEN
 */
export async function mailLead(
  tx: Tx<CoachScope, 'NO_ADDRESS'>,
  mailer: Mailer,
  { leadId, mailId, subject, text }: { leadId: string; mailId: string; subject: string; text: string },
  { now, timeZone, coachName, coachEmail }: CoachClock & { coachName: string; coachEmail: string },
): Promise<void> {
  const lead = await requireLead(tx, leadId);
  if (!lead.email) throw refuse(tx, 'NO_ADDRESS');
  const isNew = await insertLeadEvent(tx, {
    id: mailId,
    leadId,
    kind: 'mailed',
    actor: 'coach',
    occurredAt: now,
    title: subject,
    text,
  });
  if (!isNew) {
    const known = await findLeadEvent(tx, mailId);
    const isSame = known?.leadId === leadId && known.title === subject && known.text === text;
    if (!isSame) throw refuse('ID_TAKEN');
    return;
  }
  await updateLead(tx, leadId, { lastContact: dayInZone(now, timeZone) });
  const props = { subject, text, coachName };
  const mail = { to: lead.email, replyTo: coachEmail, sender: tx.scope.coachId };
  await mailer.send({ ...mail, template: leadMail, props }, tx);
}

/**
 * Invites a lead as a client and wins the lead, unless it was already invited.
 * @throws NOT_FOUND, NO_ADDRESS, SEATS_FULL, DUPLICATE_CLIENT, ID_TAKEN
 */
export async function convertLead(
  tx: Tx<CoachScope, 'NO_ADDRESS' | 'SEATS_FULL' | 'DUPLICATE_CLIENT' | 'ID_TAKEN'>,
  deps: InvitationDeps,
  { leadId, clientId, start }: { leadId: string; clientId: string; start: StartChoices },
  coach: LinkingCoach,
): Promise<InvitedClient> {
  const { now } = coach;
  const lead = await requireLead(tx, leadId);
  if (lead.clientId !== null) return { ...(await getClientSummary(tx, lead.clientId, coach)), invitationUrl: null };
  if (!lead.email) throw refuse(tx, 'NO_ADDRESS');
  const client = await addClient(tx, deps, { clientId, fullName: lead.name, email: lead.email, start }, coach);
  const won = lead.status === 'won' ? lead : await changeStatus(tx, lead, { to: 'won', lostReason: null, now });
  await updateLead(tx, won.id, { clientId: client.clientId });
  await assignGuestSessions(tx, { leadId, clientId: client.clientId, clientName: lead.name, now });
  await insertLeadEvent(tx, { id: uuidv7(), leadId, kind: 'invited', actor: 'coach', occurredAt: now });
  return client;
}
