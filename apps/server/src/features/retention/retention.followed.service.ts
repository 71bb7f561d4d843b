import type { ActionOutcomes } from '@stridewell/contract/retention/retention';
import { FOLLOWED_DAYS, STAYED_DAYS, TAKEN_ACTIONS } from '@stridewell/contract/retention/retention.rules';
import { dayInZone } from '@stridewell/contract/time';
import { listScoringObjections } from '../../core/relationships/coachings.data.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Today } from '../clients/clients.service.ts';
import { selectLeavings } from './retention.features.data.ts';
import {
  countActions,
  selectActs,
  selectUncountedActions,
  selectUncountedTimes,
  selectUnsettledActions,
  setFollowedOfActions,
  setFollowedOfTimes,
  setStayed,
} from './retention.followed.data.ts';
import { followedOf, hasStayed } from './retention.followed.rules.ts';
import { listTimeOutcomes } from './retention.times.service.ts';

const DAY_MS = 86_400_000;
const SHOWN_DAYS = 366;

/** Stores what clients did within two weeks after actions and draws, once these are over. */
async function countFollowed(tx: Tx<CoachScope>, objections: ReadonlySet<string>, now: Date): Promise<void> {
  const until = new Date(now.getTime() - FOLLOWED_DAYS * DAY_MS);
  const [actions, times] = await Promise.all([selectUncountedActions(tx, until), selectUncountedTimes(tx, until)]);
  // Nothing is counted about clients who objected to it.
  const counted = (rows: typeof actions) => rows.filter(({ clientId }) => !objections.has(clientId));
  const due = counted([...actions, ...times]);
  const since = new Date(Math.min(...due.map(({ at }) => at.getTime())));
  if (due.length === 0) return;
  const acts = await selectActs(tx, [...new Set(due.map(({ clientId }) => clientId))], since);
  const resultOf = ({ id, clientId, at }: (typeof due)[number]) => ({ id, value: followedOf(acts, clientId, at) });
  await setFollowedOfActions(tx, counted(actions).map(resultOf));
  await setFollowedOfTimes(tx, counted(times).map(resultOf));
}

/** Stores whether clients stayed four weeks after actions. */
async function countStayed(
  tx: Tx<CoachScope>,
  objections: ReadonlySet<string>,
  { now, timeZone }: Today,
): Promise<void> {
  const rows = await selectUnsettledActions(tx, new Date(now.getTime() - (STAYED_DAYS + 1) * DAY_MS));
  const due = rows.filter(({ clientId }) => !objections.has(clientId));
  if (due.length === 0) return;
  const leavings = await selectLeavings(tx, { coachId: tx.scope.coachId, timeZone });
  await setStayed(
    tx,
    due.map(({ id, clientId, at }) => ({ id, value: hasStayed(leavings, clientId, dayInZone(at, timeZone)) })),
  );
}

/** Counts what followed the actions of a coach whose time is over. Repeated, it changes nothing. */
export async function countOutcomes(tx: Tx<CoachScope>, today: Today): Promise<void> {
  const objections = await listScoringObjections(tx);
  await countFollowed(tx, objections, today.now);
  await countStayed(tx, objections, today);
}

/** Counts clients' acts after actions of the last year, and after drawn times. */
export async function getActionOutcomes(tx: Tx<CoachScope>, now: Date): Promise<ActionOutcomes> {
  const [rows, times] = await Promise.all([
    countActions(tx, new Date(now.getTime() - SHOWN_DAYS * DAY_MS)),
    listTimeOutcomes(tx),
  ]);
  const timeOf = (isNow: boolean) => {
    const row = times.find((one) => one.isNow === isNow);
    return { counted: row?.clients ?? 0, active: row?.active ?? 0 };
  };
  return {
    actions: TAKEN_ACTIONS.flatMap((action) => {
      const row = rows.find((one) => one.action === action);
      if (!row) return [];
      const { message, workout, checkIn, visit, ...counts } = row;
      return [{ ...counts, acts: { message, workout, checkIn, visit } }];
    }),
    times: { now: timeOf(true), later: timeOf(false) },
  };
}
