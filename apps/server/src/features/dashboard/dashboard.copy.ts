import { keepOut } from '../../core/exports.ts';
import { dismissedFollowUps } from './dashboard.table.ts';

/** The dashboard in copies of people's data. */
export const dashboardExports = [keepOut(dismissedFollowUps, 'It says only which suggestions the dashboard hides.')];
