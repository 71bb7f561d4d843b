import { addMonths } from '@stridewell/contract/money/money.dates.rules';
import { addDays } from '@stridewell/contract/time';
import { sql } from 'drizzle-orm';
import type { TestApp } from './app.ts';
import { rawStatus, readRawClients } from './figures.ts';

// The figures of a business, computed only from the rows, without the product's code.

const SEATED = ['invited', 'active', 'paused'];
const KEEPS = ['relationship.accepted', 'relationship.resumed', 'relationship.paused', 'relationship.restored'];

export async function readRawBusiness(test: TestApp, coachId: string, today: string) {
  const clients = await readRawClients(test, coachId, today);
  const all = async <Row extends Record<string, unknown>>(query: string) =>
    (await test.owner.execute<Row>(sql.raw(query.replaceAll(':coach', `'${coachId}'`)))).rows;
  const month = `${today.slice(0, 7)}-01`;
  const entries = await all<{ kind: string; cents: number }>(`select kind, amount_cents::float8 as cents
    from ledger_entries where coach_id = :coach and currency = 'USD' and occurred_on between '${month}' and '${today}'`);
  const sumOf = (kind: string) => entries.reduce((sum, one) => sum + (one.kind === kind ? one.cents : 0), 0);
  const subscriptions = await all<{
    cents: number;
  }>(`select distinct on (subscription_id) monthly_cents::float8 as cents
    from subscription_changes where coach_id = :coach and currency = 'USD' and effective_on <= '${today}'
    order by subscription_id, number desc`);
  const leads = await all<{ status: string }>('select status from leads where coach_id = :coach');
  const [coach] = await all<{ places: number | null }>('select places from coaches where id = :coach');
  const events = await all<{ client_id: string; day: string; type: string; status: string | null }>(
    `select e.client_id, (e.occurred_at at time zone 'America/Los_Angeles')::date::text as day, e.type,
      e.data ->> 'status' as status from events e join client_coach_relationships r using (coach_id, client_id)
      where e.coach_id = :coach and e.type like 'relationship.%' order by e.occurred_at, e.id`,
  );
  /** The coached clients at the end of a day, with their status. */
  const coachedOn = (day: string) => {
    const coached = new Map<string, string>();
    for (const { client_id: id, type, day: on, status } of events) {
      if (on > day || type === 'relationship.invited' || type === 'relationship.revoked') continue;
      const isKept = KEEPS.includes(type);
      if (!isKept) coached.delete(id);
      else coached.set(id, type === 'relationship.paused' || status === 'paused' ? 'paused' : 'active');
    }
    return coached;
  };
  let [started, kept] = [0, 0];
  for (const back of [3, 2, 1]) {
    const first = addMonths(month, -back);
    const atEnd = coachedOn(addDays(addMonths(first, 1), -1));
    for (const id of coachedOn(first).keys()) {
      started += 1;
      if (atEnd.has(id)) kept += 1;
    }
  }
  const activeThen = [...coachedOn(addMonths(today, -1)).values()].filter((status) => status === 'active').length;
  const active = clients.filter(({ status, onboardingCompleted }) => status === 'active' && onboardingCompleted);
  const having = (...statuses: string[]) => leads.filter(({ status }) => statuses.includes(status)).length;
  return {
    activeClients: active.length,
    onTrack: active.filter((client) => rawStatus(client) === 'on_track').length,
    revenue: sumOf('revenue') - sumOf('refund'),
    expenses: sumOf('expense'),
    mrr: subscriptions.reduce((sum, { cents }) => sum + cents, 0),
    retention: Math.round((100 * kept) / started),
    growth: Math.round((active.length / activeThen - 1) * 1000) / 10,
    capacity: coach?.places ?? 30,
    seats: clients.filter(({ status }) => SEATED.includes(status)).length,
    leads: having('new', 'pitched'),
    trials: having('trial'),
    conversion: Math.round((100 * having('won')) / leads.length),
  };
}
