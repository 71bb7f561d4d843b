import { isDeepStrictEqual } from 'node:util';
import type { ClientSubscription, SubscriptionInput } from '@stridewell/contract/money/money';
import { firstPeriodFrom, monthlyCents, periodEnd, periodStart } from '@stridewell/contract/money/money.dates.rules';
import { MONEY_BOUNDS, subscriptionStatus } from '@stridewell/contract/money/money.invoices.rules';
import type { SUBSCRIPTION_CHANGE_KINDS } from '@stridewell/contract/money/money.mrr.rules';
import { addDays } from '@stridewell/contract/time';
import { v7 as uuidv7 } from 'uuid';
import { refuse } from '../../core/refusals.ts';
import { lockRelationship } from '../../core/relationships/relationships.data.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { audit } from '../audit/audit.service.ts';
import { issueForPeriod } from './money.invoices.service.ts';
import { lockPackage } from './money.packages.data.ts';
import {
  countRunning,
  insertSubscription,
  insertSubscriptionChange,
  isBillable,
  lockSubscription,
  type SubscriptionRow,
  selectRunning,
  selectSubscriptionChanges,
  selectSubscriptions,
  toSubscription,
  updateSubscription,
} from './money.subscriptions.data.ts';

/** All changes of subscriptions up to a day, for MRR (the contract's `mrrSteps`). */
export const listSubscriptionChanges = selectSubscriptionChanges;

/** Subscriptions of all clients, ended ones last. */
export async function listSubscriptions(tx: Tx<CoachScope>, today: string): Promise<ClientSubscription[]> {
  const rows = await selectSubscriptions(tx, { today });
  return rows.map((row) => toSubscription(row, today));
}

/** @throws NOT_FOUND */
async function requireSubscription(tx: Tx<CoachScope>, id: string): Promise<SubscriptionRow> {
  const row = await lockSubscription(tx, id);
  if (!row) throw refuse('NOT_FOUND');
  return row;
}

type ChangeKind = (typeof SUBSCRIPTION_CHANGE_KINDS)[number];

/** Records a change on the day it takes effect, but not before the start. */
async function recordChange(
  tx: Tx<CoachScope>,
  row: SubscriptionRow,
  { kind, day, before }: { kind: ChangeKind; day: string; before?: SubscriptionRow },
): Promise<void> {
  const effectiveOn = day < row.startsOn ? row.startsOn : day;
  const change = { action: `subscription.${kind}`, subjectId: row.id, clientId: row.clientId } as const;
  const after = { ...priceOf(row), from: effectiveOn };
  audit(tx, before ? { ...change, before: priceOf(before), after } : { ...change, after });
  const isPaying = !row.paused && kind !== 'ended';
  await insertSubscriptionChange(tx, {
    subscriptionId: row.id,
    number: row.version,
    clientId: row.clientId,
    kind,
    currency: row.currency,
    effectiveOn,
    monthlyCents: isPaying ? monthlyCents(row.amountCents, row.interval) : 0,
  });
}

const priceOf = ({ amountCents, currency, interval }: SubscriptionRow) => ({ amountCents, currency, interval });

/** Due day of the next period; null while paused, or if the subscription ends before. */
function dueDayOf({ anchorOn, interval, period, paused, endsOn }: SubscriptionRow): string | null {
  const due = periodStart(anchorOn, interval, period);
  return paused || (endsOn !== null && due >= endsOn) ? null : due;
}

/**
 * Issues the invoices of a locked subscription that are due on `until` or earlier, oldest first. They are dated
 * `today`, so that the client has time to pay a late one. Does not store the subscription.
 */
async function issueDuePeriods(
  tx: Tx<CoachScope>,
  row: SubscriptionRow,
  { until, today }: { until: string; today: string },
): Promise<SubscriptionRow> {
  let current = row;
  while (current.nextDueOn !== null && current.nextDueOn <= until) {
    const { clientId, clientName, currency, amountCents, name, id: subscriptionId } = current;
    const { anchorOn, interval, period } = current;
    await issueForPeriod(
      tx,
      {
        id: uuidv7(),
        clientId,
        clientName,
        subscriptionId,
        currency,
        text: name,
        amountCents,
        periodFrom: current.nextDueOn,
        periodTo: periodEnd(anchorOn, interval, period),
      },
      today,
    );
    const next = { ...current, period: period + 1 };
    current = { ...next, nextDueOn: dueDayOf(next) };
  }
  return current;
}

