import { dayInZone } from '@stridewell/contract/time';
import { listActivity } from '../apps/server/src/features/retention/retention.activity.service.ts';
import { type Features, featuresOf } from '../apps/server/src/features/retention/retention.features.rules.ts';
import { fitLogistic } from '../apps/server/src/features/retention/retention.logistic.rules.ts';
import { scorerScopeOf } from '../apps/server/src/features/retention/retention.scopes.ts';
import { modelScorer } from '../apps/server/src/features/retention/retention.scorer.rules.ts';
import { aTrainedModel, drawOf } from '../apps/server/test/retention-rows.ts';
import type { Bench, Benchmark } from './bench.ts';
import { run } from './database.ts';
import { type Figure, figure } from './figures.ts';

/** Seconds and megabytes that the definition of the model allows. */
const LIMITS = { fitSeconds: 5, scoreSeconds: 10, megabytes: 1000 } as const;
const FIT = { rows: 50_000, columns: 40 } as const;
/** A tenth of the clients is measured: each coach takes one statement, so the time grows with their number. */
const SCORED = 100_000;
const COACHES = { coaches: 100, clientsPerCoach: 100, days: 60 } as const;
const MEASURED = COACHES.coaches * COACHES.clientsPerCoach;

type Tenant = { coachId: string; timeZone: string };

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
  const { url, services } = await bench.product('bench_retention', COACHES);
  await run(
    url,
    `INSERT INTO events (coach_id, id, client_id, type, subject_id, actor, occurred_at)
      SELECT coach_id, gen_random_uuid(), client_id, 'relationship.accepted', client_id, 'client',
        now() - interval '${COACHES.days} days' FROM client_coach_relationships WHERE status = 'active'`,
  );
  await run(url, 'VACUUM ANALYZE events');
  const tenants = await run<Tenant>(url, 'SELECT id AS "coachId", time_zone AS "timeZone" FROM coaches ORDER BY id');
  const scorer = modelScorer({ version: 1, model: aTrainedModel().model, isShown: true }, 0);
  const start = performance.now();
  const features: Features[] = [];
  for (const tenant of tenants) {
    const day = dayInZone(new Date(), tenant.timeZone);
    const scope = scorerScopeOf(tenant.coachId);
    const activities = await services.db.read(scope, (tx) => listActivity(tx, tenant, [day]));
    for (const activity of activities) features.push(featuresOf(activity, day));
  }
  if (features.length !== MEASURED) throw new Error(`${features.length} of ${MEASURED} clients have features`);
  // As many rows at once as on the whole platform, for the memory.
  const all = Array.from({ length: SCORED / MEASURED }, () => features).flat();
  const sql = performance.now() - start;
  const chances = scorer.chancesOf(all);
  if (chances.some((chance) => !Number.isFinite(chance))) throw new Error('a client has no chance');
  const scoring = performance.now() - start - sql;
  const seconds = (sql * (SCORED / MEASURED) + scoring) / 1000;
  const note = `${SCORED} clients; SQL measured on ${MEASURED}, ${Math.round(scoring)} ms for the model`;
  yield figure('retention-score', seconds, 's', LIMITS.scoreSeconds, note);
  const megabytes = process.memoryUsage().rss / 1e6;
  yield figure('retention-score-memory', megabytes, 'MB', LIMITS.megabytes, 'of the whole process');
}

/** Fitting the retention model, and scoring all clients with it. */
export const retention: Benchmark = {
  figures: ['retention-fit', 'retention-score', 'retention-score-memory'],
  async *measure(bench) {
    yield measureFit();
    yield* measureScores(bench);
  },
};
