import { keepOut } from '../../core/exports.ts';
import { defineFeature } from '../../core/feature.ts';
import { dashboardProcedures } from './dashboard.procedures.ts';
import { suggestionHandlers } from './dashboard.service.ts';
import { dismissedFollowUps } from './dashboard.table.ts';

export const dashboard = defineFeature({
  name: 'dashboard',
  exports: [keepOut(dismissedFollowUps, 'It says only which suggestions the dashboard hides.')],
  procedures: { dashboard: dashboardProcedures },
  events: { handles: suggestionHandlers },
});
