import { answerBuiltIn } from './support/messages.ts';
import { expect, linkMailedTo, newEmail, PASSWORD, reloadUntil, test, visit } from './support/test.ts';

test('a coach adds a client, the client checks in, the coach sees it', { tag: '@smoke' }, async ({
  page,
  request,
  people,
  coach,
}) => {
  test.slow();
  const { coachId } = coach;
  await page.goto(`/coach/${coachId}/dashboard`);
  const email = newEmail('nina');

  await page.getByRole('link', { name: 'Clients', exact: true }).first().click();
  await page.getByRole('button', { name: 'Add your first client' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add client' });
  await dialog.getByLabel('Full name').fill('Nina Park');
  await dialog.getByLabel('Email').fill(email);
  // A double click adds one client.
  await dialog.getByRole('button', { name: 'Send invitation' }).dblclick();
  await expect(dialog.getByText(/^Invitation sent/)).toBeVisible();
  await expect(dialog.getByLabel('Invite link')).toHaveValue(/\/invitation\/[\w-]{75}$/);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('row', { name: /Nina Park/ })).toHaveCount(1);
  await expect(page.getByRole('row', { name: /Nina Park/ })).toContainText('Invited');

  const client = await people.openPhone();
  await client.goto(await linkMailedTo(request, email));
  await expect(client.getByRole('heading', { name: 'Train with Ana Silva' })).toBeVisible();
  await client.getByRole('textbox', { name: 'Choose a password' }).fill(PASSWORD);
  await client.getByRole('button', { name: 'Accept and start' }).click();
  await expect(client).toHaveURL(/\/client-onboarding$/);
  await visit(client, '/client-onboarding?step=goal');
  await client.getByRole('textbox', { name: 'Goal', exact: true }).fill('Run 10 km without a break');
  await client.getByRole('button', { name: 'Next' }).click();
  await client.getByRole('link', { name: 'Finish later' }).click();
  await expect(client.getByRole('heading', { name: 'Your check-in is due' })).toBeVisible();

  await client.getByRole('link', { name: 'Start check-in' }).click();
  await client.getByLabel('Weight (lb)').fill('9');
  await client.getByRole('button', { name: 'Send check-in' }).click();
  await expect(client.getByText('Please enter a weight between')).toBeVisible();
  await answerBuiltIn(client);
  await client.getByLabel('Weight (lb)').fill('154.3');
  await client.getByLabel('Sleep (hours)').fill('7.5');
  await client.getByLabel('Anything your coach should know?').fill('Knee feels fine again.');
  await client.getByRole('button', { name: 'Send check-in' }).click();
  await expect(client).toHaveURL(/\/client\/dashboard$/);
  await expect(client.getByRole('heading', { name: 'Your check-in is done' })).toBeVisible();

  await visit(page, `/coach/${coachId}/dashboard`);
  // The client has not completed the onboarding.
  await expect(page.getByRole('region', { name: 'Client Metrics Overview' })).toContainText('0 of 0 clients');
  const bell = page.getByRole('button', { name: /Notifications, 2 unread/ });
  await reloadUntil(page, bell);
  await bell.click();
  await page.getByRole('button', { name: /New check-in/ }).click();
  await expect(page).toHaveURL(/\/check-ins\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { name: 'Nina Park' })).toBeVisible();
  await expect(page.getByText('Run 10 km without a break')).toBeVisible();
  await expect(page.getByText('Knee feels fine again.')).toBeVisible();
  // 154.3 lb, shown to a coach who uses kilograms.
  await expect(page.getByText('70.0 kg')).toBeVisible();
  await expect(page.getByRole('button', { name: /Notifications, 1 unread/ })).toBeVisible();
});

