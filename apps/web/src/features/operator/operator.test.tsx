import type { ReviewedCoach } from '@stridewell/contract/operator';
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openApp } from '../../../test/open-app.tsx';
import { anOperator, COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';

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

async function openApproval(...coaches: ReviewedCoach[]) {
  server.on(COACHES, { coaches, next: null });
  server.on(`GET ${DECISIONS}`, { decisions: [] });
  await openApp('/operator/coach-approval', anOperator());
}

describe('coach approval', () => {
  it('says that no coach is waiting', async () => {
    await openApproval();
    expect(await screen.findByText('No coach is waiting. New coaches appear here when they sign up.')).toBeDefined();
  });

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
    expect(await dialog.findByText('Please write to the coach why')).toBeDefined();
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
});

describe('the dashboard', () => {
  it('leads to the coaches who wait', async () => {
    server.on('GET /rest/v1/operator/overview', {
      waiting: 2,
      coaches: [
        { plan: 'base', status: 'pending', count: 2 },
        { plan: 'base', status: 'active', count: 7 },
        { plan: 'pro', status: 'approved', count: 1 },
        { plan: 'pro', status: 'suspended', count: 1 },
      ],
    });
    await openApp('/operator-dashboard', anOperator());
    expect(await screen.findByText('2 coaches are waiting for approval.')).toBeDefined();
    expect(within(screen.getByRole('group', { name: 'Coach Base' })).getByText('7')).toBeDefined();
    expect(within(screen.getByRole('group', { name: 'Coach Pro' })).getByText('1')).toBeDefined();
    expect(screen.getByText('1 suspended coach is not counted.')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Review coaches' }).getAttribute('href')).toBe('/operator/coach-approval');
  });
});
