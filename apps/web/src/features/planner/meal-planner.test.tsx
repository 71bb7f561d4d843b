import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aMeal, aMealDay, aMealPlan } from '../../../../../packages/contract/test/meal-plans.ts';
import { eventStream } from '../../../test/event-stream.ts';
import { mountPage } from '../../../test/mount.tsx';
import { CLIENT_ID, COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { MealPlanner } from './meal-planner.tsx';
import { ModelConsentCard, ModelConsentQuestion } from './model-consent-card.tsx';

const PAGE = `/coach/${COACH_ID}/ai-planner`;
const plan = aMealPlan([aMealDay(1, [aMeal(1, [])])], { name: 'Meal plan, 4 meals a day' });
const draft = {
  id: '0199aaaa-0000-7000-8000-000000000001',
  clientId: CLIENT_ID,
  plan,
  foods: [],
  reasons: {
    target: '2,000 kcal a day, from Jonas’s nutrition target.',
    variety: '12 different dishes in 7 days.',
    days: [{ name: 'Day 1', sentence: 'The portions make 2,000 kcal.', fits: true }],
    leftOut: ['9 meals left out because of the diet.'],
    warnings: ['Day 1: 90 g of protein; the target is 120 g.'],
  },
  provenance: {
    draftedBy: 'engine',
    model: null,
    rulesVersion: '1',
    promptHash: null,
    violations: [],
    repairs: 0,
    fallback: 'no_consent',
    draftedAt: '2026-11-21T10:00:00.000Z',
  },
};
const record = {
  clientId: CLIENT_ID,
  name: 'Jonas Lind',
  target: { kcal: 2000, protein: 120, carbohydrate: 220, fat: 70 },
  allergies: ['Milk'],
  diet: 'vegetarian',
  dislikes: ['tuna'],
  screening: { blocks: [] as string[], cautions: [] as string[] },
  present: { id: '0199aaaa-0000-7000-8000-00000000000c', name: 'Old plan', plan },
};

type Asked = { clientId: string | null; profile: { aim: object; constraints: { diet: string | null }; seed: number } };

function open(changes: object = {}, answer: object = { type: 'ready', draft }): Asked[] {
  const asked: Asked[] = [];
  server.usually('GET /rest/v1/planner', { model: null, spentMicros: 0, capMicros: 5_000_000 });
  server.usually('GET /rest/v1/client_coach_relationships', {
    clients: [],
    nextCursor: null,
    seats: { used: 0, cap: 5 },
  });
  server.usually(`GET /rest/v1/planner/clients/${CLIENT_ID}/meals`, { ...record, ...changes });
  server.onAny('POST', /^\/rest\/v1\/planner\/meal_drafts\/[^/]+$/, async (request) => {
    asked.push(await request.json());
    return eventStream([{ type: 'step', step: 'screening', note: 'Nothing is blocked.' }, answer]);
  });
  void mountPage({
    at: PAGE,
    read: () => ({}),
    page: () => (
      <MealPlanner
        coachId={COACH_ID}
        clientId={CLIENT_ID}
        onClient={() => undefined}
        outline={({ plan: { name } }) => <p>Outline of {name}</p>}
        assign={(_draft, { name }) => <p>Assigns to {name}</p>}
      />
    ),
  });
  return asked;
}

it('drafts from the client’s target and diet, and shows reasons, difference and fallback', async () => {
  const asked = open();
  expect(await screen.findByText('Never in the plan: Milk.')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Draft meal plan' }));
  const outline = await screen.findByText('Outline of Meal plan, 4 meals a day');
  // The buttons of the draft come next, and not the form from its start.
  expect(document.activeElement?.contains(outline)).toBe(true);
  expect(document.activeElement).not.toBe(document.body);
  expect(asked).toMatchObject([
    {
      clientId: CLIENT_ID,
      profile: { aim: record.target, constraints: { diet: 'vegetarian', mealsPerDay: 4 }, seed: 1 },
    },
  ]);
  expect(screen.getByText(/has not agreed to the use of a language model/)).toBeDefined();
  expect(screen.getByText('Day 1: 90 g of protein; the target is 120 g.')).toBeDefined();
  expect(screen.getByText('What changes for Jonas Lind, beside “Old plan”')).toBeDefined();
  expect(screen.getByText('9 meals left out because of the diet.')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Another version' }));
  await waitFor(() => expect(asked.at(-1)?.profile.seed).toBe(2));
});

it('saves the draft before it is assigned, and dismisses it', async () => {
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Draft meal plan' }));
  server.on(`POST /rest/v1/planner/meal_drafts/${draft.id}/open`, { planId: draft.id });
  fireEvent.click(await screen.findByRole('button', { name: 'Assign to Jonas Lind' }));
  expect(await screen.findByText('Assigns to Jonas Lind')).toBeDefined();
  server.on(`DELETE /rest/v1/planner/meal_drafts/${draft.id}`, { draftId: draft.id });
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(await screen.findByText('Your draft appears here')).toBeDefined();
});

it('names what cannot be kept, and what to allow', async () => {
  open({}, { type: 'impossible', sentences: ['No dinner fits. Allow 9 cooking minutes.'] });
  fireEvent.click(await screen.findByRole('button', { name: 'Draft meal plan' }));
  expect(await screen.findByText('No meal plan keeps all of these limits')).toBeDefined();
  expect(screen.getByText('No dinner fits. Allow 9 cooking minutes.')).toBeDefined();
});

it('shows the referral of a blocked client at once', async () => {
  open({ screening: { blocks: ['Refer them to a doctor.'], cautions: [] } });
  expect(await screen.findByText('No meal plan for Jonas Lind yet')).toBeDefined();
  expect(screen.getByText('Refer them to a doctor.')).toBeDefined();
});

it('asks for the energy when there is no target', async () => {
  open({ target: null });
  expect(await screen.findByText('No nutrition target yet. Enter the energy for this plan.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Draft meal plan' })).toHaveProperty('disabled', true);
});

const CONSENT = 'GET /rest/v1/planner/model_consent/own';
const mountConsent = (card: 'question' | 'card') =>
  mountPage({
    at: '/client/profile',
    read: () => ({}),
    page: () =>
      card === 'card' ? <ModelConsentCard coachName="Nina Park" /> : <ModelConsentQuestion coachName="Nina Park" />,
  });

it('asks a client once whether a model may help', async () => {
  let allowed: boolean | null = null;
  server.onAny('GET', /model_consent\/own$/, () => json({ allowed, answeredAt: null }));
  server.onAny('PUT', /model_consent\/own$/, async (request) => {
    ({ allowed } = (await request.json()) as { allowed: boolean });
    return json({ allowed, answeredAt: '2026-11-27T10:00:00.000Z' });
  });
  await mountConsent('question');
  fireEvent.click(await screen.findByRole('button', { name: 'I do not agree' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'I agree' })).toBeNull());
  expect(allowed).toBe(false);
});

it('is off until the client agrees', async () => {
  server.usually(CONSENT, { allowed: null, answeredAt: null });
  await mountConsent('card');
  expect(await screen.findByRole('switch', { name: /A language model may help/ })).toHaveProperty('checked', false);
});
