import { defineFeature } from '../../core/feature.ts';
import { dashboardProcedures } from './dashboard.procedures.ts';
import { suggestionHandlers } from './dashboard.service.ts';

export const dashboard = defineFeature({
  name: 'dashboard',
  procedures: { dashboard: dashboardProcedures },
  events: { handles: suggestionHandlers },
});
