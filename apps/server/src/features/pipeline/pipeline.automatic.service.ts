import { LEAD_BOUNDS } from '@stridewell/contract/pipeline/pipeline.rules';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { leadName, selectOpenLeads, selectStarts } from './pipeline.automatic.data.ts';
import { insertLeadEvent, insertTask, lockLead, selectTasks } from './pipeline.data.ts';

/** For flows. */
export { leadName, lockLead, selectOpenLeads as listOpenLeads, selectStarts as listLeadStarts };

/** Notes an automatic mail in the timeline of a lead. It is no contact of the coach, so the last contact stays. */
export async function noteAutomaticMail(
  tx: Tx<CoachScope>,
  { leadId, mailId, subject, text, now }: { leadId: string; mailId: string; subject: string; text: string; now: Date },
): Promise<void> {
  await insertLeadEvent(tx, {
    id: mailId,
    leadId,
    kind: 'mailed',
    actor: 'flow',
    occurredAt: now,
    title: subject,
    text,
  });
}

type NewTask = { id: string; leadId: string; text: string; dueOn: string; now: Date };

/** Adds a task to a locked lead. @returns false when the lead has too many */
export async function addTaskOfFlow(tx: Tx<CoachScope>, { id, leadId, text, dueOn, now }: NewTask): Promise<boolean> {
  if ((await selectTasks(tx, leadId)).length >= LEAD_BOUNDS.tasks) return false;
  await insertTask(tx, { id, leadId, text, dueOn, doneAt: null, createdAt: now });
  return true;
}
