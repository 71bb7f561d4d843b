import type { Invitation } from '@stridewell/contract/clients/clients';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { mount } from '../../../test/mount.tsx';
import { openApp } from '../../../test/open-app.tsx';
import { aClient, CLIENT_ID, COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { AcceptInvitationForm } from './accept-invitation-form.tsx';
import { OwnInvitations } from './own-invitations.tsx';

const OWN = 'GET /rest/v1/my_invitations';
const DECLINE = `POST /rest/v1/my_invitations/${COACH_ID}/${CLIENT_ID}/decline`;
const TOKEN = 'x'.repeat(75);
const waiting = {
  coachId: COACH_ID,
  clientId: CLIENT_ID,
  coachName: 'Ben Okoro',
  expiresAt: '2099-01-01T00:00:00.000Z',
};

/** An invitation by its link. */
const open = (status: Invitation['status']): Invitation => ({
  coachName: 'Ben Okoro',
  fullName: 'Jonas Lind',
  email: 'jonas@studio.example',
  status,
  hasAccount: true,
  mailed: true,
});

async function openWaiting() {
  let invitations = [waiting];
  server.on(OWN, () => json({ invitations }));
  await mount(<OwnInvitations emailVerified coachName={null} onAccepted={() => undefined} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Decline' }));
  return {
    answer() {
      invitations = [];
    },
  };
}

describe('an invitation that waits', () => {
  it('is declined once that was confirmed, and is gone', async () => {
    const { answer } = await openWaiting();
    expect(await screen.findByRole('dialog', { name: 'Decline Ben Okoro’s invitation?' })).toBeDefined();
    expect(server.count(DECLINE)).toBe(0);
    server.on(DECLINE, () => {
      answer();
      return json({ coachId: COACH_ID, clientId: CLIENT_ID });
    });
    fireEvent.click(screen.getByRole('button', { name: 'Decline invitation' }));
    expect(await screen.findByText('Ben Okoro can invite you again if you change your mind.')).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Invitation from Ben Okoro' })).toBeNull());
  });

  it('stays open when that was not meant, and when it could not be declined', async () => {
    await openWaiting();
    fireEvent.click(await screen.findByRole('button', { name: 'Keep it open' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.count(DECLINE)).toBe(0);
    server.on(DECLINE, () => {
      throw new TypeError('no network');
    });
    fireEvent.click(screen.getByRole('button', { name: 'Decline' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Decline invitation' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Nothing was changed');
    fireEvent.click(screen.getByRole('button', { name: 'Keep it open' }));
    expect(screen.getByRole('region', { name: 'Invitation from Ben Okoro' })).toBeDefined();
  });
});

describe('the form of an invitation', () => {
  it('offers no decline to a person without an account', async () => {
    const invitation = { ...open('open'), hasAccount: false };
    await mount(
      <AcceptInvitationForm token={TOKEN} invitation={invitation} signedIn={false} onAccepted={() => undefined} />,
    );
    expect(await screen.findByRole('button', { name: 'Accept and start' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Decline' })).toBeNull();
  });
});

describe('an invitation by its link', () => {
  it('is declined by who is signed in with its address, and says so from then on', async () => {
    let status: Invitation['status'] = 'open';
    server.on(`GET /rest/v1/invitations/${TOKEN}`, () => json(open(status)));
    server.on(`POST /rest/v1/invitations/${TOKEN}/decline`, () => {
      status = 'declined';
      return json({ coachId: COACH_ID, clientId: CLIENT_ID });
    });
    await openApp(`/invitation/${TOKEN}`, aClient());
    fireEvent.click(await screen.findByRole('button', { name: 'Decline' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Decline invitation' }));
    expect(await screen.findByText(/^You declined this invitation\./)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Go to your dashboard' }).getAttribute('href')).toBe('/client/dashboard');
    expect(screen.queryByRole('button', { name: 'Accept and start' })).toBeNull();
  });

  it.each([
    ['offers the sign-in, and comes back, from a copied link that reveals no account', false, 1],
    ['offers no sign-in from a mailed link to an address without an account', true, 0],
  ])('%s', async (_, mailed, links) => {
    server.on(`GET /rest/v1/invitations/${TOKEN}`, { ...open('open'), hasAccount: false, mailed });
    await openApp(`/invitation/${TOKEN}`, null);
    await screen.findByRole('button', { name: 'Accept and start' });
    expect(screen.queryByRole('button', { name: 'Decline' })).toBeNull();
    const found = screen.queryAllByRole('link', { name: 'Sign in to accept' });
    expect(found.map((link) => link.getAttribute('href'))).toEqual(
      Array.from({ length: links }, () => `/auth?next=${encodeURIComponent(`/invitation/${TOKEN}`)}`),
    );
  });
});
