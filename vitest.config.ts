import { existsSync, statfsSync } from 'node:fs';
import { configDefaults, defineConfig } from 'vitest/config';
import { routerPlugin } from './apps/web/router.config.ts';
import { LongestFirst } from './scripts/longest-first.mjs';

// A zone with an offset of 5:45 exposes code that uses the machine's day instead of the coach's. Set here and not in
// `test.env`, because a worker reads its zone when it starts.
process.env.TZ = 'Asia/Kathmandu';

// PostgreSQL creates over a thousand files for each database, which takes up to ten times as long on a disk.
const MEMORY = '/dev/shm';
const MEMORY_NEEDED = 4 * 1024 ** 3;
if (process.env.TMPDIR === undefined && existsSync(MEMORY)) {
  const { bavail, bsize } = statfsSync(MEMORY);
  if (bavail * bsize >= MEMORY_NEEDED) process.env.TMPDIR = MEMORY;
}

/** These start their own embedded PostgreSQL, so there is no point in running them on another database. */
const ON_EMBEDDED = [
  'apps/server/test/{main,starting,commands}.test.ts',
  'apps/server/src/platform/db/embedded*.test.ts',
];

/** Tests of what each caller may do and see. They take long, and say the same on every version of PostgreSQL. */
const WALKS = ['apps/server/test/{security-walk,isolation-walk,one-machine}.test.ts'];

/** Rules are pure: their tests need no database. */
const RULES = 'apps/server/src/**/*.rules.test.ts';

/** Tests that cannot run on a cluster. All other server tests also run on Citus (`npm run test:citus`). */
const NOT_ON_CITUS = [
  // Reads the plans of one PostgreSQL.
  'apps/server/test/one-machine.test.ts',
  // Finds rows by their place on the disk, with foreign keys switched off.
  'apps/server/test/isolation-walk.test.ts',
  // Creates tables that a cluster refuses, to check that the rules refuse them first.
  'apps/server/test/sharding.test.ts',
  // Makes rows fail with triggers, which distributed tables cannot have.
  'apps/server/test/sweeps.test.ts',
  // Compares the rows of all tenants with those of all people in one statement.
  'apps/server/seed/agreement.test.ts',
  // Tests the behaviour without Citus.
  'apps/server/src/platform/db/distribute.test.ts',
];

export default defineConfig({
  test: {
    allowOnly: false,
    // One more than processors: tests wait for databases, timers and other processes.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'contract',
          include: ['packages/contract/src/**/*.test.ts'],
          isolate: false,
          // Property tests try hundreds of cases, which takes seconds on a machine busy with other suites.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'rules',
          include: [RULES],
          isolate: false,
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'server',
          include: [
            'apps/server/{src,seed,test}/**/*.test.{ts,tsx}',
            ...(process.env.TEST_ON_CITUS ? ['apps/server/citus/*.test.ts'] : []),
            ...(process.env.TEST_CADDY ? ['apps/server/caddy/*.test.ts'] : []),
          ],
          exclude: [
            ...configDefaults.exclude,
            RULES,
            ...(process.env.DATABASE_URL ? ON_EMBEDDED : []),
            ...(process.env.TEST_WITHOUT_WALKS ? WALKS : []),
            ...(process.env.TEST_ON_CITUS ? NOT_ON_CITUS : []),
          ],
          globalSetup: ['apps/server/test/global-setup.ts'],
          setupFiles: ['apps/server/test/password-cost.ts'],
          pool: 'forks',
          // Loading the server's libraries takes longer than most files' tests: a worker loads them once.
          isolate: false,
          // On a cluster each statement passes through a second machine.
          testTimeout: process.env.TEST_ON_CITUS ? 120_000 : 30_000,
          hookTimeout: process.env.TEST_ON_CITUS ? 180_000 : 60_000,
          // Jobs and mails are slow on a machine busy with other suites.
          expect: { poll: { timeout: 15_000 } },
        },
      },
      {
        plugins: [routerPlugin({ forTests: true })],
        test: {
          name: 'web',
          include: ['apps/{web,site}/src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          globalSetup: ['scripts/generate-routes.mjs'],
          // In this order: React is loaded once.
          setupFiles: ['apps/web/test/immediate-reveal.ts', 'apps/web/test/setup.ts'],
          // Loading the libraries takes longer than most files' tests: a worker loads them once.
          isolate: false,
          // Rendering whole pages takes seconds on a machine busy with other suites.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'scripts',
          include: ['{scripts,apps/web/packing}/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'bench',
          include: ['bench/**/*.test.ts'],
          // Starts and kills whole benches, which says nothing about the product: `npm run test:bench`.
          exclude: [...configDefaults.exclude, ...(process.env.TEST_BENCH ? [] : ['bench/clean-up.test.ts'])],
          testTimeout: 120_000,
        },
      },
    ],
  },
});
