import { audit } from '../audit/audit.service.ts';
import { notify } from '../notifications/notifications.service.ts';
import {
  type CoachTx,
  deleteErasure,
  type ErasureRow,
  noteAllFailed,
  noteErasureFailure,
  selectErasures,
} from './crm.data.ts';
import { HubspotError } from './crm.hubspot.service.ts';
import type { Run } from './crm.run.service.ts';

/**
 * Deletes the contacts and deals of erased people in HubSpot, on every plan. The coach is asked to delete those that
 * HubSpot refuses to delete.
 */
export async function eraseInHubspot(run: Run): Promise<void> {
  const erasures = await run.write((tx) => selectErasures(tx, run.connection.hubId));
  for (const erasure of erasures) {
    const isErased = await erase(run, erasure);
    await run.write(async (tx) => {
      if (isErased) {
        await deleteErasure(tx, erasure.id);
        audit(tx, { action: 'crm.contact_erased', subjectId: erasure.id, bySystem: true });
      } else if (await noteErasureFailure(tx, erasure.id, run.deps.now())) {
        audit(tx, { action: 'crm.erasure_failed', subjectId: erasure.id, bySystem: true });
        await askCoach(tx);
      }
    });
  }
}

/** @returns false when HubSpot refuses. Other failures are tried again. */
async function erase({ hubspot }: Run, { contactId, dealId }: ErasureRow): Promise<boolean> {
  try {
    if (contactId !== null) await hubspot.eraseContact(contactId);
    if (dealId !== null) await hubspot.deleteDeal(dealId);
    return true;
  } catch (error) {
    if (error instanceof HubspotError && ['refused', 'forbidden'].includes(error.failure)) return false;
    throw error;
  }
}

const ERASURE_NOTICE = {
  title: 'Delete a contact in HubSpot',
  message:
    'A person deleted their account here, and we could not delete their contact in HubSpot. Please delete it there.',
} as const;

const askCoach = (tx: CoachTx): Promise<void> =>
  notify(tx, { userId: tx.scope.coachId, type: 'crm_attention', ...ERASURE_NOTICE, metadata: {} });

/** Leaves the open erasures to the coach, because our access ends. */
export async function failErasures(tx: CoachTx, now: Date): Promise<void> {
  if ((await noteAllFailed(tx, now)) > 0) await askCoach(tx);
}
