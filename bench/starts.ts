import type { Benchmark } from './bench.ts';
import { figure } from './figures.ts';
import { buildServer, startServer } from './start-up.ts';

/** Seconds until the built server serves: with an empty data directory, including demo data, and then again. */
export const starts: Benchmark = {
  figures: ['first-start', 'start'],
  async *measure(bench) {
    await bench.closeProducts();
    await buildServer(bench.folder);
    const dataDir = bench.folder.createDataDir('start');
    for (const [name, limit] of [
      ['first-start', 15],
      ['start', 5],
    ] as const) {
      const server = await startServer(bench.folder, { DATA_DIR: dataDir });
      await server.stop();
      yield figure(name, server.seconds, 's', limit);
    }
  },
};
