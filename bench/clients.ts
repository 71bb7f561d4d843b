import { PLANS } from '@stridewell/contract/billing.rules';
import { renewEngagement } from '../apps/server/src/features/clients/clients.labels.service.ts';
import { type Client, type Figure, figure, ratioOf, type Target } from './measure.ts';
import { type Product, run, startProduct } from './product.ts';

const MANY = 10_000;
const SEATS = PLANS.pro.clientCap;

const listOf = ({ address, coachId, cookies }: Product, query = ''): Target => ({
  url: `${address}/rest/v1/client_coach_relationships?coachId=${coachId}${query}`,
  cookie: cookies.coach,
});

const LISTS = [
  ['clients-list', ''],
  ['clients-by-engagement', '&engagement=Good'],
  ['clients-by-plan', '&planStatus=none'],
] as const;

/**
 * The first page of a coach with 10,000 clients against that of one with 100. The largest plan has 100 seats, so all
 * others are former clients.
 */
export async function measureClientsList(clusterUrl: string, client: Client): Promise<Figure[]> {
  const few = await startProduct(clusterUrl, 'bench_clients_few', 1, SEATS);
  const many = await startProduct(clusterUrl, 'bench_clients_many', 1, MANY);
  try {
    await run(
      many.url,
      `UPDATE client_coach_relationships SET status = 'archived' WHERE client_id NOT IN
        (SELECT client_id FROM client_coach_relationships ORDER BY md5(full_name) LIMIT ${SEATS})`,
    );
    for (const { services } of [few, many]) await renewEngagement({ db: services.db, now: services.now });
    for (const { url } of [few, many]) await run(url, 'VACUUM ANALYZE client_coach_relationships');
    const figures: Figure[] = [];
    for (const [name, query] of LISTS) {
      const ratio = await ratioOf(client, listOf(many, query), listOf(few, query), 'time');
      figures.push(figure(`${name}-at-${MANY}`, ratio, `x-${SEATS}-clients`, 1.5));
    }
    return figures;
  } finally {
    await few.close();
    await many.close();
  }
}
