import type { Account, ListedAccount } from '@stridewell/contract/accounts/accounts';
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { mount } from '../../../test/mount.tsx';
import { openApp } from '../../../test/open-app.tsx';
import { aCoach, anOperator, COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { AccountPage } from './account-page.tsx';
import { readAccountsSearch } from './accounts.search.ts';
import { AccountsList } from './accounts-list.tsx';

const LIST = 'GET /rest/v1/operator/accounts';
const ACCOUNT = `GET /rest/v1/operator/accounts/${COACH_ID}`;

const listed = (changes: Partial<ListedAccount> = {}): ListedAccount => ({
  userId: COACH_ID,
  fullName: 'Maya Okafor',
  email: 'maya@studio.example',
  emailVerified: true,
  role: 'Coach-Pro',
  coachStatus: 'active',
  plan: 'pro',
  subscriptionStatus: 'active',
  graceUntil: null,
  joinedAt: '2026-01-05T12:00:00.000Z',
  ...changes,
});

const anAccount = (changes: Partial<Account> = {}): Account => ({
  ...listed(),
  isDemo: false,
  isOperator: false,
  timeZone: 'America/New_York',
  unitSystem: 'metric',
  statusReason: '',
  twoFactorEnabled: false,
  lastSignInAt: null,
  stripeCustomerId: null,
  includedClients: 10,
  coachings: [],
  subscription: null,
  sessions: [],
  erasureDueAt: null,
  export: null,
  exportAskedBy: null,
  ...changes,
});

/** The account as an admin sees it, without the page around it. */
async function openAccount(account: Account) {
  server.on(ACCOUNT, account);
  await mount(
    <AccountPage
      userId={COACH_ID}
      operatorRole="admin"
      activity={null}
      aboutCoach={null}
      onView={async () => undefined}
    />,
  );
}

/** The page of the account, for an operator of any role. */
async function openPage(session = anOperator()) {
  server.on(`${ACCOUNT}/brand`, { brand: null });
  server.on(ACCOUNT, anAccount());
  server.on(`${ACCOUNT}/audit_entries`, { entries: [], next: null });
  await openApp(`/operator/accounts/${COACH_ID}`, session);
}

describe('the search of accounts', () => {
  it('keeps what is in the address, and drops the rest', () => {
    expect(readAccountsSearch({ q: 42, kind: 'coach', plan: 'gold', status: 'pending', after: 'x' })).toEqual({
      q: '42',
      kind: 'coach',
      status: 'pending',
    });
    expect(readAccountsSearch({ q: ['a'], kind: 'operator' })).toEqual({});
  });
});

describe('the list of accounts', () => {
  it('shows what an account is, and what is out of the ordinary', async () => {
    const accounts = [
      listed(),
      listed({
        userId: '0190a5a0-0000-7000-8000-000000000009',
        fullName: 'Jonas Lind',
        role: 'Client',
        plan: null,
        coachStatus: null,
        emailVerified: false,
      }),
    ];
    server.on(LIST, { accounts, next: null, more: false });
    await mount(<AccountsList search={{}} onShowAll={() => undefined} />);
    const list = within(await screen.findByRole('list', { name: 'Accounts' }));
    const [coach, client] = list.getAllByRole('link');
    expect(coach?.textContent).toContain('Coach Pro');
    expect(coach?.textContent).not.toContain('Active');
    expect(client?.textContent).toContain('ClientEmail not verified');
    expect(coach?.getAttribute('href')).toBe(`/operator/accounts/${COACH_ID}`);
  });

  it('offers all accounts when the search finds none', async () => {
    server.on(LIST, { accounts: [], next: null, more: false });
    await openApp('/operator/accounts?q=zzz&status=pending', anOperator());
    expect(await screen.findByText('No account found')).toBeDefined();
    server.on(LIST, { accounts: [listed()], next: null, more: false });
    fireEvent.click(screen.getByRole('button', { name: 'Show all accounts' }));
    expect(await screen.findByText('Maya Okafor')).toBeDefined();
  });
});

describe('an account', () => {
  it('shows the person, the plan and the sessions', async () => {
    await openAccount(
      anAccount({
        graceUntil: '2026-01-12T12:00:00.000Z',
        coachings: [{ status: 'active', count: 3, latestAt: '2026-01-05T12:00:00.000Z' }],
        sessions: [
          {
            id: COACH_ID,
            userAgent: 'Mozilla/5.0 (iPhone)',
            network: '203.0.113.0/24',
            signedInAt: '2026-01-05T12:00:00.000Z',
            lastUsedAt: '2026-01-05T12:00:00.000Z',
          },
        ],
      }),
    );
    expect(await screen.findByText('Payment failed, grace until January 12, 2026')).toBeDefined();
    expect(within(screen.getByRole('region', { name: 'Clients' })).getByText('3 clients')).toBeDefined();
    expect(within(screen.getByRole('region', { name: 'Sessions' })).getByText(/203\.0\.113\.0\/24/)).toBeDefined();
    expect(within(screen.getByRole('region', { name: 'Plan and payments' })).getByText('Complimentary')).toBeDefined();
  });

  it('shows how a copy of the data stands, and no way to it', async () => {
    const [askedAt, expiresAt] = ['2026-03-02T12:00:00.000Z', '2026-03-09T12:00:00.000Z'];
    await openAccount(anAccount({ export: { status: 'ready', askedAt, expiresAt }, exportAskedBy: 'Olga Petrov' }));
    const person = within(await screen.findByRole('region', { name: 'Person' }));
    expect(person.getByText(/^Ready to download until March 9, 2026/)).toBeDefined();
    expect(person.getByText(/Requested by Olga Petrov on March 2, 2026/)).toBeDefined();
    expect(screen.queryByRole('link', { name: /download|data/i })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'More actions' }));
    expect(await screen.findByRole('menuitem', { name: 'Delete account' })).toBeDefined();
    expect(screen.queryByRole('menuitem', { name: 'Prepare data copy' })).toBeNull();
  });

  it('is not found once it is gone', async () => {
    server.refuse(ACCOUNT, 404, 'NOT_FOUND', 'We could not find that.');
    await openApp(`/operator/accounts/${COACH_ID}`, anOperator());
    expect(await screen.findByText('There is no page at this address')).toBeDefined();
  });
});

