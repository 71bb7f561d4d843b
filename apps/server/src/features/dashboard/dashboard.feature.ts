import { defineFeature } from '../../core/feature.ts';
import { dashboardExports } from './dashboard.copy.ts';
import { dashboardProcedures } from './dashboard.procedures.ts';
import { suggestionHandlers } from './dashboard.service.ts';

export const dashboard = defineFeature({
  name: 'dashboard',
  exports: dashboardExports,
  procedures: { dashboard: dashboardProcedures },
  events: { handles: suggestionHandlers },
});
