import type { TeamInvitation, TeamMember } from '@stridewell/contract/operator/operator';
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { mount } from '../../../test/mount.tsx';
import { openApp } from '../../../test/open-app.tsx';
import { anOperatorOverview } from '../../../test/operator.ts';
import { anOperator, COACH_ID, OPERATOR_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { TeamPage } from './team-page.tsx';

const OPERATORS = '/rest/v1/operator/operators';

const aMember = (changes: Partial<TeamMember> = {}): TeamMember => ({
  userId: COACH_ID,
  fullName: 'Sam Support',
  email: 'sam@example.com',
  role: 'support',
  twoFactorEnabled: true,
  lastSignInAt: '2026-01-05T12:00:00.000Z',
  configured: false,
  own: false,
  ...changes,
});
const own = aMember({
  userId: OPERATOR_ID,
  fullName: 'Olga Petrov',
  email: 'olga@example.com',
  role: 'admin',
  own: true,
});
const anInvitation: TeamInvitation = {
  id: COACH_ID,
  email: 'billie@example.com',
  role: 'billing',
  invitedBy: 'Olga Petrov',
  sentAt: '2026-01-05T12:00:00.000Z',
  expiresAt: '2026-01-08T12:00:00.000Z',
  expired: true,
};

async function openTeam(operators: TeamMember[], invitations: TeamInvitation[] = []) {
  server.on(`GET ${OPERATORS}`, { operators, invitations });
  await mount(<TeamPage onOwnRole={() => undefined} />);
}
const openMenu = async (name: string, item: string) => {
  fireEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  fireEvent.click(await screen.findByRole('menuitem', { name: item }));
};

describe('operators', () => {
  it('get another role, which says when another admin was faster', async () => {
    await openTeam([own, aMember()]);
    const message = 'This operator has another role by now, so nothing was changed.';
    server.refuse(`PATCH ${OPERATORS}/${COACH_ID}`, 409, 'ROLE_CHANGED', message);
    await openMenu('Sam Support', 'Change role');
    const dialog = within(await screen.findByRole('dialog', { name: 'Role of Sam Support' }));
    fireEvent.click(dialog.getByRole('radio', { name: 'Billing' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Save role' }));
    expect(await dialog.findByText(message)).toBeDefined();
  });

  it('are removed after a confirmation, and cannot remove themselves', async () => {
    const sent: unknown[] = [];
    await openTeam([own, aMember()]);
    server.on(`POST ${OPERATORS}/${COACH_ID}/remove`, async (request) => {
      sent.push(await request.json());
      server.on(`GET ${OPERATORS}`, { operators: [own], invitations: [] });
      return json({ userId: COACH_ID });
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Actions for Olga Petrov' }));
    expect(await screen.findByRole('menuitem', { name: 'Change role' })).toBeDefined();
    expect(screen.queryByRole('menuitem', { name: 'Remove' })).toBeNull();
    await openMenu('Sam Support', 'Remove');
    fireEvent.click(await screen.findByRole('button', { name: 'Remove operator' }));
    expect(await screen.findByText('Sam Support is no longer an operator')).toBeDefined();
    expect(sent).toEqual([{ from: 'support' }]);
  });

  it('are invited with a role, and invitations can be withdrawn', async () => {
    const sent: unknown[] = [];
    await openTeam([own], [anInvitation]);
    expect(await screen.findByText('The link has expired')).toBeDefined();
    server.on('POST /rest/v1/operator/invitations', async (request) => {
      sent.push(await request.json());
      return json({ ...anInvitation, email: 'new@example.com' });
    });
    fireEvent.click(screen.getByRole('button', { name: 'Invite an operator' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Invite an operator' }));
    fireEvent.change(dialog.getByLabelText('Email'), { target: { value: 'new@example.com' } });
    fireEvent.click(dialog.getByRole('radio', { name: 'Billing' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Send invitation' }));
    expect(await screen.findByText('Invitation sent to new@example.com')).toBeDefined();
    expect(sent).toEqual([{ id: expect.any(String), email: 'new@example.com', role: 'billing' }]);
  });
});

describe('the page of operators', () => {
  it('has operators listed with what an admin should know', async () => {
    const operators = [
      own,
      aMember({ twoFactorEnabled: false, lastSignInAt: null }),
      aMember({ userId: 'x', fullName: 'Connie Config', configured: true }),
    ];
    server.on(`GET ${OPERATORS}`, { operators, invitations: [] });
    await openApp('/operator/operators', anOperator());
    const list = within(await screen.findByRole('list', { name: 'Operators' }));
    expect(list.getByText('No two-factor sign-in')).toBeDefined();
    expect(list.getByText('Has not signed in yet')).toBeDefined();
    expect(list.getByText('Set in the configuration')).toBeDefined();
    expect(list.queryByRole('button', { name: 'Actions for Connie Config' })).toBeNull();
  });
});

describe('an operator without two-factor sign-in', () => {
  it('learns how to open the console, which opens once it is on', async () => {
    server.on('GET /rest/v1/operator/overview', anOperatorOverview());
    await openApp('/operator-dashboard', anOperator({ needsTwoFactor: true }));
    expect(
      await screen.findByRole('heading', { name: 'Turn on two-factor sign-in to open the console' }),
    ).toBeDefined();
    const link = screen.getByRole('link', { name: 'Set up two-factor sign-in' });
    expect(link.getAttribute('href')).toBe('/operator/profile?section=security');
  });

  it('reads in the profile that the console is closed', async () => {
    server.on('GET /rest/v1/account/security', { twoFactorEnabled: false, methods: [], devices: [] });
    await openApp('/operator/profile?section=security', anOperator({ needsTwoFactor: true }));
    expect(await screen.findByText('The console is closed')).toBeDefined();
  });
});

describe('the invitation page', () => {
  const TOKEN = 'x'.repeat(64);
  const invitation = {
    email: 'new@example.com',
    role: 'support',
    invitedBy: 'Olga Petrov',
    expired: false,
    hasAccount: false,
  };

  it('asks a new person for name and password', async () => {
    server.on(`GET /rest/v1/operator_invitations/${TOKEN}`, invitation);
    await openApp(`/operator-invitation/${TOKEN}`, null);
    expect(await screen.findByLabelText('Choose a password')).toBeDefined();
    expect(screen.getByText(/Your role is Support/)).toBeDefined();
  });

  it('says that a link is used up', async () => {
    server.refuse(`GET /rest/v1/operator_invitations/${TOKEN}`, 404, 'NOT_FOUND', 'We could not find that.');
    await openApp(`/operator-invitation/${TOKEN}`, null);
    expect(await screen.findByRole('heading', { name: 'This invitation can no longer be used' })).toBeDefined();
  });

  it('asks a person with an account to sign in first', async () => {
    server.on(`GET /rest/v1/operator_invitations/${TOKEN}`, { ...invitation, hasAccount: true });
    await openApp(`/operator-invitation/${TOKEN}`, null);
    expect(await screen.findByRole('link', { name: 'Sign in to accept' })).toBeDefined();
  });
});
