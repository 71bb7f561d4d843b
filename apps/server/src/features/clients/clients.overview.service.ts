import type { ClientOverview } from '@stridewell/contract/clients/clients.overview.rules';
import { addDays, dayInZone } from '@stridewell/contract/time';
import { refuse } from '../../core/refusals.ts';
import { relationshipExists } from '../../core/relationships/relationships.data.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { listCheckIns } from '../checkins/checkins.service.ts';
import { getLastMessage } from '../messages/messages.service.ts';
import { listWeights } from '../progress/progress.service.ts';
import { selectPinnedNotes } from './clients.notes.data.ts';
import type { Today } from './clients.service.ts';

/** Twelve weeks. */
const WEIGHT_DAYS = 84;
const PINNED_NOTES = 3;

/**
 * Current data of a client. Sends all statements at once.
 * @throws NOT_FOUND
 */
export async function getOverview(
  tx: Tx<CoachScope>,
  clientId: string,
  { now, timeZone }: Today,
): Promise<ClientOverview> {
  const since = addDays(dayInZone(now, timeZone), -WEIGHT_DAYS);
  const [exists, weights, { checkIns, forms }, pinnedNotes, { last: lastMessage, unread }] = await Promise.all([
    relationshipExists(tx, clientId),
    listWeights(tx, clientId, since),
    listCheckIns(tx, clientId, 1),
    selectPinnedNotes(tx, clientId, PINNED_NOTES),
    getLastMessage(tx, clientId),
  ]);
  if (!exists) throw refuse('NOT_FOUND');
  const [lastCheckIn = null] = checkIns;
  const form = forms.find(
    ({ templateId, version }) => templateId === lastCheckIn?.templateId && version === lastCheckIn.version,
  );
  return { weights, lastCheckIn, form: form ?? null, pinnedNotes, lastMessage, unread };
}
