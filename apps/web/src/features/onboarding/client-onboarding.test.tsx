import type { OnboardingState } from '@stridewell/contract/onboarding';
import { HEALTH_TOPICS } from '@stridewell/contract/onboarding.health.rules';
import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openApp } from '../../../test/open-app.tsx';
import { aClient, aStoredRecord, CLIENT_ID, COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';

const PATH = `/rest/v1/clients/${CLIENT_ID}/onboarding`;
const aState = (changes: Partial<OnboardingState> = {}): OnboardingState => ({
  fullName: 'Jonas Lind',
  coachName: 'Ana Silva',
  accepted: true,
  step: 'start',
  completed: false,
  today: '2026-11-21',
  record: { ...aStoredRecord().record, dateOfBirth: null },
  parts: { goal: false, diet: false, measurements: false, photo: false, availability: false },
  photoId: null,
  consent: null,
  health: null,
  ...changes,
});

async function openWith(state: OnboardingState) {
  server.on(`GET ${PATH}`, state);
  const client = { coachId: COACH_ID, clientId: CLIENT_ID, coachName: 'Ana Silva', status: 'active', photoId: null };
  await openApp('/client-onboarding', aClient({ client }));
}

describe('the onboarding', () => {
  it('stops who is under 18 before anything is sent', async () => {
    await openWith(aState());
    fireEvent.change(await screen.findByLabelText(/Date of birth/), { target: { value: '2010-01-01' } });
    expect(screen.getByRole('alert').textContent).toContain('Nothing you entered was stored');
    expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
  });

  it('keeps what was chosen when a step could not be saved', async () => {
    await openWith(aState({ step: 'health' }));
    server.on(`PATCH ${PATH}`, () => json({ message: 'no' }, 500));
    const answers = await screen.findAllByRole('radio', { name: 'No' });
    expect(answers).toHaveLength(HEALTH_TOPICS.length);
    for (const answer of answers) fireEvent.click(answer);
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect((await screen.findByRole('alert')).textContent).toContain('This step was not saved');
    for (const answer of answers) expect((answer as HTMLInputElement).checked).toBe(true);
  });

  it('asks to confirm what the coach wrote down', async () => {
    const at = '2026-11-20T10:00:00.000Z';
    const consent = { id: CLIENT_ID, version: 1, givenAt: at, confirmedAt: null, withdrawnAt: null };
    await openWith(aState({ completed: true, consent: { ...consent, givenBy: 'coach' } }));
    expect(await screen.findByRole('heading', { name: 'Is this right?' })).toBeDefined();
  });
});
