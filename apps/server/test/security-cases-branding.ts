import { randomUUID } from 'node:crypto';
import { type Case, get, send } from './security-calls.ts';

const path = (id: string, rest = '') => `/operator/accounts/${id}/brand${rest}`;
const reason = 'It looks like another company.';
const draft = { coachId: '{coachId}', name: 'Fit in the walk', color: '#aa0000', logoId: null, iconId: null };

export const BRANDING_CASES: Record<string, Case> = {
  'branding.saveBrand': {
    call: send('PUT', '/brand', draft),
    bad: [send('PUT', '/brand', { ...draft, color: '#aa000' })],
    missing: [
      send('PUT', '/brand', { ...draft, logoId: '{new}' }),
      send('PUT', '/brand', { ...draft, iconId: '{new}' }),
    ],
  },
  'branding.getReviewedBrand': { call: get(({ coachId }) => path(coachId)) },
  // Of a coach who makes none of the calls above, which a suspended brand refuses.
  'branding.suspendBrand': {
    call: send('POST', ({ pendingCoachId }) => path(pendingCoachId, '/suspend'), { reason }),
    missing: [send('POST', () => path(randomUUID(), '/suspend'), { reason })],
  },
  'branding.reinstateBrand': {
    call: send('POST', ({ pendingCoachId }) => path(pendingCoachId, '/reinstate')),
    missing: [send('POST', () => path(randomUUID(), '/reinstate'))],
  },
};
