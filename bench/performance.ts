import { bareRoute, recordRequest } from './bare.ts';
import type { Benchmark } from './bench.ts';
import { ratioFigure } from './figures.ts';
import { HISTORY, plantHistory } from './history.ts';
import { compare } from './load.ts';

/** In a round: each request adds up the rows of a hundred clients. */
const REQUESTS = 4;

/** CPU time of the performance metrics of a coach with 100 clients and three years of history. */
export const performanceScreen: Benchmark = {
  figures: ['performance-cpu'],
  async *measure(bench) {
    const product = await bench.product('bench_history', HISTORY);
    await plantHistory(product);
    const path = `/rest/v1/performance_metrics?coachId=${product.coachId}`;
    const target = { url: `${product.address}${path}`, cookie: product.cookies.coach };
    // The first request of a day also stores the day's figures.
    await bench.client.request(target, 1);
    const bare = await bareRoute(product.url, await recordRequest(product, path));
    try {
      const ratio = await compare(bench.client, target, { url: bare.address, cookie: '' }, 'cpu', REQUESTS);
      yield ratioFigure('performance-cpu', ratio, 'x-bare', 3);
    } finally {
      await bare.close();
    }
  },
};
