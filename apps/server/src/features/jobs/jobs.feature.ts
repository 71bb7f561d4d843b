import { defineFeature } from '../../core/feature.ts';
import { jobsProcedures } from './jobs.procedures.ts';

export const jobs = defineFeature({ name: 'jobs', procedures: { jobs: jobsProcedures } });