describe('what an operator does for an account', () => {
  it('is what makes sense and what the role allows', async () => {
    await openPage(anOperator({ operatorRole: 'billing' }));
    expect(await screen.findByRole('heading', { name: 'Maya Okafor' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'View as coach' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'More actions' })).toBeNull();
  });

  it('is nothing for an operator', async () => {
    await openAccount(anAccount({ role: 'Operator', isOperator: true, coachStatus: null, plan: null }));
    expect(await screen.findByRole('heading', { name: 'Maya Okafor' })).toBeDefined();
    expect(screen.queryByRole('button', { name: /View as|More actions/ })).toBeNull();
  });

  it('starts a copy of the data, with the reason that the person reads', async () => {
    await openAccount(anAccount());
    const sent: unknown[] = [];
    server.on(`POST /rest/v1/operator/accounts/${COACH_ID}/exports`, async (request) => {
      sent.push(await request.json());
      return json({ userId: COACH_ID });
    });
    fireEvent.click(await screen.findByRole('button', { name: 'More actions' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Prepare data copy' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Prepare data copy: Maya Okafor' }));
    fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'As you asked on the phone.' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Prepare data copy' }));
    expect(await screen.findByText('A copy for Maya Okafor is being prepared')).toBeDefined();
    expect(sent).toEqual([{ reason: 'As you asked on the phone.' }]);
  });

  it('views only with a reason, and then shows what the coach sees', async () => {
    await openPage();
    const sent: unknown[] = [];
    const until = new Date(Date.now() + 15 * 60_000).toISOString();
    server.on(`POST /rest/v1/operator/accounts/${COACH_ID}/views`, async (request) => {
      sent.push(await request.json());
      server.on('GET /rest/v1/session', aCoach({ viewingUntil: until }));
      server.on(`GET /rest/v1/dashboards/coach/${COACH_ID}`, () => new Promise<Response>(() => undefined));
      return json({ until });
    });
    fireEvent.click(await screen.findByRole('button', { name: 'View as coach' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'View as coach: Maya Okafor' }));
    fireEvent.click(dialog.getByRole('button', { name: 'View as coach' }));
    expect(await dialog.findByText('Enter a reason')).toBeDefined();
    fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'Your calendar looks wrong.' } });
    fireEvent.click(dialog.getByRole('button', { name: 'View as coach' }));
    const bar = within(await screen.findByRole('region', { name: 'Viewing an account' }));
    expect(bar.getByText('Viewing as Maya Okafor')).toBeDefined();
    expect(bar.getByText('15 minutes left')).toBeDefined();
    expect(sent).toEqual([{ reason: 'Your calendar looks wrong.' }]);
    expect(JSON.stringify(window.localStorage)).not.toContain('Maya Okafor');
  });

  it('says why nothing was done', async () => {
    await openAccount(
      anAccount({
        sessions: [
          {
            id: COACH_ID,
            userAgent: null,
            network: null,
            signedInAt: '2026-01-05T12:00:00.000Z',
            lastUsedAt: '2026-01-05T12:00:00.000Z',
          },
        ],
      }),
    );
    const message = 'This person is not signed in anywhere.';
    server.refuse(`POST /rest/v1/operator/accounts/${COACH_ID}/ended_sessions`, 409, 'NOT_POSSIBLE', message);
    fireEvent.click(await screen.findByRole('button', { name: 'More actions' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Sign out everywhere' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Sign out everywhere: Maya Okafor' }));
    fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'You asked.' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Sign out everywhere' }));
    expect(await dialog.findByText(message)).toBeDefined();
  });
});

