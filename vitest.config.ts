import { configDefaults, defineConfig } from 'vitest/config';

// A zone with an offset of 5:45 brings out code that takes the machine's day for the coach's. Set here and not in
// `test.env`, because a worker reads its zone when it starts.
process.env.TZ = 'Asia/Kathmandu';

/** These start an embedded PostgreSQL of their own. A run on another database says nothing new about them. */
const ON_EMBEDDED = ['apps/server/test/main.test.ts', 'apps/server/src/platform/db/embedded*.test.ts'];

export default defineConfig({
  test: {
    allowOnly: false,
    // One more than processors: tests wait for databases, timers and other processes.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'contract',
          include: ['packages/contract/src/**/*.test.ts'],
          isolate: false,
          // Properties try hundreds of cases, which takes seconds on a machine that is busy with the other suites.
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'server',
          include: ['apps/server/{src,seed,test}/**/*.test.{ts,tsx}'],
          exclude: [...configDefaults.exclude, ...(process.env.DATABASE_URL ? ON_EMBEDDED : [])],
          globalSetup: ['apps/server/test/global-setup.ts'],
          pool: 'forks',
          // Loading the server's libraries takes longer than most files' tests: a worker loads them once.
          isolate: false,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'web',
          include: ['apps/web/src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          globalSetup: ['scripts/generate-routes.mjs'],
          setupFiles: ['apps/web/test/setup.ts'],
          // Loading the libraries takes longer than most files' tests: a worker loads them once.
          isolate: false,
          // Rendering whole pages takes seconds on a machine that is busy with the other suites.
          testTimeout: 30_000,
        },
      },
      { test: { name: 'scripts', include: ['scripts/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 60_000 } },
      { test: { name: 'bench', include: ['bench/**/*.test.ts'], testTimeout: 120_000 } },
    ],
  },
});
