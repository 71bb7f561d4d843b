import { test } from './support/test.ts';
import { checkViews, choose, follow, press } from './support/views.ts';

test('contacts, leads and coaches of an operator', async ({ page, people }) => {
  await people.signInDemo(page, 'demo.operator@example.com');
  await checkViews(page, [
    { path: '/operator-dashboard', shows: 'The platform' },
    { path: '/operator/contacts', shows: 'Priya Nair' },
    { open: follow(/Max Power/), shows: 'Spam score 65 of 100' },
    { path: '/operator/pipeline', shows: 'Owen Clarke' },
    { path: '/operator/pipeline?view=list', shows: 'Grace Okoro' },
    { path: '/operator/pipeline?view=sources', shows: 'Conversion by first touch' },
    { path: '/operator/pipeline', open: follow(/Tariq Hassan/), shows: 'Touches' },
    { path: '/operator/coach-approval?status=active', shows: 'Strength for people with little time' },
    { open: press('Suspend coach'), shows: 'No data is deleted' },
    { path: '/operator/accounts?kind=coach', shows: 'Coach Pro' },
    { path: '/operator/accounts?q=zzzz', shows: 'No account found' },
    { path: '/operator/accounts?q=demo.coach.pro', open: follow(/Alex Rivera/), shows: 'Plan and payments' },
    { open: press('View as coach'), shows: 'The coach sees the visit' },
  ]);
});

test('jobs, team and settings of an operator', async ({ page, people }) => {
  await people.signInDemo(page, 'demo.operator@example.com');
  await checkViews(page, [
    { path: '/operator/audit-log', shows: 'Done by' },
    { path: '/operator/jobs', shows: 'Outgoing emails' },
    { path: '/operator/jobs?tab=mail', shows: 'Waiting' },
    { path: '/operator/jobs?tab=webhooks', shows: 'Ignored' },
    { path: '/operator/jobs?tab=alerts', shows: 'Failed emails' },
    { path: '/operator/profile?section=activity', shows: 'Activity' },
    { path: '/operator/profile?section=role', shows: 'Everything: coaches' },
    { path: '/operator/operators', shows: 'Sam Okafor' },
    { open: press('Invite an operator'), shows: 'Send invitation' },
    { path: '/operator/operators', open: press('Actions for Sam Okafor'), shows: 'Change role' },
    { open: choose('Change role'), shows: 'Save role' },
    { path: '/operator/settings?section=demos', shows: 'Days ahead' },
    { path: '/operator/settings?section=banner', shows: 'Audience' },
    { path: '/operator/settings?section=features', shows: 'Contact form' },
    { path: '/operator/settings?section=ai', shows: 'Monthly ceiling' },
    { path: '/operator/settings?section=mails', shows: 'Client invitation' },
    { path: '/operator/settings?section=mails&mail=invitation', shows: 'Send a test to me' },
    { path: '/operator/settings/exercises?q=squat', shows: 'Front squat' },
    { path: '/operator/settings/foods?q=chick', shows: 'Chickpeas, cooked' },
    { open: follow(/Chickpeas, cooked/), shows: 'Household measures' },
    { path: '/operator/settings/foods?q=zzzz', shows: 'No foods found' },
    { path: '/operator/settings/foods', open: press('Import foods'), shows: 'Choose a CSV file' },
    { path: '/operator/settings/exercises?open=front-squat', shows: 'Hide exercise' },
    { open: press('Edit exercise'), shows: 'Save exercise' },
  ]);
});
