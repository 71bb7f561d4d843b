import { defineFeature, handleJob } from '../../core/feature.ts';
import { defineScheduledJob, EVERY_HOUR } from '../../platform/queue/queue.ts';
import { retentionExports } from './retention.copy.ts';
import { notifyOfRisks } from './retention.notices.service.ts';
import { retentionProcedures } from './retention.procedures.ts';
import { watchModel } from './retention.watch.service.ts';
import { scoreWeeks } from './retention.weekly.service.ts';

export const retention = defineFeature({
  name: 'retention',
  exports: retentionExports,
  procedures: { retention: retentionProcedures },
  jobs: [
    // Hourly, because a morning begins at a different hour in each time zone.
    handleJob(defineScheduledJob('retention.notify', { schedule: EVERY_HOUR }), notifyOfRisks),
    // Stores the levels of the week that ended. Hourly, because a week ends at a different hour in each time zone.
    handleJob(defineScheduledJob('retention.score', { schedule: EVERY_HOUR }), scoreWeeks),
    handleJob(defineScheduledJob('retention.watch', { schedule: '40 4 * * *' }), watchModel),
  ],
});
