import { defineFeature } from '../../core/feature.ts';
import { dashboardProcedures } from './dashboard.procedures.ts';

export const dashboard = defineFeature({
  name: 'dashboard',
  procedures: { dashboard: dashboardProcedures },
});
