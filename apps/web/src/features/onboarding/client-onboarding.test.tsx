import type { OnboardingState } from '@stridewell/contract/onboarding/onboarding';
import { HEALTH_TOPICS, SCOFF_ITEMS } from '@stridewell/contract/onboarding/onboarding.health.rules';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { mountOnboarding } from '../../../test/mount-onboarding.tsx';
import { openApp } from '../../../test/open-app.tsx';
import { aClient, aConsent, anAdultRecord, anOnboarding, CLIENT_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';

const PATH = `/rest/v1/clients/${CLIENT_ID}/onboarding`;
const mountWith = (state: OnboardingState) => mountOnboarding('alone', state);

const goal = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Goal' });
/** Whether the browser asks before the page is closed. */
const isHeldBack = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

describe('the onboarding', () => {
  it('stops who is under 18 before anything is sent', async () => {
    await mountWith(anOnboarding());
    fireEvent.change(await screen.findByLabelText(/Date of birth/), { target: { value: '2010-01-01' } });
    expect(screen.getByRole('alert').textContent).toContain('Nothing you entered was saved');
    expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
  });

  it('can wait, and leads to the dashboard', async () => {
    await mountWith(anOnboarding());
    const later = await screen.findByRole('link', { name: 'Finish later' });
    expect(later.getAttribute('href')).toBe('/client/dashboard');
  });

  it('keeps what was chosen when a step could not be saved', async () => {
    await mountWith(anOnboarding({ step: 'health', consent: aConsent() }));
    server.on(`PATCH ${PATH}`, () => json({ message: 'no' }, 500));
    const answers = await screen.findAllByRole('radio', { name: 'No' });
    expect(answers).toHaveLength(HEALTH_TOPICS.length + SCOFF_ITEMS.length);
    for (const answer of answers) fireEvent.click(answer);
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect((await screen.findByRole('alert')).textContent).toContain('This step was not saved');
    for (const answer of answers) expect((answer as HTMLInputElement).checked).toBe(true);
  });

  it('asks nothing about health before the consent', async () => {
    await mountWith(anOnboarding({ step: 'health', consent: aConsent({ withdrawnAt: '2026-11-21T08:00:00.000Z' }) }));
    expect(await screen.findByText('Health questions come after you agree to what we store.')).toBeDefined();
    expect(screen.queryByRole('radio')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'See what we store' }));
    expect(await screen.findByRole('checkbox', { name: /I agree/ })).toBeDefined();
  });

  it('says that the consent was withdrawn, and offers to agree again', async () => {
    const consent = aConsent({ withdrawnAt: '2026-11-21T08:00:00.000Z' });
    await mountWith(anOnboarding({ completed: true, step: 'review', record: anAdultRecord(), consent }));
    expect(await screen.findByRole('heading', { name: 'You withdrew your consent' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Withdraw consent' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Add: Age and consent' }));
    expect(await screen.findByRole('checkbox', { name: /I agree/ })).toBeDefined();
  });

  it('leads to what is missing instead of finishing without it', async () => {
    await mountWith(anOnboarding({ step: 'review', consent: aConsent(), record: anAdultRecord() }));
    expect(await screen.findByRole('heading', { name: 'Almost there' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Finish' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Add health answers' }));
    expect(await screen.findByRole('heading', { name: 'Your health' })).toBeDefined();
  });

  it('asks to confirm what the coach wrote down', async () => {
    await mountWith(anOnboarding({ completed: true, consent: aConsent({ givenBy: 'coach', confirmedAt: null }) }));
    expect(await screen.findByRole('heading', { name: 'Is this right?' })).toBeDefined();
  });

  it('shows help while a goal is typed that mentions self-harm', async () => {
    await mountWith(anOnboarding({ step: 'goal', consent: aConsent() }));
    fireEvent.change(await goal(), { target: { value: 'Stop hurting myself' } });
    expect(await screen.findByText(/^That sounds hard/)).toBeDefined();
    fireEvent.change(await goal(), { target: { value: 'Run 10 km' } });
    await waitFor(() => expect(screen.queryByText(/^That sounds hard/)).toBeNull());
  });

  it('keeps what is typed when the step is left, and asks before the page goes', async () => {
    const app = await mountWith(anOnboarding({ step: 'goal', consent: aConsent() }));
    expect(isHeldBack()).toBe(false);
    fireEvent.change(await goal(), { target: { value: 'Run 10 km' } });
    await app.go('/client-onboarding?step=diet');
    await screen.findByRole('heading', { name: 'How you eat' });
    expect(isHeldBack()).toBe(true);
    await app.go('/client-onboarding?step=goal');
    expect((await goal()).value).toBe('Run 10 km');

    const saved = anOnboarding({ step: 'diet', consent: aConsent() });
    server.on(`PATCH ${PATH}`, { ...saved, record: { ...saved.record, goal: 'Run 10 km' } });
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    await screen.findByRole('heading', { name: 'How you eat' });
    await waitFor(() => expect(isHeldBack()).toBe(false));
  });

  it('shows what was stored since instead of what was typed before', async () => {
    const app = await mountWith(anOnboarding({ step: 'goal', consent: aConsent() }));
    fireEvent.change(await goal(), { target: { value: 'Run 10 km' } });
    await app.go('/client-onboarding?step=diet');
    await screen.findByRole('heading', { name: 'How you eat' });
    // The answer to another step brings what the coach has written meanwhile.
    const record = { ...anOnboarding().record, goal: 'Swim 1 km' };
    server.on(`PATCH ${PATH}`, anOnboarding({ step: 'measurements', consent: aConsent(), record }));
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    await screen.findByRole('heading', { name: 'Where you start' });
    await app.go('/client-onboarding?step=goal');
    expect((await goal()).value).toBe('Swim 1 km');
  });
});

it('the page forgets what was typed when its person signs out', async () => {
  server.on(`GET ${PATH}`, anOnboarding({ step: 'goal', consent: aConsent() }));
  const app = await openApp('/client-onboarding', aClient());
  fireEvent.change(await goal(), { target: { value: 'Run 10 km' } });
  server.on('POST /auth/v1/sign-out', {});
  await app.sessionStore.signOut();
  await waitFor(() => expect(app.path()).toBe('/landing'));
  await app.sessionStore.apply('SIGNED_IN', false);
  await app.go('/client-onboarding?step=goal');
  expect((await goal()).value).toBe('');
});
