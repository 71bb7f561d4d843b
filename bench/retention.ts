import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { fitLogistic } from '../apps/server/src/features/retention/retention.logistic.rules.ts';
import { drawOf } from '../apps/server/test/retention-rows.ts';
import type { Bench, Benchmark } from './bench.ts';
import { run } from './database.ts';
import { type Figure, figure } from './figures.ts';
import type { ScoresAnswer, ScoresRequest } from './retention-scores.ts';

/** Seconds and megabytes that the definition of the model allows. */
const LIMITS = { fitSeconds: 5, scoreSeconds: 10, megabytes: 1000 } as const;
const FIT = { rows: 50_000, columns: 40 } as const;
/** A tenth of the clients is measured: each coach takes one statement, so the time grows with their number. */
const SCORED = 100_000;
const COACHES = { coaches: 100, clientsPerCoach: 100, days: 60 } as const;
const MEASURED = COACHES.coaches * COACHES.clientsPerCoach;

function measureFit(): Figure {
  const { rows, columns } = FIT;
  const values = Float64Array.from({ length: rows * columns }, (_, index) => Math.sin(index * 12.9898) * 1.4);
  const labels = Uint8Array.from({ length: rows }, (_, row) => {
    const odds = -3 + (values[row * columns] ?? 0) - (values[row * columns + 1] ?? 0);
    return drawOf('bench', row) < 1 / (1 + Math.exp(-odds)) ? 1 : 0;
  });
  const start = performance.now();
  const { iterations } = fitLogistic({ values, rows, columns }, labels, { l2: 1 });
  const seconds = (performance.now() - start) / 1000;
  return figure('retention-fit', seconds, 's', LIMITS.fitSeconds, `${rows} x ${columns}, ${iterations} iterations`);
}

async function* measureScores(bench: Bench): AsyncGenerator<Figure> {
  const url = await bench.database('bench_retention', COACHES);
  await run(
    url,
    `INSERT INTO events (coach_id, id, client_id, type, subject_id, actor, occurred_at)
      SELECT coach_id, gen_random_uuid(), client_id, 'relationship.accepted', client_id, 'client',
        now() - interval '${COACHES.days} days' FROM client_coach_relationships WHERE status = 'active'`,
  );
  await run(url, 'VACUUM ANALYZE events');
  const { readMs, modelMs, readClients, megabytes } = await scoresOf(bench, { url, clients: SCORED });
  if (readClients !== MEASURED) throw new Error(`${readClients} of ${MEASURED} clients have features`);
  const seconds = (readMs * (SCORED / MEASURED) + modelMs) / 1000;
  const note = `${SCORED} clients; SQL measured on ${MEASURED}, ${Math.round(modelMs)} ms for the model`;
  yield figure('retention-score', seconds, 's', LIMITS.scoreSeconds, note);
  yield figure('retention-score-memory', megabytes, 'MB', LIMITS.megabytes, 'of its whole process');
}

async function scoresOf(bench: Bench, request: ScoresRequest): Promise<ScoresAnswer> {
  const child = fork(fileURLToPath(new URL('./retention-scores.ts', import.meta.url)));
  bench.folder.own(child);
  const ended = once(child, 'exit');
  child.send(request);
  const [answer] = await Promise.race([once(child, 'message'), ended]);
  if (typeof answer !== 'object' || answer === null) throw new Error('the process that scores has ended early');
  if ('failure' in answer) throw new Error(answer.failure);
  await ended;
  return answer;
}

/** Fitting the retention model, and scoring all clients with it. */
export const retention: Benchmark = {
  figures: ['retention-fit', 'retention-score', 'retention-score-memory'],
  async *measure(bench) {
    yield measureFit();
    yield* measureScores(bench);
  },
};