/** How far back and ahead a subscription can start, in days. */
const STARTS = { before: 5 * 366, ahead: 366 };

/**
 * Starts a subscription. Periods that started before today are not invoiced. Idempotent by id.
 * @param today the coach's today
 * @throws NOT_FOUND, FORMER_CLIENT, START_OUT_OF_RANGE, TOO_MANY_SUBSCRIPTIONS, ID_TAKEN
 */
export async function startSubscription(
  tx: Tx<CoachScope, 'FORMER_CLIENT' | 'START_OUT_OF_RANGE' | 'TOO_MANY_SUBSCRIPTIONS'>,
  { subscriptionId: id, ...input }: Omit<SubscriptionInput, 'currency'> & { subscriptionId: string; currency: string },
  today: string,
): Promise<ClientSubscription> {
  const { clientId, packageId, startsOn, interval } = input;
  // Every change locks the subscription before its client, to avoid deadlocks.
  await lockSubscription(tx, id);
  const client = await lockRelationship(tx, clientId);
  if (!client) throw refuse('NOT_FOUND');
  const known = await lockSubscription(tx, id);
  if (known && known.clientId !== clientId) throw refuse('ID_TAKEN');
  if (known) return toSubscription(known, today);
  if (packageId !== null && !(await lockPackage(tx, packageId))) throw refuse('NOT_FOUND');
  if (!(await isBillable(tx, clientId))) throw refuse(tx, 'FORMER_CLIENT');
  if (startsOn < addDays(today, -STARTS.before) || startsOn > addDays(today, STARTS.ahead)) {
    throw refuse(tx, 'START_OUT_OF_RANGE');
  }
  if ((await countRunning(tx, clientId, today)) >= MONEY_BOUNDS.subscriptions) {
    throw refuse(tx, 'TOO_MANY_SUBSCRIPTIONS');
  }
  const period = firstPeriodFrom(startsOn, interval, { from: 0, day: today });
  const nextDueOn = periodStart(startsOn, interval, period);
  const added = { ...input, id, anchorOn: startsOn, period, nextDueOn };
  await insertSubscription(tx, added);
  const row = { ...added, clientName: client.fullName, endsOn: null, paused: false, version: 1 };
  await recordChange(tx, row, { kind: 'started', day: startsOn });
  return storeIssued(tx, row, { until: today, today });
}

/** Issues due invoices, and stores the subscription. */
async function storeIssued(tx: Tx<CoachScope>, row: SubscriptionRow, days: { until: string; today: string }) {
  const current = await issueDuePeriods(tx, row, days);
  await updateSubscription(tx, current);
  return toSubscription(current, days.today);
}

/** Issues the invoices of a subscription that are due today or earlier. Ends a former client's subscription instead. */
export async function billSubscription(tx: Tx<CoachScope>, id: string, today: string): Promise<void> {
  const row = await lockSubscription(tx, id);
  if (!row) return;
  if (await isBillable(tx, row.clientId)) await storeIssued(tx, row, { until: today, today });
  else await close(tx, row, today);
}

type NewPrice = Pick<SubscriptionInput, 'name' | 'amountCents' | 'interval'>;

/**
 * Changes a subscription from the next period on. Periods due by today are invoiced at the old price. A new interval
 * counts from the next due day.
 * @throws NOT_FOUND, SUBSCRIPTION_CHANGED when it was changed since or has ended
 */
