import { randomUUID } from 'node:crypto';
import type { TargetContent } from '@stridewell/contract/targets/targets';
import { type Case, get, send } from './security-calls.ts';

const unknown = `/clients/${randomUUID()}`;
const content: TargetContent = {
  source: 'calculated',
  goal: 'maintain',
  weeklyPercent: null,
  activity: 'moderate',
  week: null,
  note: '',
};
const own: TargetContent = { ...content, source: 'override', kcal: 2000, protein: 120, fat: 60, carbohydrate: 245 };
const limits = { isOn: true, withoutApproval: 50, lowest: null, highest: null };
const ofCoach = { coachId: '{coachId}' };
/** The target of the client, as it was stored. */
const saving = (client = '/clients/{clientId}') =>
  send('PUT', `${client}/targets/{targetId}`, { ...ofCoach, startsOn: '2026-01-05', content });

/** The coach sets targets. A client can read their own. */
export const TARGETS_CASES: Record<string, Case> = {
  'targets.getTargets': {
    call: get('/clients/{clientId}/targets?coachId={coachId}'),
    missing: [get(`${unknown}/targets?coachId={coachId}`)],
  },
  'targets.previewTarget': {
    call: send('POST', '/clients/{clientId}/targets/preview', { ...ofCoach, content }),
    others: [send('POST', '/clients/{clientId}/targets/preview', { ...ofCoach, content: own })],
    missing: [send('POST', `${unknown}/targets/preview`, { ...ofCoach, content })],
  },
  'targets.saveTarget': {
    call: saving(),
    bad: [
      send('PUT', '/clients/{clientId}/targets/{new}', { ...ofCoach, startsOn: '2026-01-04', content }),
      send('PUT', '/clients/{clientId}/targets/{new}', { ...ofCoach, startsOn: '2199-01-04', content }),
    ],
    missing: [saving(unknown)],
  },
  'targets.endTarget': {
    call: send('PUT', '/clients/{clientId}/targets/{endedTargetId}/end', ofCoach),
    missing: [send('PUT', `${unknown}/targets/{endedTargetId}/end`, ofCoach)],
  },
  'targets.getTargetPicture': {
    call: get('/clients/{clientId}/targets/picture?coachId={coachId}'),
    missing: [get(`${unknown}/targets/picture?coachId={coachId}`)],
  },
  'targets.getAdaptation': {
    call: get('/clients/{clientId}/targets/adaptation?coachId={coachId}'),
    others: [
      get(
        '/clients/{clientId}/targets/adaptation?coachId={coachId}&day=2026-01-10&assumedDay=2026-01-09&assumedKcal=2000',
      ),
    ],
    missing: [get(`${unknown}/targets/adaptation?coachId={coachId}`)],
  },
  'targets.saveAdaptationLimits': {
    call: send('PATCH', '/clients/{clientId}/targets/adaptation', { ...ofCoach, limits }),
    missing: [send('PATCH', `${unknown}/targets/adaptation`, { ...ofCoach, limits })],
  },
  'targets.approveTargetReview': {
    call: send('POST', '/target_reviews/{approvedReviewId}/approve', ofCoach),
    missing: [send('POST', `/target_reviews/${randomUUID()}/approve`, ofCoach)],
  },
  'targets.dismissTargetReview': {
    call: send('POST', '/target_reviews/{dismissedReviewId}/dismiss', ofCoach),
    missing: [send('POST', `/target_reviews/${randomUUID()}/dismiss`, ofCoach)],
  },
  'targets.getReferrals': {
    call: get('/clients/{clientId}/referrals?coachId={coachId}'),
    missing: [get(`${unknown}/referrals?coachId={coachId}`)],
  },
  'targets.prepareReferral': {
    call: send('PUT', '/clients/{clientId}/referrals/{letterId}', ofCoach),
    missing: [send('PUT', `${unknown}/referrals/{letterId}`, ofCoach)],
  },
  'targets.listOwnReferrals': {
    call: get('/referrals/own'),
  },
  'targets.markReferralRead': {
    call: send('PUT', '/referrals/own/{letterId}/read', {}),
    missing: [send('PUT', `/referrals/own/${randomUUID()}/read`, {})],
  },
  'targets.getOwnTarget': {
    call: get('/targets/own'),
    others: [get('/targets/own?day=2026-01-05')],
  },
};