test('adding a client explains a refusal, and links to a client who already has the address', async ({
  page,
  people,
  coach,
}) => {
  const nina = await people.invite(page, coach);
  await people.createNamesOnly(coach, 3);
  await page.goto(`/coach/${coach.coachId}/clients`);
  await expect(page.getByText('4 of 5 clients in your plan')).toBeVisible();
  const add = async (name: string, email: string) => {
    await page.getByRole('button', { name: 'Add client' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add client' });
    await dialog.getByLabel('Full name').fill(name);
    await dialog.getByLabel('Email').fill(email);
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    return dialog;
  };
  const known = await add('Nina P.', nina.email);
  await expect(known.getByRole('alert')).toContainText('This email address belongs to Nina Park');
  await expect(known.getByRole('link', { name: 'Open Nina Park' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Actions for Nina Park' }).click();
  await page.getByRole('menuitem', { name: 'Withdraw invitation' }).click();
  await page.getByRole('button', { name: 'Withdraw invitation' }).click();
  await expect(page.getByRole('link', { name: 'Nina Park', exact: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Actions for Client 03' })).toBeFocused();
  await (await add('Nina P.', nina.email)).getByRole('button', { name: 'Invite Nina Park again' }).click();
  await expect(page.getByRole('link', { name: 'Nina Park', exact: true })).toBeVisible();

  // The last seat of several lines goes to the first one.
  await page.getByRole('button', { name: 'Add client' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add client' });
  await dialog.getByText('Several at once').click();
  const [fifth, sixth] = [newEmail('fifth'), newEmail('sixth')];
  await dialog.getByLabel('Names and email addresses').fill(`Client Five ${fifth}\nClient Six, ${sixth}`);
  await dialog.getByRole('button', { name: 'Send 2 invitations' }).click();
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Client Five' })).toContainText('Invited');
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Client Six' })).toContainText(
    'no room for another client',
  );
  await expect(dialog.getByLabel('Names and email addresses')).toHaveValue(`Client Six <${sixth}>`);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add client' }).click();
  await expect(dialog).toContainText('Coach Base covers up to 5 clients');
  await expect(dialog.getByRole('textbox')).toHaveCount(0);
  await page.keyboard.press('Escape');

  // The device remembers the other look, and the address the filters.
  await page.getByLabel('Cards').focus();
  await page.keyboard.press('Space');
  await expect(page.getByLabel('Cards')).toBeChecked();
  await page.getByLabel('Program', { exact: true }).selectOption('Program in progress');
  await expect(page.getByRole('button', { name: 'Show all current clients' })).toBeVisible();
  await page.reload();
  await expect(page).toHaveURL(/planStatus=in_progress/);
  await expect(page.getByLabel('Cards')).toBeChecked();
  await page.getByRole('button', { name: 'Show all current clients' }).click();
  await expect(page.getByRole('link', { name: 'Nina Park', exact: true })).toBeVisible();
});

test('a coach searches, filters and sorts, and the address keeps it', async ({ page, people }) => {
  const clients = `/coach/${await people.signInDemo(page, 'demo.coach.pro@example.com')}/clients`;
  await page.goto(clients);
  await page.getByRole('searchbox').fill('TORR');
  await expect(page).toHaveURL(/\?q=TORR$/);
  await expect(page.getByRole('link', { name: 'Jonas Weber', exact: true })).toBeHidden();
  await expect(page.getByRole('link', { name: 'Maya Torres', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(page.getByRole('link', { name: 'Jonas Weber', exact: true })).toBeVisible();

  await page.getByText('Needs attention', { exact: true }).click();
  await expect(page.getByRole('link', { name: 'Jonas Weber', exact: true })).toBeHidden();
  await expect(page.getByRole('row').filter({ hasText: /missed|overdue|slipping|Off plan/ })).toHaveCount(
    (await page.getByRole('row').count()) - 1,
  );
  await page.getByRole('columnheader', { name: 'Workouts done' }).getByRole('button').click();
  await expect(page).toHaveURL(/\?status=attention&sort=workouts$/);
  await expect(page.getByRole('columnheader', { name: 'Workouts done' })).toHaveAttribute('aria-sort', 'descending');
  await page.getByLabel('Sort by').selectOption('Newest');
  await expect(page).toHaveURL(/\?status=attention&sort=newest$/);
  // Going to a client and back keeps the list.
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/client\/[0-9a-f-]{36}$/);
  await page.goBack();
  await expect(page).toHaveURL(/\?status=attention&sort=newest$/);
  await expect(page.getByLabel('Needs attention')).toBeChecked();

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^clients-\d{4}-\d{2}-\d{2}\.csv$/);

  // An address with invalid filters shows the usual list.
  await page.goto(`${clients}?status=everybody&sort=1&q[]=x`);
  await expect(page.getByRole('link', { name: 'Jonas Weber', exact: true })).toBeVisible();
});

test('a long list loads page by page and keeps its place while the coach looks at a client', async ({
  page,
  people,
  coach,
}) => {
  await people.createNamesOnly(coach, 52, { status: 'archived' });
  await page.goto(`/coach/${coach.coachId}/clients?status=archived`);
  await expect(page.getByRole('row')).toHaveCount(51);
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(page.getByRole('row')).toHaveCount(53);
  await expect(page.getByRole('button', { name: 'Load more' })).toBeHidden();
  await page.getByRole('link', { name: 'Client 52', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Client 52' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('row')).toHaveCount(53);
  await expect(page.getByRole('link', { name: 'Client 52', exact: true })).toBeInViewport();
});

test('an invitation is sent again, withdrawn and restored by keyboard', async ({ page, request, people, coach }) => {
  const { coachId } = coach;
  await page.goto(`/coach/${coachId}/clients`);
  await page.getByRole('button', { name: 'Add your first client' }).click();
  const email = newEmail('again');
  await page.getByRole('textbox', { name: 'Full name' }).fill('Nina Park');
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(email);
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 of 5 clients in your plan')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeFocused();
  await page.keyboard.press('Escape');
  const first = await linkMailedTo(request, email);

  const menu = page.getByRole('button', { name: 'Actions for Nina Park' });
  await menu.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Send invitation again' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Invitation sent again')).toBeVisible();
  await expect.poll(() => linkMailedTo(request, email)).not.toBe(first);
  const visitor = await people.openBrowser();
  await visitor.goto(first);
  await expect(visitor.getByRole('heading', { name: 'There is no page at this address' })).toBeVisible();

  await menu.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Send invitation again' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Withdraw invitation' })).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Withdraw Nina Park’s invitation?' });
  await expect(dialog.getByRole('button', { name: 'Keep invitation' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('0 of 5 clients in your plan')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your clients will appear here' })).toBeVisible();
  await page.getByRole('button', { name: 'Invite again' }).click();
  await expect(page.getByText('1 of 5 clients in your plan')).toBeVisible();
  await expect(page.getByRole('row', { name: /Nina Park/ })).toContainText('Invited');
});

test('an archived client loses the portal, and restoring needs a free seat', async ({
  page,
  people,
  coach,
  client,
}) => {
  const { coachId } = coach;
  await client.goto('/client/dashboard');
  await expect(client.getByRole('heading', { name: 'Your check-in is due' })).toBeVisible();
  await page.goto(`/coach/${coachId}/clients`);
  await page.getByRole('button', { name: 'Actions for Nina Park' }).click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await page.getByRole('button', { name: 'Archive client' }).click();
  await expect(page.getByText('0 of 5 clients in your plan')).toBeVisible();
  await expect(page.getByText('Client archived')).toBeVisible();

  await visit(client, '/client/check-in');
  await expect(client).toHaveURL(/\/client\/dashboard$/);
  await expect(client.getByRole('heading', { name: 'Your coaching has ended' })).toBeVisible();

  await people.createNamesOnly(coach, 5);
  await visit(page, `/coach/${coachId}/clients?status=archived`);
  const restore = async () => {
    await page.getByRole('button', { name: 'Actions for Nina Park' }).click();
    await page.getByRole('menuitem', { name: 'Restore' }).click();
  };
  await restore();
  await expect(page.getByText('Your plan has no room for another client.')).toBeVisible();
  await expect(page.getByRole('row', { name: /Nina Park/ })).toBeVisible();
  await visit(page, `/coach/${coachId}/clients`);
  await page.getByRole('button', { name: 'Actions for Client 01' }).click();
  await page.getByRole('menuitem', { name: 'Withdraw invitation' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw invitation' }).click();
  await expect(page.getByText('4 of 5 clients in your plan')).toBeVisible();
  await visit(page, `/coach/${coachId}/clients?status=archived`);
  await restore();
  await expect(page.getByText('5 of 5 clients in your plan')).toBeVisible();
  await expect(page.getByText('You are training Nina Park again.')).toBeVisible();
});
