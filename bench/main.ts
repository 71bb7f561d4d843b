import { bareRoute, recordStatements } from './bare.ts';
import { measureClientsList } from './clients.ts';
import { measureDelivery } from './delivery.ts';
import { Client, type Figure, figure, ratioOf, report, type Target } from './measure.ts';
import { type Product, startCluster, startProduct } from './product.ts';
import { countStatements } from './screens.ts';
import { measureStarts } from './start-up.ts';

/**
 * Costs and growth as ratios of one run. Prints `<name> <value> <unit> limit <limit> ok|over` a line, or all of it as
 * JSON with `--json`; `--full` grows to 10,000 coaches.
 */
const manyCoaches = process.argv.includes('--full') ? 10_000 : 1000;

const hotReads = ({ coachId, clientId }: Product): [name: string, path: string][] => [
  ['dashboard', `/rest/v1/dashboards/coach/${coachId}`],
  ['notifications', '/rest/v1/notifications'],
  ['session', '/rest/v1/session'],
  ['conversations', `/rest/v1/conversations?coachId=${coachId}`],
  ['messages', `/rest/v1/conversations/${clientId}/messages?coachId=${coachId}`],
];

async function measure(): Promise<Figure[]> {
  const cluster = await startCluster();
  const client = new Client();
  const figures: Figure[] = [];
  const few = await startProduct(cluster.url, 'bench_few', 10);
  const many = await startProduct(cluster.url, 'bench_many', manyCoaches);
  const dashboardOf = ({ address, coachId, cookies }: Product): Target => ({
    url: `${address}/rest/v1/dashboards/coach/${coachId}`,
    cookie: cookies.coach,
  });
  try {
    // The first look of a day also stores the day's figures.
    for (const product of [few, many]) await client.ask(dashboardOf(product), 1);
    for (const [name, path] of hotReads(few)) {
      const bare = await bareRoute(few.url, await recordStatements(few, path));
      const target = { url: `${few.address}${path}`, cookie: few.cookies.coach };
      const ratio = await ratioOf(client, target, { url: bare.address, cookie: '' }, 'cpu');
      figures.push(figure(`${name}-cpu`, ratio, 'x-bare', 2));
      await bare.close();
    }
    figures.push(...(await countStatements(few)));
    const growth = await ratioOf(client, dashboardOf(many), dashboardOf(few), 'time');
    figures.push(figure(`dashboard-at-${manyCoaches}-coaches`, growth, 'x-10-coaches', 1.3));
    figures.push(await measureDelivery(many));
    figures.push(...(await measureClientsList(cluster.url, client)));
  } finally {
    await client.stop();
    await few.close();
    await many.close();
    await cluster.stop();
  }
  const starts = await measureStarts();
  figures.push(figure('first-start', starts.first, 's', 15), figure('start', starts.again, 's', 5));
  return figures;
}

report(await measure());