export async function changeSubscription(
  tx: Tx<CoachScope, 'SUBSCRIPTION_CHANGED'>,
  { subscriptionId, basedOn, ...price }: NewPrice & { subscriptionId: string; basedOn: number },
  today: string,
): Promise<ClientSubscription> {
  const row = await requireSubscription(tx, subscriptionId);
  const { name, amountCents, interval } = row;
  if (isDeepStrictEqual({ name, amountCents, interval }, { ...price })) return toSubscription(row, today);
  if (row.version !== basedOn || isOver(row, today)) throw refuse(tx, 'SUBSCRIPTION_CHANGED');
  const billed = await issueDuePeriods(tx, row, { until: today, today });
  const sameInterval = price.interval === interval;
  const anchor = sameInterval
    ? {}
    : { anchorOn: periodStart(billed.anchorOn, billed.interval, billed.period), period: 0 };
  const changed = { ...billed, ...price, ...anchor, version: row.version + 1 };
  const stored = { ...changed, nextDueOn: dueDayOf(changed) };
  await updateSubscription(tx, stored);
  await recordChange(tx, stored, { kind: 'changed', day: today, before: row });
  return toSubscription(stored, today);
}

const isOver = (row: SubscriptionRow, today: string): boolean => subscriptionStatus(row, today) === 'ended';

/**
 * Pauses a subscription from today on, or resumes it with the first period that begins today or later.
 * @throws NOT_FOUND, SUBSCRIPTION_CHANGED when it has ended, FORMER_CLIENT
 */
export async function pauseSubscription(
  tx: Tx<CoachScope, 'SUBSCRIPTION_CHANGED' | 'FORMER_CLIENT'>,
  { subscriptionId, paused }: { subscriptionId: string; paused: boolean },
  today: string,
): Promise<ClientSubscription> {
  const row = await requireSubscription(tx, subscriptionId);
  if (row.paused === paused) return toSubscription(row, today);
  if (isOver(row, today)) throw refuse(tx, 'SUBSCRIPTION_CHANGED');
  if (!paused && !(await isBillable(tx, row.clientId))) throw refuse(tx, 'FORMER_CLIENT');
  const billed = await issueDuePeriods(tx, row, { until: addDays(today, -1), today });
  const { anchorOn, interval, period } = billed;
  const next = paused ? period : firstPeriodFrom(anchorOn, interval, { from: period, day: today });
  const changed = { ...billed, paused, period: next, version: row.version + 1 };
  await recordChange(tx, changed, { kind: paused ? 'paused' : 'resumed', day: today });
  return storeIssued(tx, { ...changed, nextDueOn: dueDayOf(changed) }, { until: today, today });
}

/** Ends a locked subscription. Periods due before that day are invoiced. */
async function endOn(tx: Tx<CoachScope>, row: SubscriptionRow, { endsOn, today }: { endsOn: string; today: string }) {
  const ended = { ...row, endsOn, version: row.version + 1 };
  await recordChange(tx, ended, { kind: 'ended', day: endsOn });
  return storeIssued(tx, { ...ended, nextDueOn: dueDayOf(ended) }, { until: today, today });
}

/** How far ahead an end can be planned, in days. */
const END_AHEAD = 366;

/**
 * Ends a subscription. `endsOn` is the first day without it. A planned end can be moved earlier, but not later.
 * @throws NOT_FOUND, END_IN_PAST
 */
export async function endSubscription(
  tx: Tx<CoachScope, 'END_IN_PAST'>,
  { subscriptionId, endsOn }: { subscriptionId: string; endsOn: string },
  today: string,
): Promise<ClientSubscription> {
  const row = await requireSubscription(tx, subscriptionId);
  if (row.endsOn === endsOn || isOver(row, today)) return toSubscription(row, today);
  const latest = row.endsOn ?? addDays(today, END_AHEAD);
  if (endsOn < today || endsOn > latest) throw refuse(tx, 'END_IN_PAST');
  return endOn(tx, row, { endsOn, today });
}

/** Ends a locked subscription of a former client, without further invoices. */
async function close(tx: Tx<CoachScope>, row: SubscriptionRow, today: string): Promise<void> {
  const closed = { ...row, endsOn: today, nextDueOn: null, version: row.version + 1 };
  await updateSubscription(tx, closed);
  await recordChange(tx, closed, { kind: 'ended', day: today });
}

/** Ends the subscriptions of a client whose coaching has ended. Idempotent. */
export async function endSubscriptionsOf(tx: Tx<CoachScope>, clientId: string, today: string): Promise<void> {
  for (const { id } of await selectRunning(tx, clientId, today)) {
    const row = await lockSubscription(tx, id);
    if (row && !isOver(row, today)) await close(tx, row, today);
  }
}
