import { bareRoute, recordStatements } from './bare.ts';
import { type Figure, figure, ratioOf, requestOf } from './measure.ts';
import { type Product, startCluster, startProduct } from './product.ts';
import { measureStarts } from './start-up.ts';

/**
 * Costs and growth as ratios of one run. Prints `<name> <value> <unit> limit <limit> ok|over` a line, or all of it as
 * JSON with `--json`; `--full` grows to 10,000 coaches.
 */
const json = process.argv.includes('--json');
const manyCoaches = process.argv.includes('--full') ? 10_000 : 1000;

const dashboardOf = ({ coachId }: Product) => `/rest/v1/dashboards/coach/${coachId}`;

/** Statements of one request by screen, with what each needs now as its limit: one more is a decision to take. */
const SCREENS: [name: string, url: (product: Product) => string, limit: number][] = [
  ['dashboard', dashboardOf, 7],
  ['clients', ({ coachId }) => `/rest/v1/client_coach_relationships?coachId=${coachId}`, 2],
  ['notifications', () => '/rest/v1/notifications', 2],
];

/** Statements of the screen itself: without the session row and transaction control, which every screen has. */
async function countStatements(product: Product, url: string): Promise<number> {
  const statements = await recordStatements(product, url);
  return statements.filter(({ text }) => !/^(BEGIN|COMMIT|select \* from resolve_session)/.test(text)).length;
}

async function measure(): Promise<Figure[]> {
  const cluster = await startCluster();
  const few = await startProduct(cluster.url, 'bench_few', 10);
  const many = await startProduct(cluster.url, 'bench_many', manyCoaches);
  const figures: Figure[] = [];
  try {
    const url = dashboardOf(few);
    const dashboard = requestOf(few.app, url, few.cookie);
    // The first look of a day also stores the day's figures.
    await dashboard();
    const statements = await recordStatements(few, url);
    const bare = await bareRoute(few.url, statements);
    figures.push(figure('dashboard-cpu', await ratioOf(dashboard, requestOf(bare.app, '/', ''), 'cpu'), 'x-bare', 2));
    await bare.close();
    for (const [name, urlOf, limit] of SCREENS) {
      figures.push(figure(`${name}-statements`, await countStatements(few, urlOf(few)), 'statements', limit));
    }
    const crowded = requestOf(many.app, dashboardOf(many), many.cookie);
    figures.push(
      figure(`dashboard-at-${manyCoaches}-coaches`, await ratioOf(crowded, dashboard, 'time'), 'x-10-coaches', 1.3),
    );
  } finally {
    await few.close();
    await many.close();
    await cluster.stop();
  }
  const starts = await measureStarts();
  figures.push(figure('first-start', starts.first, 's', 15), figure('start', starts.again, 's', 5));
  return figures;
}

const figures = await measure();
if (json) process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
else {
  for (const { name, value, unit, limit, ok } of figures) {
    process.stdout.write(`${name} ${value} ${unit} limit ${limit} ${ok ? 'ok' : 'over'}\n`);
  }
}
process.exitCode = figures.every(({ ok }) => ok) ? 0 : 1;
