import type { OnboardingState } from '@stridewell/contract/onboarding/onboarding';
import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { mountOnboarding } from '../../../test/mount-onboarding.tsx';
import { openApp } from '../../../test/open-app.tsx';
import {
  aCoach,
  aConsent,
  aHealthScreen,
  anAdultRecord,
  anOnboarding,
  CLIENT_ID,
  COACH_ID,
} from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';

const PATH = `/rest/v1/clients/${CLIENT_ID}/onboarding`;
const PAGE = `/coach/${COACH_ID}/client-onboarding?client=${CLIENT_ID}`;
const YESTERDAY = '2026-11-20T10:00:00.000Z';

const mountWith = (changes: Partial<OnboardingState>, step?: string) =>
  mountOnboarding('together', anOnboarding(changes), step);

const finished = (changes: Partial<OnboardingState> = {}): Partial<OnboardingState> => ({
  completed: true,
  step: 'review',
  record: anAdultRecord(),
  consent: aConsent({ givenBy: 'coach', confirmedAt: null }),
  health: aHealthScreen({ answeredBy: 'coach', confirmedAt: null }),
  ...changes,
});

describe('an onboarding that a coach fills in with a client', () => {
  it('stops for a client under 18 and leads away', async () => {
    await mountWith({});
    fireEvent.change(await screen.findByLabelText(/Date of birth/), { target: { value: '2010-01-01' } });
    expect(screen.getByRole('alert').textContent).toContain(
      'Jonas Lind needs to be 18 to be coached here. Nothing you entered was saved. You can begin when they are.',
    );
    expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Open the client’s page' })).toBeDefined();
  });

  it('says of a date that is changed to one under 18 that this one was not stored', async () => {
    await mountWith(finished(), 'start');
    fireEvent.change(await screen.findByLabelText(/Date of birth/), { target: { value: '2010-01-01' } });
    expect(screen.getByRole('alert').textContent).toContain('This date was not saved.');
  });

  it('has the client confirm when they join', async () => {
    await mountWith(finished({ accepted: false }));
    expect(await screen.findByRole('heading', { name: 'Jonas Lind is ready' })).toBeDefined();
    expect(screen.getByText(/asked to confirm health answers and consent when they join\./)).toBeDefined();
  });

  it('has a client who has joined confirm at the next sign-in', async () => {
    await mountWith(finished());
    expect(
      await screen.findByText(/asked to confirm .* at their next sign-in\. Until then, both are recorded/),
    ).toBeDefined();
  });

  it('says when the client has confirmed', async () => {
    const told = { confirmedAt: YESTERDAY };
    await mountWith(finished({ consent: aConsent(told), health: aHealthScreen(told) }));
    expect(await screen.findByText('They confirmed consent and health answers.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Change: Health answers' })).toBeDefined();
  });

  it('leaves a withdrawn consent to the client', async () => {
    await mountWith(finished({ consent: aConsent({ withdrawnAt: YESTERDAY }), health: null }));
    expect(await screen.findByRole('heading', { name: 'Jonas Lind withdrew consent' })).toBeDefined();
    expect(
      screen.getByText('No health answers are stored. Only they can agree again, when they sign in.'),
    ).toBeDefined();
    expect(screen.getAllByText('Only they can')).toHaveLength(2);
    expect(screen.queryByRole('button', { name: /(Age and consent|Health answers)$/ })).toBeNull();
    expect(screen.getByRole('button', { name: /Goal$/ })).toBeDefined();
  });

  it.each(['start', 'health'])('asks for nothing about health after that, at the step %s', async (step) => {
    await mountWith({ consent: aConsent({ withdrawnAt: YESTERDAY }), record: anAdultRecord() }, step);
    expect(await screen.findByText(/Jonas Lind withdrew their consent, so health questions are hidden/)).toBeDefined();
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.queryByRole('radio')).toBeNull();
  });

  it('has no photo of a client who has not joined', async () => {
    await mountWith({ accepted: false, consent: aConsent() }, 'photo');
    expect(await screen.findByText('Jonas Lind can add a photo once they have joined.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Skip' })).toBeNull();
  });

  it('says when the client could not be loaded, and tries again', async () => {
    server.on(`GET ${PATH}`, () => json({ message: 'no' }, 404));
    await openApp(PAGE, aCoach());
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('This client could not be loaded');
    server.on(`GET ${PATH}`, anOnboarding());
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Before we begin' })).toBeDefined();
  });
});
