import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { checkViews, choose, follow, press } from './support/views.ts';

/** Public pages, which the server renders and the program takes over. */
test('public pages', async ({ page }) => {
  await checkViews(page, [
    { path: '/landing', shows: 'Transform Your Coaching Business' },
    { path: '/pricing', shows: /Start free/ },
    { open: press('Go Pro'), shows: 'Complete Your Coach Pro Purchase' },
    { open: press(/^Pay/), shows: 'Please enter a card number' },
    { path: '/terms-of-service', shows: 'Terms of Service' },
    { path: '/privacy-policy', shows: 'Privacy Policy' },
    { path: '/notification-demo', shows: /Notifications/ },
    { path: '/no-such-page', shows: 'There is no page at this address' },
  ]);
});

test('signing in and signing up', async ({ page }) => {
  await checkViews(page, [
    { path: '/auth', shows: 'Forgot password?' },
    { path: '/auth-simple', open: press('Sign In'), shows: 'Please enter both email and password' },
    { path: '/reset-password', shows: /password/i },
    { path: '/coach-onboarding?resend=true', shows: 'Request a new verification link' },
    { path: '/account-setup?plan=base', shows: /Welcome/ },
  ]);
});

test('the way to a demo', async ({ page }) => {
  const next = press('Next');
  await checkViews(page, [
    {
      path: '/contact',
      open: (at) => at.getByLabel('How did you find us?').selectOption('Other'),
      shows: 'Get in Touch',
    },
    { path: '/schedule-demo', open: next, shows: 'Please fill this in' },
    {
      async open(at) {
        await at.getByLabel('Full name').fill('Vera Lind');
        await at.getByLabel('Email').fill('vera@example.com');
        await at.getByLabel('Instagram or website').fill('@vera');
        await next(at);
        await at.getByLabel('What eats most of your time?').fill('Check-ins');
        await at.getByLabel('Which tools do you use today?').fill('Paper');
      },
      shows: 'Client Load & Tools',
    },
    {
      async open(at) {
        await next(at);
        await at.getByLabel('What would your coaching look like').fill('Free evenings');
        await at.getByRole('button', { name: 'Schedule Demo', exact: true }).click();
        const frame = at.frameLocator('iframe[title="Choose a time"]');
        await expect(frame.getByRole('list', { name: 'Times' })).toBeVisible();
      },
      shows: 'Back to Questionnaire',
    },
    {
      path: '/booking/demo',
      async open(at) {
        await at.getByRole('list', { name: 'Times' }).getByRole('button').first().click();
        await press('Book this time')(at);
        await expect(at.getByLabel('Your name')).toBeFocused();
      },
      shows: 'Book this time',
    },
    { path: '/schedule-demo-confirmed', shows: /One step is left/ },
  ]);
});

test('dashboard, clients and programs of a coach', async ({ page, people }) => {
  const home = `/coach/${await people.signInDemo(page, 'demo.coach.pro@example.com')}`;
  const maya = 'Actions for Maya Torres';
  await checkViews(
    page,
    [
      { path: './dashboard', shows: 'Pipeline Summary' },
      { path: './clients', open: press(maya), shows: 'Archive' },
      { open: choose('Archive'), shows: 'Archive Maya Torres?' },
      { path: './clients', open: press('Add client'), shows: 'Send invitation' },
      { path: './programs', open: press('New program'), shows: 'Days a week' },
      { path: './programs', open: press('Import'), shows: 'Choose a file' },
      {
        async open(at) {
          await at.getByLabel('Cells').fill('Day\tExercise\tSets\tReps\nPush\tBench press\t4\t8-10\nPush\tDip\t0\t8');
          await at.getByRole('button', { name: 'Read cells' }).click();
        },
        shows: '1 exercise will be created.',
      },
      { path: './programs', open: follow('Push-Pull-Legs'), shows: 'Make a copy' },
      { path: './programs', open: follow('Strong in three days'), shows: 'Week 8' },
      { open: press('Assign'), shows: 'Training days' },
      { path: './ai-planner', open: press('Draft program'), shows: 'Why this program' },
      { open: press('Details'), shows: 'How this draft came about' },
    ],
    home,
  );
});

test('exercises, meal plans and foods of a coach', async ({ page, people }) => {
  const home = `/coach/${await people.signInDemo(page, 'demo.coach.pro@example.com')}`;
  await checkViews(
    page,
    [
      { path: './exercises', open: follow(/^Back squat/), shows: 'Avoid for' },
      { open: press('Edit exercise'), shows: 'One side at a time' },
      { path: './nutrition', open: follow('Vegetarian week'), shows: 'Make a copy' },
      { path: './nutrition', open: follow('Busy week'), shows: 'Target and limits' },
      { open: press('Shopping list'), shows: 'Bakery' },
      { path: './foods?q=banana', open: follow(/^Banana Fruit/), shows: 'Free of' },
      { open: press('Edit food'), shows: 'Contains allergens' },
      { path: './foods?show=own', shows: 'Lentil salad with feta' },
      { path: './exercises', open: press('Import'), shows: 'Choose a file' },
      {
        async open(at) {
          await at.getByRole('button', { name: 'Paste the text instead' }).click();
          await at.getByLabel('Text of the file').fill('[{ "name": "Sandbag squat" }]');
          await at.getByRole('button', { name: 'Read text' }).click();
          await at.getByText('1 with problems, skipped').click();
        },
        shows: 'No muscle',
      },
    ],
    home,
  );
});

