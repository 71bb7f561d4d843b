import { planHasFeature, resolvePlan } from '@stridewell/contract/billing/billing.rules';
import { dayInZone } from '@stridewell/contract/time';
import { type CoachAtTime, selectCoachesAtTime } from '../../core/people/coach-clock.data.ts';
import type { Infrastructure } from '../../core/services.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { eachDue } from '../../platform/queue/each-due.ts';
import { type NewNotification, notify } from '../notifications/notifications.service.ts';
import { getEngagement } from './retention.engagement.service.ts';
import { countOutcomes } from './retention.followed.service.ts';
import { lockNotices, replaceNotices, selectNotices } from './retention.notices.data.ts';
import { type Change, changeOf } from './retention.notices.rules.ts';
import { morningsScope, noticesScopeOf } from './retention.scopes.ts';
import { suggestTimes } from './retention.times.service.ts';

/** When clients are checked: something can still be done on that day. */
const MORNING = { unit: 'hour', is: 7 } as const;
const BATCH = 100;

type NoticeDeps = Pick<Infrastructure, 'db' | 'log' | 'now'>;

/**
 * Notifies coaches in their morning of clients whose level rose or whose Client Health Score fell, once per change, unless
 * they know why. Draws the suggested times of new actions, and counts what followed earlier ones. Runs may repeat or run at
 * once: each compares with what the one before stored.
 */
export async function notifyOfRisks({ db, log, now }: NoticeDeps): Promise<void> {
  await eachDue({
    name: 'coaches',
    log,
    failure: 'the risk levels of clients were not checked',
    read: (after: { coachId: string } | undefined) =>
      db.read(morningsScope, (tx) =>
        selectCoachesAtTime(tx, MORNING, { at: now(), after: after?.coachId, limit: BATCH }),
      ),
    size: BATCH,
    place: ({ coachId }) => ({ coachId }),
    work: (coach) => db.write(noticesScopeOf(coach.coachId), (tx) => checkClients(tx, coach, now())),
  });
}

async function checkClients(tx: Tx<CoachScope>, { timeZone, storedPlan }: CoachAtTime, now: Date): Promise<void> {
  const plan = resolvePlan({ storedPlan, role: 'Coach-Base' }, 'server');
  if (!planHasFeature(plan, 'retention_tracking')) return;
  await lockNotices(tx);
  const before = await selectNotices(tx);
  const { clients } = await getEngagement(tx, { now, timeZone, plan });
  const today = dayInZone(now, timeZone);
  const checked = clients.flatMap(({ clientId, name, level, engagement, knownReason }) => {
    if (level === null) return [];
    const { seen, change } = changeOf({ level, engagement }, before.get(clientId) ?? null, today);
    return [{ clientId, name, seen, change: knownReason ? null : change }];
  });
  await replaceNotices(
    tx,
    checked.map(({ clientId, seen }) => ({ clientId, ...seen })),
  );
  await suggestTimes(tx, clients, { now, timeZone });
  await countOutcomes(tx, { now, timeZone });
  for (const { clientId, name, change } of checked) {
    if (change) await notify(tx, noticeOf(tx.scope.coachId, { clientId, name }, change));
  }
}

function noticeOf(coachId: string, client: { clientId: string; name: string }, change: Change): NewNotification {
  const { clientId, name } = client;
  const message =
    change.kind === 'level'
      ? `${name} is now at ${change.level.toLowerCase()} of leaving. The engagement page says why.`
      : `The Client Health Score of ${name} fell from ${change.from} to ${change.to} within two weeks.`;
  return {
    userId: coachId,
    type: 'client_at_risk',
    title: change.kind === 'level' ? `${name}: ${change.level}` : `${name} is losing touch`,
    message,
    metadata: { client_id: clientId },
  };
}
