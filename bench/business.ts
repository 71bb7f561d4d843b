import { bareRoute, recordRequest } from './bare.ts';
import type { Benchmark } from './bench.ts';
import { run } from './database.ts';
import { ratioFigure } from './figures.ts';
import { HISTORY, plantHistory } from './history.ts';
import { compare } from './load.ts';
import type { Product } from './product.ts';

/** Requests in a round. Each one sums the books of three years. */
const REQUESTS = 10;
const MONTHS = 36;

/** Each client has paid a subscription every month, and the coach has had three expenses. */
async function plantBooks({ url, coachId }: Product): Promise<void> {
  const coach = `'${coachId}'::uuid`;
  const month = `date_trunc('month', now() - n * interval '1 month')::date`;
  const clients = `(SELECT client_id FROM client_coach_relationships WHERE coach_id = ${coach}) c`;
  const months = `generate_series(0, ${MONTHS - 1}) n`;
  const statements = [
    `INSERT INTO ledger_months (coach_id, month) SELECT ${coach}, ${month} FROM ${months} ON CONFLICT DO NOTHING`,
    `INSERT INTO ledger_entries (coach_id, id, kind, amount_cents, currency, occurred_on, category, client_id)
      SELECT ${coach}, gen_random_uuid(), 'revenue', 18000, 'USD', ${month}, 'Coaching', c.client_id FROM ${clients}, ${months}`,
    `INSERT INTO ledger_entries (coach_id, id, kind, amount_cents, currency, occurred_on, category, payee)
      SELECT ${coach}, gen_random_uuid(), 'expense', 20000 + e, 'USD', ${month}, 'Category ' || e, 'Payee ' || e
      FROM ${months}, generate_series(1, 3) e`,
    `INSERT INTO client_subscriptions (coach_id, id, client_id, name, amount_cents, currency, "interval", starts_on, anchor_on)
      SELECT ${coach}, c.client_id, c.client_id, 'Coaching', 18000, 'USD', 'month', '2023-01-01', '2023-01-01' FROM ${clients}`,
    `INSERT INTO subscription_changes (coach_id, subscription_id, number, client_id, kind, effective_on, currency, monthly_cents)
      SELECT ${coach}, c.client_id, n, c.client_id, 'changed', date '2023-01-01' + n * 90, 'USD', 15000 + n * 1000
      FROM ${clients}, generate_series(1, 4) n`,
  ];
  for (const statement of statements) await run(url, statement);
  await run(url, 'VACUUM ANALYZE');
}

/** CPU time of the business metrics of a coach with 100 clients and three years of history. */
export const businessScreen: Benchmark = {
  figures: ['business-cpu'],
  async *measure(bench) {
    const product = await bench.product('bench_books', HISTORY);
    await plantHistory(product);
    await plantBooks(product);
    const path = `/rest/v1/business_metrics?coachId=${product.coachId}&from=2026-01-01&to=2026-12-31`;
    const target = { url: `${product.address}${path}`, cookie: product.cookies.coach };
    const bare = await bareRoute(product.url, await recordRequest(product, path));
    try {
      const ratio = await compare(bench.client, target, { url: bare.address, cookie: '' }, 'cpu', REQUESTS);
      yield ratioFigure('business-cpu', ratio, 'x-bare', 3);
    } finally {
      await bare.close();
    }
  },
};
