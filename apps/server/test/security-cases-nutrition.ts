import { randomUUID } from 'node:crypto';
import { type Case, get } from './security-calls.ts';

/** A coach reads the week of a client, and a client their own. */
export const NUTRITION_CASES: Record<string, Case> = {
  'nutrition.getNutritionWeek': {
    call: get('/clients/{clientId}/nutrition_week?coachId={coachId}'),
    missing: [get(`/clients/${randomUUID()}/nutrition_week?coachId={coachId}`)],
    bad: [get('/clients/{clientId}/nutrition_week?coachId={coachId}&to=2026-02-30')],
  },
};
