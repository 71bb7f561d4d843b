import { defineFeature } from '../../core/feature.ts';
import { pipelineExports } from './pipeline.copy.ts';
import { registerPipeline } from './pipeline.http.ts';
import { leadMail, visitConfirmationMail } from './pipeline.mails.ts';
import { pipelineProcedures } from './pipeline.procedures.ts';

export const pipeline = defineFeature({
  name: 'pipeline',
  exports: pipelineExports,
  procedures: { pipeline: pipelineProcedures },
  mails: [leadMail, visitConfirmationMail],
  http: registerPipeline,
});
