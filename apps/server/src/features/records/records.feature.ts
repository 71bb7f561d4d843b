import { defineFeature } from '../../core/feature.ts';
import { recordsProcedures } from './records.procedures.ts';

export const records = defineFeature({ name: 'records', procedures: { records: recordsProcedures } });
