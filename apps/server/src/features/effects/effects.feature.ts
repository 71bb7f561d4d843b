import { exportOfTenant, keepOut } from '../../core/exports.ts';
import { defineFeature, handleJob } from '../../core/feature.ts';
import { coachProcedure } from '../../core/procedures.ts';
import { countEffects, countEffectsJob, getEffects, setEffectPool } from './effects.service.ts';
import { effectCounts, pooledEffects } from './effects.table.ts';

const { effects: procedures } = coachProcedure;

const effectProcedures = {
  getEffects: procedures.getEffects.handler(({ context: { scope, db } }) => db.readAtOnce(scope, getEffects)),

  setEffectPool: procedures.setEffectPool.handler(({ context: { scope, db }, input }) =>
    db.write(scope, (tx) => setEffectPool(tx, input.inPool)),
  ),
};

export const effects = defineFeature({
  name: 'effects',
  exports: [
    exportOfTenant(effectCounts, {
      file: 'effect-counts',
      about: 'Counts of clients that the pool of effects gets, and whether it may have them.',
      coach: { but: [] },
      client: 'They count clients and name none.',
    }),
    keepOut(pooledEffects, 'It adds up counts of all coaches.'),
  ],
  procedures: { effects: effectProcedures },
  jobs: [handleJob(countEffectsJob, countEffects)],
});
