import { randomUUID } from 'node:crypto';
import { type Case, get, send } from './security-calls.ts';

const nowhere = randomUUID();
const draft = () => `/planner/drafts/${randomUUID()}`;
const missingDraft = `/planner/drafts/${nowhere}`;

const profile = {
  goal: 'general',
  level: 'Beginner',
  daysPerWeek: 2,
  minutes: 45,
  weeks: 4,
  equipment: ['dumbbells'],
  contraindications: [],
  seed: 1,
};
const drafting = (changes: object, request: object = {}) =>
  send('POST', draft, {
    coachId: '{coachId}',
    clientId: '{clientId}',
    ...request,
    profile: { ...profile, ...changes },
  });
const mealDraft = () => `/planner/meal_drafts/${randomUUID()}`;
const mealProfile = {
  aim: { kcal: 2000, protein: 120, carbohydrate: 220, fat: 70 },
  constraints: { diet: null, allergens: [], mealsPerDay: 4, cookingMinutes: null, budget: null, batch: false },
  days: 1,
  dislikes: [],
  seed: 1,
};
const draftingMeals = (request: object) =>
  send('POST', mealDraft, { coachId: '{coachId}', clientId: '{clientId}', ...request, profile: mealProfile });
const opening = (body: object) => send('POST', `${missingDraft}/open`, { coachId: '{coachId}', ...body });

export const PLANNER_CASES: Record<string, Case> = {
  'planner.getPlanner': {
    call: get('/planner?coachId={coachId}'),
    missing: [get(`/planner?coachId=${nowhere}`)],
  },
  'planner.getPlannerRecord': {
    call: get('/planner/clients/{clientId}?coachId={coachId}'),
    missing: [get(`/planner/clients/${nowhere}?coachId={coachId}`)],
  },
  'planner.draftProgram': {
    call: drafting({}),
    missing: [drafting({}, { clientId: nowhere }), drafting({}, { coachId: nowhere })],
  },
  'planner.openDraft': {
    call: async (caller, { coachId }) => {
      const path = `/rest/v1${draft()}`;
      await caller.send('POST', path, { coachId, clientId: null, profile });
      return caller.send('POST', `${path}/open`, { coachId, as: 'template', replaces: 0 });
    },
    missing: [opening({ as: 'template', replaces: 0 }), opening({ as: 'client_draft', replaces: 0 })],
  },
  'planner.getProvenance': {
    call: get('/planner/provenance/{programId}?coachId={coachId}'),
    missing: [get(`/planner/provenance/${nowhere}?coachId=${nowhere}`)],
  },
  'planner.getMealRecord': {
    call: get('/planner/clients/{clientId}/meals?coachId={coachId}'),
    missing: [get(`/planner/clients/${nowhere}/meals?coachId={coachId}`)],
  },
  'planner.draftMealPlan': {
    call: draftingMeals({}),
    missing: [draftingMeals({ clientId: nowhere }), draftingMeals({ coachId: nowhere })],
  },
  'planner.openMealDraft': {
    call: async (caller, { coachId }) => {
      const path = `/rest/v1${mealDraft()}`;
      await caller.send('POST', path, { coachId, clientId: null, profile: mealProfile });
      return caller.send('POST', `${path}/open`, { coachId });
    },
    missing: [send('POST', `/planner/meal_drafts/${nowhere}/open`, { coachId: '{coachId}' })],
    foreign: [send('POST', '/planner/meal_drafts/{mealDraftId}/open', { coachId: '{coachId}' })],
  },
  'planner.dismissMealDraft': {
    call: send('DELETE', mealDraft, { coachId: '{coachId}' }),
    missing: [send('DELETE', `/planner/meal_drafts/${nowhere}`, { coachId: nowhere })],
    foreign: [send('DELETE', '/planner/meal_drafts/{mealDraftId}', { coachId: '{coachId}' })],
  },
  'planner.getMealProvenance': {
    call: get('/planner/meal_provenance/{mealPlanId}?coachId={coachId}'),
    missing: [get(`/planner/meal_provenance/${nowhere}?coachId=${nowhere}`)],
  },
  'planner.getOwnModelConsent': { call: get('/planner/model_consent/own') },
  'planner.setOwnModelConsent': { call: send('PUT', '/planner/model_consent/own', { allowed: true }) },
};
