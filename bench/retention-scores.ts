import { dayInZone } from '@stridewell/contract/time';
import { listActivity } from '../apps/server/src/features/retention/retention.activity.service.ts';
import { type Features, featuresOf } from '../apps/server/src/features/retention/retention.features.rules.ts';
import { scorerScopeOf } from '../apps/server/src/features/retention/retention.scopes.ts';
import { modelScorer } from '../apps/server/src/features/retention/retention.scorer.rules.ts';
import { aTrainedModel } from '../apps/server/test/retention-rows.ts';
import { run } from './database.ts';
import { startProduct } from './product.ts';

/** How many clients to score, and the database whose clients are read. */
export type ScoresRequest = { url: string; clients: number };
/** `megabytes`: memory of the whole process at the end. */
export type ScoresAnswer = { readMs: number; modelMs: number; readClients: number; megabytes: number };

type Tenant = { coachId: string; timeZone: string };

/** Reads all clients of the database, and repeats their facts until there are enough. */
async function score({ url, clients }: ScoresRequest): Promise<ScoresAnswer> {
  const product = await startProduct(url);
  try {
    const tenants = await run<Tenant>(url, 'SELECT id AS "coachId", time_zone AS "timeZone" FROM coaches ORDER BY id');
    const scorer = modelScorer({ version: 1, model: aTrainedModel().model, isShown: true }, 0);
    const start = performance.now();
    const features: Features[] = [];
    for (const tenant of tenants) {
      const day = dayInZone(new Date(), tenant.timeZone);
      const scope = scorerScopeOf(tenant.coachId);
      const activities = await product.services.db.read(scope, (tx) => listActivity(tx, tenant, [day]));
      for (const activity of activities) features.push(featuresOf(activity, day));
    }
    const readMs = performance.now() - start;
    // As many rows at once as on the whole platform, for the memory.
    const all = Array.from({ length: clients / features.length }, () => features).flat();
    const chances = scorer.chancesOf(all);
    if (chances.some((chance) => !Number.isFinite(chance))) throw new Error('a client has no chance');
    const modelMs = performance.now() - start - readMs;
    return { readMs, modelMs, readClients: features.length, megabytes: process.memoryUsage().rss / 1e6 };
  } finally {
    await product.close();
  }
}

/** Runs in a separate process, so that its memory is that of the scores and of nothing before them. */
process.once('message', async (request: ScoresRequest) => {
  try {
    process.send?.(await score(request));
  } catch (error) {
    process.send?.({ failure: String(error) });
  }
  process.disconnect();
});
