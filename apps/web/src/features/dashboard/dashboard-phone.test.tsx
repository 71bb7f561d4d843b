import type { CoachSession } from '@stridewell/contract/calendar/calendar';
import type { Agenda } from '@stridewell/contract/dashboard/dashboard';
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { anAgenda, openWith } from '../../../test/dashboard.ts';
import { CLIENT_ID } from '../../../test/people.ts';
import { onPhone } from '../../../test/phone.ts';

const card = (name: string) => screen.findByRole('region', { name });
const figure = (region: HTMLElement, name: string) => within(region).getByRole('group', { name }).textContent;
const aSession = (changes: Partial<CoachSession> = {}): CoachSession => ({
  id: '0190a5a0-0000-7000-8000-000000000051',
  clientId: CLIENT_ID,
  clientName: 'Jonas Lind',
  sessionDate: '2020-03-02T09:00:00.000Z',
  sessionType: 'Strength',
  location: null,
  meetingUrl: null,
  status: 'scheduled',
  ...changes,
});
const idOf = (index: number) => `0190a5a0-0000-7000-8000-2000000000${String(index).padStart(2, '0')}`;

describe('on a phone', () => {
  const missed = { clientId: idOf(3), clientName: 'Bea', missed: 2, dueDay: '2026-03-01', lastContactDay: null };
  const owed = {
    invoiceId: idOf(20),
    clientId: idOf(4),
    clientName: 'Cid',
    label: '1001',
    owedCents: 9000,
    currency: 'USD',
    dueOn: '2026-03-01',
    failed: false,
  };
  const open = (changes: Partial<Agenda>, others: Parameters<typeof openWith>[0] = {}) => {
    onPhone();
    return openWith({ agenda: { state: 'ready', data: anAgenda({ taskCount: 1, ...changes }) }, ...others });
  };
  const fold = async (region: string) => within(await card(region)).findByRole('button', { name: region });

  it('what can wait is a count until it is tapped', async () => {
    await open({ followUps: { total: 1, rows: [missed] }, invoices: { total: 1, rows: [owed] } });
    for (const [name, row] of [
      ['Missed check-ins', 'Bea'],
      ['Payments to follow up', 'Cid'],
    ] as const) {
      const head = await fold(name);
      expect(head.getAttribute('aria-expanded')).toBe('false');
      expect(screen.queryByText(row)).toBeNull();
      fireEvent.click(head);
      expect(head.getAttribute('aria-expanded')).toBe('true');
      expect(screen.getByText(row)).toBeDefined();
    }
  });

  it('a failed payment, a message and a check-in are never folded, and the payment stands above routine', async () => {
    await open({
      invoices: { total: 1, rows: [{ ...owed, failed: true }] },
      unread: [{ clientId: idOf(5), clientName: 'Dan', unread: 1, since: '2026-03-02T08:00:00.000Z' }],
      reviews: {
        total: 1,
        rows: [{ checkInId: idOf(1), clientId: idOf(2), clientName: 'Ada', submittedAt: '2026-03-02T08:00:00.000Z' }],
      },
    });
    const agenda = within(await card("Today's Agenda"));
    for (const name of ['Cid', 'Dan', 'Ada']) expect(agenda.getByText(name)).toBeDefined();
    expect(agenda.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'Unread messages',
      'Payments to follow up',
      'Check-ins to review',
    ]);
  });

  it('a group has three rows before all of them', async () => {
    const sessions = [9, 13, 14, 15, 16].map((hour, index) =>
      aSession({ id: idOf(index), sessionDate: `2026-03-02T${String(hour).padStart(2, '0')}:00:00.000Z` }),
    );
    await open({ sessions });
    const rows = within(await card('Sessions today'));
    expect(rows.getAllByRole('listitem').map(({ textContent }) => textContent?.slice(0, 7))).toEqual([
      '9:00 AM',
      'Now, 12',
      '1:00 PM',
    ]);
    fireEvent.click(rows.getByRole('button', { name: /^Show all/ }));
    expect(rows.getAllByRole('listitem')).toHaveLength(6);
  });

  it('cards of figures are a line each, and say what they hold', async () => {
    await open({});
    const metrics = await card('Client Metrics Overview');
    expect(metrics.textContent).toBe('Client Metrics Overview4 clients');
    expect((await card('Pipeline Summary')).textContent).toBe('Pipeline Summary5 leads');
    fireEvent.click(await fold('Client Metrics Overview'));
    expect(figure(metrics, 'On track')).toContain('75%');
    fireEvent.click(await fold('Client Metrics Overview'));
    expect(metrics.textContent).toBe('Client Metrics Overview4 clients');
  });

  it('a card that failed, is locked or has nothing stays open', async () => {
    await open(
      {},
      {
        clientMetrics: { state: 'failed' },
        suggestions: { state: 'locked', reason: 'plan', requiredPlan: 'plus' },
      },
    );
    expect((await card('Client Metrics Overview')).textContent).toContain('Failed to load client metrics');
    expect((await card('AI Assistant Suggestions')).textContent).toContain('Upgrade to Coach Plus');
    expect((await card('Upcoming Sessions')).textContent).toContain('No upcoming sessions');
  });

  it('the quick actions keep their whole names', async () => {
    await open({});
    const actions = within(await card('Quick Actions'));
    expect(actions.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'Add New Client',
      'Create Workout Plan',
      'Log Check-In',
      'Send Group Message',
    ]);
  });
});
