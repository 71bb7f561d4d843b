import { eq } from 'drizzle-orm';
import { exportOfTenant, keepOut } from '../../core/exports.ts';
import { adjustmentExceptions, adjustmentGuardrails, adjustmentReviews, adjustments } from './adjustments.table.ts';

const RULES_OF_COACH = 'The rules of a coach are for the coach alone.';

/** The adaptive week in copies of people's data. */
export const adjustmentExports = [
  exportOfTenant(adjustments, {
    file: 'adjustments',
    about: 'Changes of coming days that follow from what a client did.',
    page: 50,
    coach: { but: [] },
    client: { only: ['id', 'kind', 'status', 'reason', 'lines', 'createdAt', 'changedAt'] },
    where: { client: () => eq(adjustments.status, 'applied') },
  }),
  exportOfTenant(adjustmentGuardrails, {
    file: 'adjustment-rules',
    about: 'The rules for the adaptive week.',
    coach: { but: [] },
    client: RULES_OF_COACH,
  }),
  exportOfTenant(adjustmentExceptions, {
    file: 'adjustment-exceptions',
    about: 'The rules for single clients.',
    coach: { but: [] },
    client: RULES_OF_COACH,
  }),
  keepOut(adjustmentReviews, 'It says only when a client is looked at next.'),
];
