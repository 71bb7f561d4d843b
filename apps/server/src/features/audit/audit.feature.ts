import { defineFeature } from '../../core/feature.ts';
import { auditProcedures } from './audit.procedures.ts';

export const audit = defineFeature({ name: 'audit', procedures: { audit: auditProcedures } });
