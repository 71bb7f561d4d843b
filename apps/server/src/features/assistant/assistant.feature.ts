import { exportOfTenant, keepOut } from '../../core/exports.ts';
import { defineFeature, handleJob } from '../../core/feature.ts';
import { defineScheduledJob, EVERY_HOUR } from '../../platform/queue/queue.ts';
import { forgetOldAnswers } from './assistant.history.service.ts';
import { assistantProcedures } from './assistant.procedures.ts';
import { assistantAnswers, operatorAnswers } from './assistant.table.ts';

export const assistant = defineFeature({
  name: 'assistant',
  exports: [
    exportOfTenant(assistantAnswers, {
      file: 'assistant-questions',
      about: 'Questions to the assistant, with its answers.',
      page: 100,
      coach: { but: ['clientIds'] },
      client: 'The questions of a coach are for the coach alone.',
    }),
    keepOut(operatorAnswers, 'Operators read and delete their questions on the page of the assistant.'),
  ],
  procedures: { assistant: assistantProcedures },
  jobs: [handleJob(defineScheduledJob('assistant.forget', { schedule: EVERY_HOUR, retryLimit: 2 }), forgetOldAnswers)],
});