test('leads and figures of a coach', async ({ page, people }) => {
  const home = `/coach/${await people.signInDemo(page, 'demo.coach.pro@example.com')}`;
  await checkViews(
    page,
    [
      { path: './pipeline', open: press('New lead'), shows: 'What you expect to earn.' },
      { path: './pipeline', open: press('Lead form'), shows: 'Accept new leads' },
      { path: './pipeline', open: press('Move Isabel Moreno'), shows: 'Move to Trial' },
      { open: choose('Move to Lost'), shows: 'Why was Isabel Moreno lost?' },
      { path: './pipeline?view=list&sort=value', shows: 'Last contact' },
      { path: './pipeline', open: follow('Samuel Osei'), shows: 'Moved from Pitched to Trial' },
      { open: press('Email'), shows: 'Email to Samuel Osei' },
      { path: './business-metrics', shows: 'Clients who keep paying' },
      { path: './business-metrics?period=year', shows: 'Month by month' },
      { path: './business-metrics', open: follow(/^Expenses ?\$/), shows: 'Northside Studio' },
      { path: './business-metrics', open: follow(/^MRR ?\$/), shows: 'A month' },
      {
        path: './business-metrics/rows?from=2026-01-01&to=2045-12-31&kind=new&currency=USD',
        shows: 'Monthly coaching',
      },
      { path: './business-metrics', open: follow(/clients? of .* 20/), shows: 'Months with payments' },
      { path: './business-metrics/expenses', shows: 'Marketing' },
    ],
    home,
  );
});

test('money of a coach', async ({ page, people }) => {
  const home = `/coach/${await people.signInDemo(page, 'demo.coach.pro@example.com')}`;
  await checkViews(
    page,
    [
      { path: './expenses', shows: 'Corner Print' },
      { open: press('New expense'), shows: 'Who was paid' },
      { path: './expenses?view=recurring', open: press('Actions for Northside Studio'), shows: 'Pause' },
      { open: choose('Edit from the next date on'), shows: 'Last day (optional)' },
      {
        path: './expenses',
        async open(at) {
          await press('More about expenses')(at);
          await choose('Import from your bank')(at);
          await at.getByLabel('Cells').fill('Date\tPayee\tAmount\n2026-03-13\tCorner Print\t-25.50\nsoon\tBank\t-5');
          await at.getByRole('button', { name: 'Read cells' }).click();
        },
        shows: '1 row will be added.',
      },
      { path: './money', shows: 'Failed payments' },
      { open: press('New invoice'), shows: 'Note for the client' },
      { path: './money', open: press('Record payment'), shows: 'Note (only you see it)' },
      { path: './money', open: follow('Marcus Reed'), shows: 'Movement assessment' },
      { path: './money?tab=payments', shows: 'Bank transfer' },
      { path: './money?tab=subscriptions', shows: '$250 a month' },
      { open: press('Add subscription'), shows: 'Name on invoices' },
      { path: './money?tab=packages', open: press('New package'), shows: 'What is included' },
      { path: './money?tab=settings', shows: 'Business name' },
    ],
    home,
  );
});

test('engagement, flows and messages of a coach', async ({ page, people }) => {
  const home = `/coach/${await people.signInDemo(page, 'demo.coach.pro@example.com')}`;
  await checkViews(
    page,
    [
      { path: './reports', shows: 'Your median reply time' },
      { path: './engagement', shows: /^Not measured here yet/ },
      { path: './engagement/monday', shows: /decisions? to go/ },
      { path: './engagement/re-engagement', shows: 'A quiet week' },
      { open: press('New rule'), shows: 'For how many days' },
      { path: './integrations', shows: 'You have no webhooks yet.' },
      { open: press('Add webhook'), shows: 'Contact fields' },
      { path: './branding', shows: 'Portal, dark' },
      { open: follow('Your own domain'), shows: 'Domains are not available here yet.' },
      { path: './flows', shows: 'In it now' },
      { open: follow('Welcome'), shows: 'Pause after a reply (days)' },
      { open: press(/^Show what happened with/), shows: 'Remove from the flow' },
      { path: './performance-metrics', shows: 'Clients by workouts done' },
      { path: './performance-metrics?weeks=52&sort=workouts', shows: /in the last year/ },
      { path: './messages', shows: 'Maya Torres' },
      { open: follow(/Maya Torres/), shows: 'Enter sends' },
      { path: '/notifications', shows: 'Mark all as read' },
      { open: follow('Preferences'), shows: /in the app/i },
      {
        async open(at) {
          await at.keyboard.press('Control+k');
          await at.getByRole('combobox', { name: /^Search clients/ }).fill('maya');
          await expect(at.getByRole('option', { name: 'Maya Torres', exact: true })).toBeVisible();
        },
        shows: 'Start message to Maya Torres',
      },
    ],
    home,
  );
});

