import type { TargetBasis, TargetChange } from '@stridewell/contract/targets/targets';
import { changeOn } from '@stridewell/contract/targets/targets.rules';
import { v7 as uuidv7 } from 'uuid';
import type { EventHandlers } from '../../core/events/handlers.ts';
import { isCurrentStatus, lockRelationship } from '../../core/relationships/relationships.data.ts';
import type { Services } from '../../core/services.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { notify } from '../notifications/notifications.service.ts';
import { addChange } from './targets.change.service.ts';
import { readTargetClient, type TargetClient } from './targets.client.service.ts';
import { selectChanges } from './targets.data.ts';
import { blocksOfTarget } from './targets.letters.rules.ts';
import { writeLetter } from './targets.letters.service.ts';
import { findReviewer } from './targets.reviews.data.ts';
import { targetReviewerScopeOf } from './targets.scopes.ts';
import type { Block } from './targets.screening.rules.ts';
import { blocksOf, type TargetFacts } from './targets.setting.rules.ts';

const inputOf = (facts: TargetFacts, { goal, weeklyPercent, activity }: TargetBasis) => ({
  ...facts,
  activity,
  goal: { kind: goal, weeklyPercent },
});

/** The blocks that send a client to a doctor: those of every target, and those of the running and planned ones. */
function referralsOf(facts: TargetFacts, targets: readonly TargetChange[]): Block[] {
  const found = [
    ...blocksOf(facts),
    ...targets.flatMap(({ target, basis }) => (target && basis ? blocksOfTarget(inputOf(facts, basis), target) : [])),
  ];
  return found.filter(
    ({ refer }, index) => refer && found.findIndex(({ code }) => code === found[index]?.code) === index,
  );
}

/** Ends the target of a client, planned ones included, and notifies both. What was found stands on no notification. */
async function stopTarget(
  tx: Tx<CoachScope>,
  { client, clientId, personId }: { client: TargetClient; clientId: string; personId: string | null },
  now: Date,
): Promise<void> {
  const { facts, fullName, timeZone } = client;
  const end = { target: null, basis: null, source: 'ended' as const, by: 'rules' as const, note: '' };
  await addChange(tx, { ...end, id: uuidv7(), clientId, startsOn: facts.today }, { now, timeZone });
  const metadata = { client_id: clientId, coach_id: tx.scope.coachId };
  if (personId) {
    await notify(tx, {
      userId: personId,
      type: 'safety_notice',
      title: 'Your nutrition target has stopped',
      message: 'It no longer fits what you told your coach. Your nutrition page has the next step.',
      metadata,
    });
  }
  await notify(tx, {
    userId: tx.scope.coachId,
    type: 'target_proposed',
    title: `The nutrition target of ${fullName} has stopped`,
    message: 'It no longer fits their data. Their Nutrition tab says why.',
    metadata,
  });
}

/** Stops a target that the client's data no longer allow, and writes the letter that follows. Idempotent. */
async function watchClient(tx: Tx<CoachScope>, clientId: string, now: Date): Promise<void> {
  const locked = await lockRelationship(tx, clientId);
  if (!locked || !isCurrentStatus(locked.status)) return;
  const { units } = await findReviewer(tx);
  const [client, history] = await Promise.all([
    readTargetClient(tx, clientId, { units, now }),
    selectChanges(tx, clientId),
  ]);
  const [newest] = history;
  const current = changeOn(history, client.facts.today);
  const running = [newest, current].flatMap((change) => (change?.target ? change : []));
  const blocks = referralsOf(client.facts, running);
  if (blocks.length === 0) return;
  if (running.length > 0) await stopTarget(tx, { client, clientId, personId: locked.personId }, now);
  await writeLetter(tx, { client, clientId, personId: locked.personId, blocks }, now);
}

type About = { coachId: string; clientId: string };

/** Looks at the data of a client after a change that can speak against a target. */
export const watchTarget = ({ db, now }: Pick<Services, 'db' | 'now'>, { coachId, clientId }: About): Promise<void> =>
  db.write(targetReviewerScopeOf(coachId), (tx) => watchClient(tx, clientId, now()));

const afterChange = { inJob: watchTarget };
const afterWeighIn = {
  inJob: async (services: Services, event: About & { data: { weighed: boolean } }) => {
    if (event.data.weighed) await watchTarget(services, event);
  },
};

export const watchHandlers: EventHandlers = {
  'health.answered': afterChange,
  'record.updated': afterChange,
  'measurement.recorded': afterChange,
  'checkin.submitted': afterWeighIn,
  'checkin.corrected': afterWeighIn,
};
