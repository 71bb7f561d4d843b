import type { RetentionHistory } from '@stridewell/contract/retention/retention';
import { DEPARTURE_MONTHS, LEVEL_WEEKS, type RiskLevel } from '@stridewell/contract/retention/retention.rules';
import { addDays, dayInZone } from '@stridewell/contract/time';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { listMonthlyPrices } from '../money/money.ledger.service.ts';
import { listActivity } from './retention.activity.service.ts';
import { getEngagement, isNew, levelsOn } from './retention.engagement.service.ts';
import { countDepartures, listLeftDays } from './retention.facts.data.ts';
import { readCoachModel } from './retention.model.service.ts';
import type { Scorer } from './retention.scorer.rules.ts';

type Clock = Parameters<typeof getEngagement>[1];

/** Levels of the last weeks as of their days, what clients at risk pay, and why clients left by month. */
export async function getRetentionHistory(tx: Tx<CoachScope>, clock: Clock): Promise<RetentionHistory> {
  const { now, timeZone } = clock;
  const today = dayInZone(now, timeZone);
  // One more week, because a level depends on that of the week before.
  const days = Array.from({ length: LEVEL_WEEKS + 1 }, (_, week) => addDays(today, 7 * (week - LEVEL_WEEKS)));
  const since = firstMonth(today);
  const [report, { scorer }, activities, prices, left, reasons] = await Promise.all([
    getEngagement(tx, clock),
    readCoachModel(tx),
    listActivity(tx, { coachId: tx.scope.coachId, timeZone }, days),
    listMonthlyPrices(tx, today),
    listLeftDays(tx, { timeZone, since }),
    countDepartures(tx, since),
  ]);
  const atRisk = new Set(
    report.clients.filter(({ level }) => level !== null && level !== 'On Track').map(({ clientId }) => clientId),
  );
  return {
    today,
    levels: levelsOver(days.slice(1), activities, scorer),
    atRisk: sumPrices(prices.filter(({ clientId }) => atRisk.has(clientId))),
    departures: byMonth(left, reasons),
    unexplained: left
      .filter(({ isOpen }) => isOpen)
      .map(({ clientId, name, day }) => ({ clientId, name, day }))
      .sort((one, other) => other.day.localeCompare(one.day)),
  };
}

/** The first day of the oldest month that is shown. */
function firstMonth(today: string): string {
  const [year = 0, month = 0] = today.split('-').map(Number);
  return new Date(Date.UTC(year, month - DEPARTURE_MONTHS, 1)).toISOString().slice(0, 10);
}

type Activities = Awaited<ReturnType<typeof listActivity>>;

/** By the model of today, as on the page, so that one model's levels are compared over time. */
function levelsOver(days: readonly string[], activities: Activities, scorer: Scorer): RetentionHistory['levels'] {
  const byDay = Map.groupBy(activities, ({ day }) => day);
  return days.map((day) => {
    const before = new Map((byDay.get(addDays(day, -7)) ?? []).map((row) => [row.clientId, row]));
    const counts: Record<RiskLevel, number> = { 'High Risk': 0, 'Moderate Risk': 0, 'On Track': 0 };
    for (const row of byDay.get(day) ?? []) {
      if (isNew(row, day)) continue;
      counts[levelsOn({ now: row, before: before.get(row.clientId), today: day }, scorer).level] += 1;
    }
    return { day, counts };
  });
}

type Prices = Awaited<ReturnType<typeof listMonthlyPrices>>;

const sumPrices = (prices: Prices): RetentionHistory['atRisk'] =>
  [...Map.groupBy(prices, ({ currency }) => currency)]
    .map(([currency, rows]) => ({
      currency,
      monthlyCents: rows.reduce((sum, { monthlyCents }) => sum + monthlyCents, 0),
      clients: rows.length,
    }))
    .sort((one, other) => other.monthlyCents - one.monthlyCents);

function byMonth(
  left: Awaited<ReturnType<typeof listLeftDays>>,
  reasons: Awaited<ReturnType<typeof countDepartures>>,
): RetentionHistory['departures'] {
  const leftIn = Map.groupBy(left, ({ day }) => day.slice(0, 7));
  const reasonsIn = Map.groupBy(reasons, ({ month }) => month);
  const months = [...new Set([...leftIn.keys(), ...reasonsIn.keys()])].sort().reverse();
  return months.map((month) => {
    const counted = (reasonsIn.get(month) ?? []).map(({ reason, count }) => ({ reason, count }));
    const withReason = counted.reduce((sum, { count }) => sum + count, 0);
    return { month, left: Math.max(leftIn.get(month)?.length ?? 0, withReason), reasons: counted };
  });
}
