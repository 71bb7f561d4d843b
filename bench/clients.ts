import { PLANS } from '@stridewell/contract/billing/billing.rules';
import { renewEngagement } from '../apps/server/src/features/clients/clients.labels.service.ts';
import type { Benchmark } from './bench.ts';
import { run } from './database.ts';
import { ratioFigure } from './figures.ts';
import { compare, type Target } from './load.ts';
import type { Product } from './product.ts';

const MANY = 10_000;
const SEATS = PLANS.pro.clientCap;
const COACH = { coaches: 1, days: 60 };

const listOf = ({ address, coachId, cookies }: Product, query: string): Target => ({
  url: `${address}/rest/v1/client_coach_relationships?coachId=${coachId}${query}`,
  cookie: cookies.coach,
});

const nameOf = (list: string) => `${list}-at-${MANY}`;
const LISTS = [
  ['clients-list', ''],
  ['clients-by-engagement', '&engagement=Good'],
  ['clients-by-plan', '&planStatus=none'],
] as const;

/**
 * Compares the first page of a coach with 10,000 clients with that of a coach with 100. The largest plan has 100 seats,
 * so all others are former clients.
 */
export const clientLists: Benchmark = {
  figures: LISTS.map(([name]) => nameOf(name)),
  async *measure(bench) {
    const few = await bench.product('bench_clients_few', { ...COACH, clientsPerCoach: SEATS });
    const many = await bench.product('bench_clients_many', { ...COACH, clientsPerCoach: MANY });
    await run(
      many.url,
      `UPDATE client_coach_relationships SET status = 'archived' WHERE client_id NOT IN
        (SELECT client_id FROM client_coach_relationships ORDER BY md5(full_name) LIMIT ${SEATS})`,
    );
    for (const { services } of [few, many]) await renewEngagement(services);
    for (const { url } of [few, many]) await run(url, 'VACUUM ANALYZE client_coach_relationships');
    for (const [name, query] of LISTS) {
      const ratio = await compare(bench.client, listOf(many, query), listOf(few, query), 'time');
      yield ratioFigure(nameOf(name), ratio, `x-${SEATS}-clients`, 1.5);
    }
  },
};