describe('the plan of a coach with a subscription', () => {
  const subscription: NonNullable<Account['subscription']> = {
    plan: 'plus',
    status: 'active',
    cancelAtPeriodEnd: false,
    currentPeriodEnd: '2026-02-05T12:00:00.000Z',
    graceUntil: null,
    card: null,
    clients: 3,
    includedClients: 5,
    upcomingCents: 14_900,
    invoices: [],
  };
  const PREVIEW = `${ACCOUNT}/plan_preview`;
  const openDialog = async (changes: Partial<Account> = {}) => {
    await openAccount(anAccount({ role: 'Coach-Plus', plan: 'plus', subscription, ...changes }));
    fireEvent.click(await screen.findByRole('button', { name: 'More actions' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Change plan' }));
    return within(await screen.findByRole('dialog', { name: 'Change plan: Maya Okafor' }));
  };

  it('is changed after the price was shown', async () => {
    const price = {
      monthlyCents: 24_900,
      dueNowCents: 59_900,
      differenceCents: null,
      setupCents: 49_900,
      overCap: 0,
      countedFrom: '2026-01-05T12:00:00.000Z',
    };
    server.on(PREVIEW, price);
    const sent: unknown[] = [];
    server.on(`POST /rest/v1/operator/accounts/${COACH_ID}/plan`, async (request) => {
      sent.push(await request.json());
      return json({ plan: 'pro' });
    });
    const dialog = await openDialog();
    expect(dialog.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Coach Plus', 'Coach Pro']);
    const text =
      'Coach Pro costs $249 a month with the current clients. The card is charged $599 now, with $499 for the one-time setup.';
    expect(await dialog.findByText(text)).toBeDefined();
    fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'You asked.' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Change plan' }));
    expect(await screen.findByText('Maya Okafor is now on Coach Pro')).toBeDefined();
    expect(sent).toEqual([{ reason: 'You asked.', plan: 'pro', from: 'plus', price }]);
  });

  const LATER = {
    monthlyCents: 24_900,
    dueNowCents: null,
    differenceCents: 6_667,
    setupCents: 49_900,
    overCap: 1,
    countedFrom: '2026-01-05T12:00:00.000Z',
  };
  it.each([
    [LATER, 'The next invoice adds $66.67 for the rest of this month, and $499 for the one-time setup.'],
    [{ ...LATER, setupCents: 0 }, 'The next invoice adds $66.67 for the rest of this month.'],
    [
      { ...LATER, differenceCents: -6_667, setupCents: 0 },
      'The next invoice credits $66.67 for the rest of this month.',
    ],
    [{ ...LATER, differenceCents: null, setupCents: 0 }, 'The next invoice includes the difference for this month.'],
  ])('says what the next invoice has, and when clients are over the cap', async (price, words) => {
    server.on(PREVIEW, price);
    const dialog = await openDialog();
    const text = `Coach Pro costs $249 a month with the current clients. ${words}`;
    expect(await dialog.findByText(text)).toBeDefined();
    expect(dialog.getByText(/1 client more than the plan allows/)).toBeDefined();
  });

  it('is shown with its fee, additional clients included', async () => {
    await openAccount(anAccount({ plan: 'plus', subscription: { ...subscription, clients: 7 } }));
    const fee = await screen.findByText('Monthly fee');
    expect(fee.parentElement?.textContent).toBe('Monthly fee$164');
  });

  it('shows the price again when it has changed meanwhile', async () => {
    server.on(PREVIEW, LATER);
    const message = 'The price has changed meanwhile. Please look at it again.';
    server.refuse(`POST /rest/v1/operator/accounts/${COACH_ID}/plan`, 409, 'NOT_POSSIBLE', message);
    const dialog = await openDialog();
    await dialog.findByText(/adds \$66\.67/);
    server.on(PREVIEW, { ...LATER, differenceCents: 7_000 });
    fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'You asked.' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Change plan' }));
    expect(await dialog.findByText(message)).toBeDefined();
    expect(await dialog.findByText(/adds \$70/)).toBeDefined();
  });

  it('is not offered after a cancellation', async () => {
    await openAccount(anAccount({ plan: 'plus', subscription: { ...subscription, cancelAtPeriodEnd: true } }));
    fireEvent.click(await screen.findByRole('button', { name: 'More actions' }));
    expect(await screen.findByRole('menuitem', { name: 'Refund payments' })).toBeDefined();
    expect(screen.queryByRole('menuitem', { name: 'Change plan' })).toBeNull();
  });
});

describe('an account that will be deleted', () => {
  it('says when, and can be kept', async () => {
    const dueAt = '2026-01-08T12:00:00.000Z';
    await openAccount(anAccount({ erasureDueAt: dueAt }));
    expect(await screen.findByText('This account will be deleted')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'More actions' }));
    const actions = await screen.findAllByRole('menuitem');
    expect(actions.map(({ textContent }) => textContent)).not.toContain('Delete account');
    server.on(`DELETE /rest/v1/operator/accounts/${COACH_ID}/erasure`, () => {
      server.on(ACCOUNT, anAccount());
      return json({ userId: COACH_ID });
    });
    fireEvent.click(screen.getByRole('button', { name: 'Keep account' }));
    expect(await screen.findByText('Deletion of Maya Okafor canceled')).toBeDefined();
    expect(screen.queryByText('This account will be deleted')).toBeNull();
  });

  it('is asked for with the address of the account', async () => {
    const sent: unknown[] = [];
    await openAccount(anAccount());
    server.on(`POST /rest/v1/operator/accounts/${COACH_ID}/erasure`, async (request) => {
      sent.push(await request.json());
      return json({ dueAt: '2026-01-08T12:00:00.000Z' });
    });
    fireEvent.click(await screen.findByRole('button', { name: 'More actions' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete account' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete account: Maya Okafor' }));
    fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'You asked.' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Delete account' }));
    expect(await dialog.findByText('Please enter a valid email address')).toBeDefined();
    fireEvent.change(dialog.getByLabelText('Email of the account'), { target: { value: 'maya@studio.example' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Delete account' }));
    expect(await screen.findByText('Maya Okafor will be deleted')).toBeDefined();
    expect(sent).toEqual([{ reason: 'You asked.', email: 'maya@studio.example' }]);
  });
});

describe('while viewing', () => {
  const until = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

  it('a page that is withheld says so without asking for it, and the bar stays', async () => {
    await openApp('/notifications', aCoach({ viewingUntil: until(0.5) }));
    expect(await screen.findByText('less than a minute left')).toBeDefined();
    expect(await screen.findByRole('heading', { name: 'Not shown to operators' })).toBeDefined();
    expect(server.calls.filter((call) => call.includes('/notifications'))).toEqual([]);
  });

  it('pages that are withheld are disabled in the navigation, with the reason', async () => {
    await openApp('/notifications', aCoach({ viewingUntil: until(15) }));
    const main = within(await screen.findByRole('navigation', { name: 'Main' }));
    for (const name of ['Clients', 'Messages']) {
      const item = await main.findByRole('link', { name });
      expect(item.getAttribute('aria-disabled')).toBe('true');
      expect(item.getAttribute('href')).toBeNull();
      expect(item.getAttribute('aria-description')).toBe('Not shown to operators');
    }
    for (const name of ['Dashboard', 'Calendar', 'Pipeline', 'Programs', 'Money']) {
      expect(main.getByRole('link', { name }).getAttribute('aria-disabled'), name).toBeNull();
    }
    fireEvent.click(await main.findByRole('button', { name: 'Analytics' }));
    const hidden = await screen.findByRole('menuitem', { name: /Performance Metrics/ });
    expect(hidden.hasAttribute('disabled')).toBe(true);
    expect(screen.getByRole('menuitem', { name: /Business Metrics/ }).hasAttribute('disabled')).toBe(false);
    expect(screen.queryByRole('button', { name: /Notifications/ })).toBeNull();
  });

  it('stopping leads back to the account', async () => {
    server.on(`${ACCOUNT}/brand`, { brand: null });
    server.on(ACCOUNT, anAccount());
    server.on(`${ACCOUNT}/audit_entries`, { entries: [], next: null });
    server.on('POST /rest/v1/operator/view/stop', () => {
      server.on('GET /rest/v1/session', anOperator());
      return json({ userId: COACH_ID });
    });
    await openApp('/notifications', aCoach({ viewingUntil: until(15) }));
    fireEvent.click(await screen.findByRole('button', { name: 'Stop viewing' }));
    expect(await screen.findByRole('region', { name: 'Sessions' })).toBeDefined();
    expect(screen.queryByRole('region', { name: 'Viewing an account' })).toBeNull();
  });
});
