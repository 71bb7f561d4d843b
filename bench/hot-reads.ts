import { bareRoute, recordRequest } from './bare.ts';
import type { Benchmark } from './bench.ts';
import { ratioFigure } from './figures.ts';
import { compare, type Target } from './load.ts';
import type { Product } from './product.ts';
import { FEW } from './sizes.ts';

const HOT_READS: readonly [name: string, path: (product: Product) => string, requests?: number][] = [
  // Every second round of 30 would have a garbage collection, and the median would jump between the two kinds.
  ['dashboard', ({ coachId }) => `/rest/v1/dashboards/coach/${coachId}`, 10],
  ['notifications', () => '/rest/v1/notifications'],
  ['session', () => '/rest/v1/session'],
  ['conversations', ({ coachId }) => `/rest/v1/conversations?coachId=${coachId}`],
  ['messages', ({ coachId, clientId }) => `/rest/v1/conversations/${clientId}/messages?coachId=${coachId}`],
];

/** CPU time of a hot read against a bare route that runs the same statements. */
export const hotReads: readonly Benchmark[] = HOT_READS.map(([name, pathOf, requests]) => ({
  figures: [`${name}-cpu`],
  async *measure(bench) {
    const product = await bench.product('bench_few', FEW);
    const path = pathOf(product);
    const target = { url: `${product.address}${path}`, cookie: product.cookies.coach };
    // The first dashboard of a day also stores the day's figures.
    await bench.client.request(target, 1);
    const bare = await bareRoute(product.url, await recordRequest(product, path));
    try {
      const ratio = await compare(bench.client, target, { url: bare.address, cookie: '' }, 'cpu', requests);
      yield ratioFigure(`${name}-cpu`, ratio, 'x-bare', 1.5);
    } finally {
      await bare.close();
    }
  },
}));

/** Screens whose cost must not grow with the number of coaches. */
const GROWING: readonly [name: string, path: (product: Product) => string][] = [
  ['dashboard', ({ coachId }) => `/rest/v1/dashboards/coach/${coachId}`],
  ['business', ({ coachId }) => `/rest/v1/business_metrics?coachId=${coachId}&from=2026-01-01&to=2026-12-31`],
  ['performance', ({ coachId }) => `/rest/v1/performance_metrics?coachId=${coachId}`],
];

/** Screens of a coach among many against those of the same coach among ten. */
export const coachGrowth = (coaches: number): readonly Benchmark[] =>
  GROWING.map(([screen, pathOf]) => {
    const name = `${screen}-at-${coaches}-coaches`;
    return {
      figures: [name],
      onlyFull: screen !== 'dashboard',
      async *measure(bench) {
        const screens: Target[] = [];
        for (const product of [
          await bench.product('bench_many', { ...FEW, coaches }),
          await bench.product('bench_few', FEW),
        ]) {
          screens.push({ url: `${product.address}${pathOf(product)}`, cookie: product.cookies.coach });
        }
        const [many, few] = screens;
        if (!many || !few) return;
        const ratio = await compare(bench.client, many, few, 'time');
        yield ratioFigure(name, ratio, 'x-10-coaches', 1.3);
      },
    };
  });
