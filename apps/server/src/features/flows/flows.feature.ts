import { defineFeature, handleJob } from '../../core/feature.ts';
import { flowsExports } from './flows.copy.ts';
import { registerFlows } from './flows.http.ts';
import { flowMail, flowTestMail } from './flows.mails.ts';
import { flowsProcedures, sequencesProcedures } from './flows.procedures.ts';
import { flowHandlers, runCoachFlows, runFlows, runFlowsJob } from './flows.run.service.ts';
import { runCoachFlowsJob } from './flows.runs.service.ts';

export const flows = defineFeature({
  name: 'flows',
  exports: flowsExports,
  procedures: { flows: flowsProcedures, sequences: sequencesProcedures },
  jobs: [handleJob(runFlowsJob, runFlows), handleJob(runCoachFlowsJob, runCoachFlows)],
  mails: [flowMail, flowTestMail],
  events: { handles: flowHandlers },
  http: registerFlows,
});
