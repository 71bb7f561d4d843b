import { defineFeature } from '../../core/feature.ts';
import { recordExports } from './records.copy.ts';
import { recordsProcedures } from './records.procedures.ts';

export const records = defineFeature({
  name: 'records',
  exports: recordExports,
  procedures: { records: recordsProcedures },
});
