import type { OperatorOverview, ReviewedCoach } from '@stridewell/contract/operator/operator';
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { mount } from '../../../test/mount.tsx';
import { openApp } from '../../../test/open-app.tsx';
import { anOperatorOverview } from '../../../test/operator.ts';
import { anOperator, COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { ApprovalPage } from './approval-page.tsx';
import { OperatorOverview as Dashboard } from './operator-overview.tsx';

const COACHES = 'GET /rest/v1/operator/coaches';
const DECISIONS = `/rest/v1/operator/coaches/${COACH_ID}/decisions`;

const aReviewedCoach = (changes: Partial<ReviewedCoach> = {}): ReviewedCoach => ({
  coachId: COACH_ID,
  fullName: 'Maya Okafor',
  email: 'maya@studio.example',
  emailVerified: true,
  status: 'pending',
  reason: '',
  joinedAt: '2026-01-05T12:00:00.000Z',
  plan: 'base',
  planIntent: null,
  subscriptionStatus: 'active',
  mailDomain: 'own',
  namesakes: 0,
  profile: null,
  ...changes,
});

/** Shows the coaches awaiting approval, with the first one open. */
async function openApproval(...coaches: ReviewedCoach[]) {
  server.on(COACHES, { coaches, next: null });
  server.on(`GET ${DECISIONS}`, { decisions: [] });
  await mount(<ApprovalPage status="pending" coachId={undefined} onStatus={() => undefined} />);
}

describe('coach approval', () => {
  it('shows what to look at twice', async () => {
    await openApproval(aReviewedCoach({ emailVerified: false, mailDomain: 'disposable', namesakes: 2 }));
    const review = within(await screen.findByRole('region', { name: 'Maya Okafor' }));
    for (const doubt of ['Email not verified', 'Disposable email address', 'Same name as 2 other coaches']) {
      expect(review.getByText(doubt)).toBeDefined();
    }
  });

  it('rejects only with a reason, which goes to the coach', async () => {
    const sent: unknown[] = [];
    await openApproval(aReviewedCoach());
    server.on(`POST ${DECISIONS}`, async (request) => {
      sent.push(await request.json());
      server.on(COACHES, { coaches: [], next: null });
      return json({ status: 'rejected' });
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Reject coach' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Reject coach: Maya Okafor' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Reject coach' }));
    expect(await dialog.findByText('Enter a reason')).toBeDefined();
    fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'The certificate has expired.' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Reject coach' }));
    expect(await screen.findByText('Rejected: Maya Okafor')).toBeDefined();
    expect(sent).toEqual([{ decision: 'reject', reason: 'The certificate has expired.', status: 'pending' }]);
    expect(await screen.findByText(/No coach is waiting/)).toBeDefined();
  });

  it('says when another operator was faster', async () => {
    await openApproval(aReviewedCoach());
    const message = 'This coach has another status by now, so nothing was changed.';
    server.refuse(`POST ${DECISIONS}`, 409, 'STATUS_CHANGED', message);
    fireEvent.click(await screen.findByRole('button', { name: 'Approve coach' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Approve coach: Maya Okafor' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Approve coach' }));
    expect(await dialog.findByText(message)).toBeDefined();
  });

  it('says that no coach is waiting', async () => {
    server.on(COACHES, { coaches: [], next: null });
    await openApp('/operator/coach-approval', anOperator());
    expect(await screen.findByText('No coach is waiting. New coaches appear here when they sign up.')).toBeDefined();
  });
});

describe('the dashboard', () => {
  const open = async (needs: Partial<OperatorOverview['needs']>) => {
    server.on('GET /rest/v1/operator/overview', anOperatorOverview(needs));
    await mount(<Dashboard />);
  };

  it('leads to exactly what needs a decision', async () => {
    const failing = { coachId: COACH_ID, fullName: 'Maya Okafor', since: '2026-01-05T12:00:00.000Z' };
    await open({
      approvals: 2,
      contacts: 3,
      failedMails: 1,
      failedWebhooks: 2,
      failedJobs: 1000,
      failedPayments: [failing],
      disputes: [
        {
          id: 'dp_1',
          paidTo: 'platform',
          coach: failing,
          amount: 14_900,
          currency: 'USD',
          respondBy: '2026-01-20T20:00:00.000Z',
        },
        { id: 'dp_2', paidTo: 'platform', coach: null, amount: 500, currency: 'USD', respondBy: null },
        { id: 'dp_3', paidTo: 'coach', coach: failing, amount: 900, currency: 'EUR', respondBy: null },
      ],
    });
    const needs = within(await screen.findByRole('region', { name: 'Needs a decision' }));
    const links = needs.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
    expect(links).toEqual([
      [
        'A payment of $149 by Maya Okafor is disputedSubmit evidence at the payment provider by January 20, 2026, or accept the dispute there',
        `/operator/accounts/${COACH_ID}`,
      ],
      [expect.stringContaining('A payment of $5 by a payer without an account is disputed'), '/operator/accounts'],
      [expect.stringContaining('A client payment of €9 to Maya Okafor is disputed'), `/operator/accounts/${COACH_ID}`],
      ['2 coaches awaiting approval', '/operator/coach-approval'],
      ['3 contacts awaiting reply', '/operator/contacts'],
      ['2 payment events failed', '/operator/jobs?tab=webhooks&event=failed'],
      ['1 email could not be delivered', '/operator/jobs?tab=mail&status=failed'],
      ['1,000 or more background jobs failed', '/operator/jobs'],
      [expect.stringContaining('Payment failed for Maya Okafor'), `/operator/accounts/${COACH_ID}`],
    ]);
  });

  it('says when nothing needs a decision, and shows the platform', async () => {
    await open({ approvals: null });
    expect(await screen.findByText('Nothing needs a decision')).toBeDefined();
    const figure = (name: string) => within(screen.getByRole('group', { name }));
    expect(figure('MRR').getByText('$447')).toBeDefined();
    expect(figure('MRR').getByText('+$149 new, -$298 churn')).toBeDefined();
    expect(figure('Churn').getByText('50%')).toBeDefined();
    expect(figure('New coaches').getByText('in 30 days, 4 in the previous 30')).toBeDefined();
    expect(figure('Failed requests').getByText('0.4%')).toBeDefined();
    expect(figure('Failed requests').getByText('of 1,250 requests to the API in the last hour')).toBeDefined();
    const table = within(screen.getByRole('table', { name: 'Coaches by plan and status' }));
    expect(table.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent).join(' '))).toEqual(
      ['Status Base Plus Pro All', 'Waiting 2 0 0 2', 'Active 7 0 0 7', 'Suspended 0 0 1 1', 'All 9 0 1 10'],
    );
  });
});
