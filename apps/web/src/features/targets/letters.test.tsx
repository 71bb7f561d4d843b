import type { ClientReferrals, OwnReferral } from '@stridewell/contract/targets/targets.referrals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { mount } from '../../../test/mount.tsx';
import { CLIENT_ID, COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { OwnLettersCard } from './own-letters-card.tsx';
import { ReferralCard } from './referral-card.tsx';

const LETTER_ID = '0199c0de-0000-7000-8000-000000000001';
const OWN = '/rest/v1/referrals/own';
const OF_CLIENT = `/rest/v1/clients/${CLIENT_ID}/referrals`;

const letter: OwnReferral = {
  id: LETTER_ID,
  createdAt: '2026-03-02T12:00:00.000Z',
  readAt: null,
  observations: [
    { code: 'low_weight', day: '2026-03-01', source: 'weigh_ins', figures: 'Body mass index 17.9.' },
    { code: 'chest_pain', day: '2026-02-27', source: 'answers', figures: '' },
  ],
};

describe('the letters of a client', () => {
  it('are read by the client, who can save them', async () => {
    let reads = 0;
    server.on(`GET ${OWN}`, () => json({ letters: [{ ...letter, readAt: reads > 0 ? letter.createdAt : null }] }));
    server.on(`PUT ${OWN}/${LETTER_ID}/read`, () => {
      reads += 1;
      return json({ ...letter, readAt: letter.createdAt });
    });
    await mount(<OwnLettersCard coachName="Maya Okafor" />);
    const button = await screen.findByRole('button', { name: 'Read letter from March 2, 2026' });
    expect(screen.queryByText(/Body mass index/)).toBeNull();
    fireEvent.click(button);
    expect(await screen.findByText(/low for the height. Body mass index 17.9/)).toBeTruthy();
    expect(screen.getByText('March 1, 2026, from weigh-ins')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Save letter as PDF' }).getAttribute('href')).toBe(
      `/exports/own/referrals/${LETTER_ID}.pdf`,
    );
    await waitFor(() => expect(reads).toBe(1));
    fireEvent.click(screen.getByRole('button', { name: 'Close letter' }));
    fireEvent.click(screen.getByRole('button', { name: 'Read letter from March 2, 2026' }));
    expect(reads).toBe(1);
  });
});

describe('the letters of a client for the coach', () => {
  const open = (first: ClientReferrals, readOnly = false) => {
    let stored = first;
    server.on(`GET ${OF_CLIENT}`, () => json(stored));
    vi.spyOn(crypto, 'randomUUID').mockReturnValueOnce(LETTER_ID);
    server.on(`PUT ${OF_CLIENT}/${LETTER_ID}`, () => {
      const written = { id: LETTER_ID, createdAt: letter.createdAt, readAt: null, observations: null };
      stored = { isDue: false, letters: [written] };
      return json(written);
    });
    return mount(<ReferralCard coachId={COACH_ID} clientId={CLIENT_ID} firstName="Jonas" readOnly={readOnly} />);
  };

  it('are written on request, without their text', async () => {
    await open({ isDue: true, letters: [] });
    fireEvent.click(await screen.findByRole('button', { name: 'Write letter' }));
    expect(await screen.findByText(/Letter from March 2, 2026. Jonas has not read it yet./)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Write letter' })).toBeNull();
  });

  it('have their text once the client has read them', async () => {
    await open({ isDue: false, letters: [{ ...letter, readAt: '2026-03-03T12:00:00.000Z' }] });
    expect(await screen.findByText(/Read by Jonas on March 3, 2026/)).toBeTruthy();
    expect(screen.getByText(/Body mass index 17.9/)).toBeTruthy();
  });

  it('cannot be written after the coaching', async () => {
    await open({ isDue: true, letters: [{ ...letter, observations: null }] }, true);
    expect(await screen.findByText(/has not read it yet/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Write letter' })).toBeNull();
  });
});
