import type { ClientRisk } from '@stridewell/contract/retention/retention';
import { STAYED_DAYS } from '@stridewell/contract/retention/retention.rules';
import { dayInZone } from '@stridewell/contract/time';
import { v7 as uuidv7 } from 'uuid';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Today } from '../clients/clients.service.ts';
import { listUnreadConversations } from '../messages/messages.service.ts';
import { listClientsInDebt } from '../money/money.service.ts';
import { listClientsWithSafetyNotice } from '../notifications/notifications.service.ts';
import { countTimes, insertTimes, selectInPain, selectTimed } from './retention.times.data.ts';
import { drawWait, dueAfter } from './retention.times.rules.ts';

const DAY_MS = 86_400_000;
/** [K] Days for which pain and a safety notice rule out that chance decides anything. */
const CARE_DAYS = 28;

const isDue = ({ level, action, knownReason, taken }: ClientRisk): boolean =>
  level !== null && level !== 'On Track' && action !== null && action !== 'payment' && !knownReason && !taken;

/**
 * Draws the suggested time of each recommended action that is new. A client gets one in four weeks. An unanswered
 * question, pain, a safety notice and an unpaid invoice never wait, so these clients get none.
 */
export async function suggestTimes(
  tx: Tx<CoachScope>,
  clients: readonly ClientRisk[],
  { now, timeZone }: Today,
): Promise<void> {
  const due = clients.filter(isDue);
  if (due.length === 0) return;
  const ids = due.map(({ clientId }) => clientId);
  const careSince = new Date(now.getTime() - CARE_DAYS * DAY_MS);
  const [timed, unread, inDebt, inPain, notices] = await Promise.all([
    selectTimed(tx, new Date(now.getTime() - STAYED_DAYS * DAY_MS)),
    listUnreadConversations(tx, {}),
    listClientsInDebt(tx, dayInZone(now, timeZone)),
    selectInPain(tx, ids, careSince),
    listClientsWithSafetyNotice(tx, careSince),
  ]);
  const left = new Set([...timed, ...unread.map(({ clientId }) => clientId), ...inDebt, ...inPain, ...notices]);
  await insertTimes(
    tx,
    due.flatMap(({ clientId, action }) => {
      if (action === null || left.has(clientId)) return [];
      const id = uuidv7();
      const waitHours = drawWait(id);
      return [{ id, clientId, action, madeAt: now, waitHours, dueAt: dueAfter(now, waitHours) }];
    }),
  );
}

/** Outcomes of times suggested at once and later, of each client once, for other features. */
export const listTimeOutcomes = countTimes;
