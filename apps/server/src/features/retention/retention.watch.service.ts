import { addDays, dayInZone } from '@stridewell/contract/time';
import type { Infrastructure } from '../../core/services.ts';
import { scoringScope } from './retention.scopes.ts';
import { findModelInUse, setWatch, sumAllBins, sumAllOutcomes } from './retention.scores.data.ts';
import { judgeModel } from './retention.watch.rules.ts';
import { endOfLastWeek } from './retention.weekly.service.ts';

/** [K] Half a year of outcomes: older ones would hide that a model has become wrong. */
const OUTCOME_DAYS = 182;
/** Days after which the week is scored in all time zones. */
const SCORED_AFTER = 2;

/** Compares the model in use with what happened on the whole platform. A model that has drifted shows no percentage. */
export async function watchModel({ db, now }: Pick<Infrastructure, 'db' | 'now'>): Promise<void> {
  const at = now();
  const today = dayInZone(at, 'UTC');
  await db.write(scoringScope, async (tx) => {
    const used = await findModelInUse(tx);
    if (!used) return;
    const { version, model } = used;
    const outcomes = await sumAllOutcomes(tx, version, addDays(today, -OUTCOME_DAYS));
    const bins = await sumAllBins(tx, version, endOfLastWeek(addDays(today, 1 - SCORED_AFTER)));
    await setWatch(tx, version, judgeModel({ outcomes, bins, slices: model.slices }, at));
  });
}
