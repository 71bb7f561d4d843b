import type { Plan } from '@stridewell/contract/billing/billing.rules';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { mount } from '../../../test/mount.tsx';
import { mountClients } from '../../../test/mount-clients.tsx';
import { openApp } from '../../../test/open-app.tsx';
import { aClientDetail, aCoach, COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { addingClient } from '../../shared/add-client.ts';
import AddClientDialog from './add-client-dialog.tsx';

const ADD = 'POST /rest/v1/clients';
const CAN_ADD = 'POST /rest/v1/rpc/can_add_more_clients';
const CLIENTS = `/coach/${COACH_ID}/clients`;
const LINK = 'https://stridewell.example/invitation/secret';

const answerAdd = (sent: unknown[] = []) =>
  server.on(ADD, async (request) => {
    const input = await request.json();
    sent.push(input);
    const { clientId, fullName, email } = input;
    const added = { ...aClientDetail({ clientId, fullName, email }), status: 'invited', accepted: false };
    return json({ ...added, checkIn: null, standing: null, invitationUrl: LINK });
  });

/** The dialog alone, for a coach with a free seat unless a test says otherwise. */
async function openDialog(plan: Plan = 'base') {
  server.usually(CAN_ADD, true);
  await mount(<AddClientDialog coachId={COACH_ID} plan={plan} opened onClose={() => undefined} />);
  return screen.findByRole('dialog', { name: 'Add client' });
}

const fill = (dialog: HTMLElement, name: string, email: string) => {
  fireEvent.change(within(dialog).getByLabelText('Full name'), { target: { value: name } });
  fireEvent.change(within(dialog).getByLabelText('Email'), { target: { value: email } });
};

const PACKAGE_ID = '0190a5a0-0000-7000-8000-0000000000a1';

/** A package and an archived one, a program, and no form. */
function answerChoices() {
  const sold = { description: '', amountCents: 12_000, currency: 'USD', interval: 'month' };
  server.on('GET /rest/v1/packages', {
    currency: 'USD',
    packages: [
      { ...sold, id: PACKAGE_ID, name: 'Coaching', archived: false },
      { ...sold, id: COACH_ID, name: 'Old', archived: true },
    ],
  });
  const program = { builtIn: true, description: '', frequency: 3, split: '', weeks: 6, folder: '', tags: [] };
  server.on('GET /rest/v1/programs', {
    programs: [{ ...program, id: 'push-pull-legs', name: 'Push-Pull-Legs', clients: 0, updatedAt: null }],
  });
  server.on('GET /rest/v1/check_in_templates', { templates: [] });
}

describe('adding a client', () => {
  it('takes a package, a program and a form for the start', async () => {
    const sent: { start: unknown }[] = [];
    answerAdd(sent);
    answerChoices();
    const dialog = within(await openDialog());
    fireEvent.click(dialog.getByRole('button', { name: 'Choose package, program and form' }));
    await dialog.findByRole('option', { name: 'Coaching, $120, every month' });
    expect(dialog.queryByRole('option', { name: /Old/ })).toBeNull();
    await dialog.findByRole('option', { name: 'Push-Pull-Legs' });
    fireEvent.change(dialog.getByLabelText('Package'), { target: { value: PACKAGE_ID } });
    fireEvent.change(dialog.getByLabelText('Program'), { target: { value: 'push-pull-legs' } });
    fill(await screen.findByRole('dialog', { name: 'Add client' }), 'Nina Park', 'nina@example.com');
    fireEvent.click(dialog.getByRole('button', { name: 'Send invitation' }));
    expect(await dialog.findByText(/Invitation sent/)).toBeDefined();
    expect(sent[0]?.start).toEqual({ packageId: PACKAGE_ID, programId: 'push-pull-legs' });
  });

  it('says that no seat is free in place of a form, and what to do', async () => {
    server.on(CAN_ADD, () => json(false));
    const dialog = await openDialog();
    expect(await within(dialog).findByText(/Coach Base covers up to 5 clients/)).toBeDefined();
    expect(within(dialog).queryByRole('textbox')).toBeNull();
    expect(within(dialog).getByRole('link', { name: 'Compare plans' }).getAttribute('href')).toBe('/pricing');
  });

  it('offers the largest plan no larger one', async () => {
    server.on(CAN_ADD, () => json(false));
    const dialog = await openDialog('pro');
    expect(await within(dialog).findByText(/covers up to 100 clients/)).toBeDefined();
    expect(
      within(dialog)
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(['Go to your clients']);
  });

  it('lets the coach try when the seats cannot be counted', async () => {
    server.refuse(CAN_ADD, 503, 'UNAVAILABLE', 'x');
    const dialog = await openDialog();
    expect(within(dialog).getByRole('button', { name: 'Send invitation' })).toBeDefined();
  });

  it('keeps what was typed when the last seat went meanwhile', async () => {
    server.refuse(ADD, 409, 'SEATS_FULL', 'Your plan has no room for another client.', { plan: 'base', cap: 5 });
    const dialog = await openDialog();
    fill(dialog, 'Nina Park', 'nina@example.com');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Send invitation' }));
    expect((await within(dialog).findByRole('alert')).textContent).toContain(
      'Your plan has no room for another client.',
    );
    expect(within(dialog).getByLabelText('Full name')).toHaveProperty('value', 'Nina Park');
  });
});

describe('adding several clients', () => {
  it('has a result for each line, and keeps the failed ones for another try', async () => {
    const sent: { clientId: string; email: string }[] = [];
    server.on(ADD, async (request) => {
      const input = await request.json();
      sent.push(input);
      if (input.email === 'sam@example.com' && sent.length < 3) {
        return json(
          { defined: true, code: 'SEATS_FULL', status: 409, message: 'Your plan has no room for another client.' },
          409,
        );
      }
      const { clientId, fullName, email } = input;
      return json({ ...aClientDetail({ clientId, fullName, email }), invitationUrl: LINK });
    });
    const dialog = await openDialog();
    fireEvent.click(within(dialog).getByRole('radio', { name: 'Several at once' }));
    const field = within(dialog).getByLabelText('Names and email addresses');
    fireEvent.change(field, { target: { value: 'Nina Park nina@example.com\nSam sam@example.com\nzoe' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Send 2 invitations' }));
    await waitFor(() => expect(within(dialog).getAllByRole('listitem')).toHaveLength(2));
    const [nina, sam] = within(dialog).getAllByRole('listitem');
    expect(nina?.textContent).toContain('Invited');
    expect(within(nina as HTMLElement).getByRole('button', { name: 'Copy the link for Nina Park' })).toBeDefined();
    expect(sam?.textContent).toContain('Your plan has no room for another client.');
    await waitFor(() => expect(field).toHaveProperty('value', 'Sam <sam@example.com>\nzoe'));
    expect(within(dialog).getByText('Not an email address: zoe')).toBeDefined();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Send 1 invitation' }));
    await waitFor(() => expect(sent).toHaveLength(3));
    expect(sent[2]?.clientId).toBe(sent[1]?.clientId);
  });

  it('gives everyone on the list the same package, program and form', async () => {
    const sent: { email: string; start: unknown }[] = [];
    answerAdd(sent);
    answerChoices();
    const dialog = within(await openDialog());
    fireEvent.click(dialog.getByRole('radio', { name: 'Several at once' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Choose package, program and form' }));
    await dialog.findByRole('option', { name: 'Coaching, $120, every month' });
    await dialog.findByRole('option', { name: 'Push-Pull-Legs' });
    fireEvent.change(dialog.getByLabelText('Package'), { target: { value: PACKAGE_ID } });
    fireEvent.change(dialog.getByLabelText('Program'), { target: { value: 'push-pull-legs' } });
    fireEvent.change(dialog.getByLabelText('Names and email addresses'), {
      target: { value: 'Nina Park nina@example.com\nSam sam@example.com' },
    });
    fireEvent.click(dialog.getByRole('button', { name: 'Send 2 invitations' }));
    await waitFor(() => expect(dialog.getAllByRole('listitem')).toHaveLength(2));
    const start = { packageId: PACKAGE_ID, programId: 'push-pull-legs' };
    expect(sent.map((one) => [one.email, one.start])).toEqual([
      ['nina@example.com', start],
      ['sam@example.com', start],
    ]);
    // Still chosen for the next list.
    expect(dialog.getByLabelText('Package')).toHaveProperty('value', PACKAGE_ID);
  });
});

it('the clients page without clients asks for the dialog', async () => {
  await mountClients({ clients: [], nextCursor: null, seats: { used: 0, cap: 5 } });
  fireEvent.click(await screen.findByRole('button', { name: 'Add your first client' }));
  expect(addingClient.getSnapshot()).toBe(true);
  addingClient.close();
});

describe('the pages of a coach', () => {
  it('add a client with two presses and two fields, then give the link and the next form', async () => {
    const sent: { clientId: string }[] = [];
    answerAdd(sent);
    await openApp(CLIENTS, aCoach());
    await screen.findByRole('button', { name: 'Add client' });
    let presses = 0;
    const press = (element: HTMLElement) => {
      presses += 1;
      fireEvent.click(element);
    };
    press(screen.getByRole('button', { name: 'Add client' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add client' });
    expect(within(dialog).getAllByRole('textbox')).toHaveLength(2);
    fill(dialog, 'Nina Park', 'nina@example.com');
    press(within(dialog).getByRole('button', { name: 'Send invitation' }));
    expect(await within(dialog).findByText(/Invitation sent/)).toBeDefined();
    expect(presses).toBe(2);
    expect(within(dialog).getByLabelText('Invite link')).toHaveProperty('value', LINK);
    const writeText = vi.fn(() => Promise.resolve());
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Copy link' }));
    expect(writeText).toHaveBeenCalledWith(LINK);
    Reflect.deleteProperty(navigator, 'clipboard');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Add another' }));
    expect(within(dialog).getByLabelText('Full name')).toHaveProperty('value', '');
    fill(dialog, 'Sam O', 'sam@example.com');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Send invitation' }));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(new Set(sent.map(({ clientId }) => clientId)).size).toBe(2);
  });

  it.each([
    ['the palette and every page', '/settings', null],
    ['the onboarding chooser', `/coach/${COACH_ID}/client-onboarding`, 'Add client'],
    ['messages without a conversation', `/coach/${COACH_ID}/messages`, 'Add a client'],
  ])('open the dialog in place: %s', async (_, path, button) => {
    await openApp(path, aCoach());
    if (button) fireEvent.click((await screen.findAllByRole('button', { name: button }))[0] as HTMLElement);
    else {
      fireEvent.click((await screen.findAllByRole('button', { name: 'Search' }))[0] as HTMLElement);
      fireEvent.change(await screen.findByRole('combobox'), { target: { value: 'invite' } });
      fireEvent.click(await screen.findByRole('option', { name: 'Add client' }));
    }
    expect(await screen.findByRole('dialog', { name: 'Add client' })).toBeDefined();
  });
});