test('one client, seen by the coach', async ({ page, people }) => {
  const home = `/coach/${await people.signInDemo(page, 'demo.coach.pro@example.com')}`;
  const tab = (name: string) => (at: Page) => at.getByRole('tab', { name }).click();
  await checkViews(
    page,
    [
      { path: './clients', open: follow('Maya Torres'), shows: 'Overview' },
      { open: tab('Check-ins'), shows: /How much of the plan/ },
      { open: tab('Progress'), shows: /a week/ },
      { open: tab('Notes'), shows: /four-week trend/ },
      { open: tab('Details'), shows: /Architect/ },
      { open: follow('Edit'), shows: 'Occupation' },
      {
        path: './clients',
        async open(at) {
          await follow('Maya Torres')(at);
          await tab('Training')(at);
        },
        shows: 'Plan adjustments',
      },
      { open: press(/^Rules/), shows: 'Days to keep free' },
    ],
    home,
  );
});

test('check-ins, forms and group messages of a coach', async ({ page, people }) => {
  const home = `/coach/${await people.signInDemo(page, 'demo.coach.pro@example.com')}`;
  await checkViews(
    page,
    [
      { path: './check-ins', shows: 'Start reviewing' },
      { open: follow('Start reviewing'), shows: /Reply to/ },
      { path: './check-in', open: follow(/Maya Torres/), shows: 'Log check-in' },
      {
        path: './notifications',
        async open(at) {
          await press(/^Select all/)(at);
          await at.getByRole('textbox', { name: 'Message' }).fill('Hello {first name}');
        },
        shows: /selected/,
      },
      { open: press(/^Preview for/), shows: /^Hello [A-Z]/ },
      { path: './notifications', open: follow(/studio is closed/), shows: /^Sent to/ },
      { path: './check-in-templates', shows: 'Check-in forms' },
      { open: follow(/^Empty form/), shows: 'Name of the form' },
    ],
    home,
  );
});

test('the calendar of a coach', async ({ page, people }) => {
  const coachId = await people.signInDemo(page, 'demo.coach.pro@example.com');
  const key = (name: string) => (at: Page) => at.keyboard.press(name);
  await checkViews(
    page,
    [
      { path: './calendar?view=agenda', shows: /\d:\d\d [AP]M/ },
      {
        open: (at) =>
          at
            .getByRole('main')
            .getByRole('button', { name: /\d:\d\d/ })
            .first()
            .click(),
        shows: 'Edit or move',
      },
      { open: press('Edit or move'), shows: 'Change session' },
      { path: './calendar', open: key('w'), shows: 'New session' },
      { open: key('d'), shows: 'New session' },
      { open: key('m'), shows: 'New session' },
      { path: './calendar?view=availability', shows: 'Save availability' },
    ],
    `/coach/${coachId}`,
  );
});

test('profile, plan and settings of a coach', async ({ page, people }) => {
  const home = `/coach/${await people.signInDemo(page, 'pitch@example.com')}`;
  await checkViews(
    page,
    [
      { path: '/coach-profile', shows: 'Your profile' },
      { path: '/settings?section=account', shows: 'Current password' },
      { path: '/settings?section=adaptive-week', shows: 'Days to keep free' },
      { path: '/settings?section=plan', shows: 'Settings' },
      { path: '/settings?section=payments', shows: 'Connect account' },
      { path: '/settings?section=check-ins', shows: 'Settings' },
      { path: '/settings?section=activity', shows: 'Activity' },
      { path: '/settings?section=data', shows: 'Prepare my data' },
      { path: './client-onboarding', shows: 'Onboard a client' },
      {
        path: '/coach/pitch-loom',
        open: (at) => expect(at.getByRole('region', { name: 'Dashboard' })).toContainText('Pipeline Summary'),
        shows: 'A walk through Stridewell',
      },
    ],
    home,
  );
});

test('setting up as a coach', async ({ page, people, coach }) => {
  await people.invite(page, coach);
  const step = (name: string) => `/coach-onboarding?step=${name}`;
  await checkViews(
    page,
    [
      { path: './dashboard', shows: 'Tell clients who you are' },
      { path: step('profile'), shows: 'About you' },
      { path: step('specialities'), shows: 'What you are good at' },
      { path: step('certifications'), open: press('Add certification'), shows: 'Issued by' },
      { path: step('availability'), shows: 'When clients can book you' },
      { path: step('template'), shows: 'Your first check-in form' },
      { path: step('invite'), shows: 'Invite your clients' },
      { path: step('done'), shows: /Ready|Almost there/ },
      { path: './client-onboarding', open: press('Onboard Nina Park'), shows: /agrees/ },
      // Features that the free plan lacks.
      { path: '/engagement-dashboard', shows: 'Feature Upgrade Required' },
    ],
    `/coach/${coach.coachId}`,
  );
});
