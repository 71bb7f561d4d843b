import type { OnboardingState } from '@stridewell/contract/onboarding/onboarding';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { mountOnboarding } from '../../../test/mount-onboarding.tsx';
import { aConsent, aHealthScreen, anAdultRecord, anOnboarding, CLIENT_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';

const PATH = `/rest/v1/clients/${CLIENT_ID}/onboarding`;

it('an answer that is changed afterwards leads back to the overview', async () => {
  const finished = anOnboarding({
    completed: true,
    step: 'review',
    record: anAdultRecord(),
    consent: aConsent(),
    health: aHealthScreen(),
  });
  let saved: unknown;
  server.on(`PATCH ${PATH}`, async (request) => {
    saved = await request.json();
    return json({
      ...finished,
      record: { ...finished.record, diet: 'Little meat' },
      parts: { ...finished.parts, diet: true },
    } satisfies OnboardingState);
  });
  await mountOnboarding('alone', finished);
  fireEvent.click(await screen.findByRole('button', { name: 'Add: How you eat' }));
  fireEvent.change(await screen.findByLabelText('Food preferences'), { target: { value: 'Little meat' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('heading', { name: 'You are ready' })).toBeDefined();
  expect(await screen.findByRole('button', { name: 'Change: How you eat' })).toBeDefined();
  expect(saved).toMatchObject({ step: 'review', record: { diet: 'Little meat' } });
});

it('a goal weight out of bounds stays on its step, with the focus on the field', async () => {
  await mountOnboarding(
    'alone',
    anOnboarding({ step: 'goal', record: anAdultRecord(), consent: aConsent(), health: aHealthScreen() }),
  );
  const weight = await screen.findByLabelText('Goal weight in kg');
  fireEvent.change(weight, { target: { value: '5' } });
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  await waitFor(() => expect(document.activeElement).toBe(weight));
  expect(screen.getByText(/between 20 and 400/)).toBeDefined();
  expect(server.count(`PATCH ${PATH}`)).toBe(0);
});
