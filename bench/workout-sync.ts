import type { LoggedSet, WorkoutLog } from '@stridewell/contract/workouts/workouts';
import { recordStatements } from '../apps/server/test/statements.ts';
import { aLog, aPerformed, someSets } from '../apps/server/test/workout-samples.ts';
import { bareRoute } from './bare.ts';
import type { Benchmark } from './bench.ts';
import { figure, ratioFigure } from './figures.ts';
import type { Product } from './product.ts';
import { measureRatio, type Round } from './ratio.ts';
import { FEW } from './sizes.ts';

/** Sets of one request: a long workout. */
const SETS = 40;
/** Statements of one request, without transaction control and session. */
const STATEMENTS = 10;
/** CPU time against a bare route that runs the same statements. */
const RATIO = 4.5;
const REQUESTS = 10;
const WARM_UP = 60;
const LOG = '0190a5a0-0000-7000-8000-000000000040';

/** The workout with another load in every set, so that each request writes them all. */
function changedLog(change: number): WorkoutLog {
  const at = new Date(Date.now() + change).toISOString();
  const sets: LoggedSet[] = someSets(SETS, { weightKg: 60 + (change % 40), changedAt: at });
  return aLog(LOG, { exercises: [aPerformed(0)], finishedAt: at, changedAt: at }, sets);
}

async function sync({ app, cookies, services }: Product, change: number): Promise<void> {
  const { statusCode, body } = await app.inject({
    method: 'POST',
    url: `/rest/v1/workouts/${LOG}/sync`,
    headers: { cookie: cookies.client, origin: services.env.appUrl },
    payload: { log: changedLog(change) },
  });
  if (statusCode !== 200) throw new Error(`a workout was answered with ${statusCode}: ${body}`);
}

/** Mean CPU time of this process for one call. */
const cpuRound =
  (call: () => Promise<unknown>): Round =>
  async () => {
    const before = process.cpuUsage();
    for (let time = 0; time < REQUESTS; time += 1) await call();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / REQUESTS;
  };

const isControl = ({ text }: { text: string }): boolean => /^(?:BEGIN|COMMIT|SET )/i.test(text);

/** One request that syncs a workout of 40 changed sets. */
export const workoutSync: Benchmark = {
  figures: ['workout-sync', 'workout-sync-statements'],
  async *measure(bench) {
    const product = await bench.product('bench_few', FEW);
    let change = 0;
    const syncNext = () => {
      change += 1;
      return sync(product, change);
    };
    for (let time = 0; time < WARM_UP; time += 1) await syncNext();
    const statements = await recordStatements(syncNext);
    const [, ...others] = statements;
    yield figure('workout-sync-statements', others.filter((one) => !isControl(one)).length, 'statements', STATEMENTS);
    const bare = await bareRoute(product.url, statements);
    const call = async () => {
      const answer = await fetch(bare.address);
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`the bare route answered ${answer.status}`);
    };
    try {
      for (let time = 0; time < WARM_UP; time += 1) await call();
      const ratio = await measureRatio(cpuRound(syncNext), cpuRound(call));
      yield ratioFigure('workout-sync', ratio, 'x-bare', RATIO);
    } finally {
      await bare.close();
    }
  },
};
