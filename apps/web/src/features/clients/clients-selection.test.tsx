import type { ClientDetail, ClientSummary } from '@stridewell/contract/clients/clients';
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { mountClients } from '../../../test/mount-clients.tsx';
import { openApp } from '../../../test/open-app.tsx';
import { aClientDetail, aCoach, COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';

const idOf = (index: number) => `0190a5a0-0000-7000-8000-2000000000${String(index).padStart(2, '0')}`;

const aClient = (index: number, changes: Partial<ClientDetail> = {}): ClientSummary =>
  aClientDetail({ clientId: idOf(index), fullName: `Client ${index}`, ...changes });

const pageOf = (clients: ClientSummary[]) => ({ clients, nextCursor: null, seats: { used: clients.length, cap: 5 } });

describe('several clients', () => {
  const BULK = 'PATCH /rest/v1/client_coach_relationships';
  const check = (name: string) => fireEvent.click(screen.getByRole('checkbox', { name }));
  const three = [aClient(1), aClient(2, { status: 'paused' }), aClient(3, { status: 'invited', accepted: false })];
  const resultsOf = (outcomes: readonly string[]) => ({
    results: outcomes.map((outcome, index) => ({ clientId: idOf(index + 1), outcome })),
  });

  it('are archived after one question, and those with a history come back', async () => {
    const sent: unknown[] = [];
    await mountClients(() => json(pageOf(sent.length === 1 ? [] : three)));
    server.on(BULK, async (request) => {
      sent.push(await request.json());
      return json(resultsOf(['changed', 'changed', 'changed']));
    });
    await screen.findByRole('link', { name: 'Client 1' });
    check('Select Client 1');
    expect(screen.getByRole('checkbox', { name: 'Select all clients shown' })).toHaveProperty('indeterminate', true);
    check('Select all clients shown');
    const bar = within(screen.getByRole('region', { name: 'Selected clients' }));
    expect(bar.getByText('3 selected')).toBeDefined();
    fireEvent.click(bar.getByRole('button', { name: 'Archive' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Archive 3 clients?' }));
    expect(dialog.getByText(/Open invitations among them stop working/)).toBeDefined();
    fireEvent.click(dialog.getByRole('button', { name: 'Archive 3 clients' }));
    expect(await screen.findByText('3 clients archived')).toBeDefined();
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByRole('link', { name: 'Client 1' });
    expect(sent).toEqual([
      {
        coachId: COACH_ID,
        changes: [1, 2, 3].map((index) => ({ clientId: idOf(index), status: 'archived' })),
      },
      {
        coachId: COACH_ID,
        changes: [
          { clientId: idOf(1), status: 'active' },
          { clientId: idOf(2), status: 'paused' },
        ],
      },
    ]);
    expect(screen.queryByRole('region', { name: 'Selected clients' })).toBeNull();
  });

  it('are named one by one when something could not be changed', async () => {
    await mountClients(pageOf(three));
    server.on(BULK, resultsOf(['changed', 'not_possible', 'not_found']));
    await screen.findByRole('link', { name: 'Client 1' });
    check('Select all clients shown');
    fireEvent.click(screen.getByRole('button', { name: 'Archive' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Archive 3 clients' }));
    const report = within(await screen.findByRole('dialog', { name: '2 clients unchanged' }));
    expect(report.getByText('1 client archived.')).toBeDefined();
    expect(report.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Client 2Not possible with this status',
      'Client 3No longer among your clients',
    ]);
  });

  it('stay chosen when the server fails', async () => {
    await mountClients(pageOf(three));
    server.refuse(BULK, 500, 'INTERNAL_SERVER_ERROR', 'x');
    await screen.findByRole('link', { name: 'Client 1' });
    check('Select Client 1');
    fireEvent.click(screen.getByRole('button', { name: 'Archive' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Archive 1 client' }));
    expect((await screen.findByRole('alert')).textContent).toContain('No client was archived');
    expect(screen.getByText('1 selected')).toBeDefined();
  });

  it('get a form together', async () => {
    const sent: unknown[] = [];
    await mountClients(pageOf(three));
    const form = {
      id: idOf(9),
      name: 'Weekly',
      archived: false,
      isDefault: false,
      version: 1,
      questions: [],
      clients: 0,
    };
    server.on('GET /rest/v1/check_in_templates', { templates: [form, { ...form, id: idOf(8), archived: true }] });
    server.on('PATCH /rest/v1/check_in_plans', async (request) => {
      sent.push(await request.json());
      return json(resultsOf(['changed', 'unchanged', 'not_possible']));
    });
    await screen.findByRole('link', { name: 'Client 1' });
    check('Select all clients shown');
    fireEvent.click(screen.getByRole('button', { name: 'Set form' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Choose a form for 3 clients' }));
    const select = await dialog.findByLabelText('Form');
    expect(
      within(select)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Default (Weekly check-in)', 'Weekly']);
    fireEvent.change(select, { target: { value: idOf(9) } });
    fireEvent.click(dialog.getByRole('button', { name: 'Set form' }));
    const report = within(await screen.findByRole('dialog', { name: '1 client unchanged' }));
    expect(report.getByText('2 clients will answer Weekly.')).toBeDefined();
    expect(sent).toEqual([{ coachId: COACH_ID, clientIds: [idOf(1), idOf(2), idOf(3)], templateId: idOf(9) }]);
  });

  it('get a message on the page of group messages, where they are chosen', async () => {
    server.on('GET /rest/v1/client_coach_relationships', pageOf(three));
    const app = await openApp(`/coach/${COACH_ID}/clients`, aCoach());
    server.on('GET /rest/v1/broadcasts', { broadcasts: [], nextCursor: null });
    server.on('GET /rest/v1/broadcasts/clients', {
      clients: [1, 2, 4].map((index) => ({
        clientId: idOf(index),
        fullName: `Client ${index}`,
        status: 'active',
        needsAttention: false,
        readOnly: false,
      })),
    });
    await screen.findByRole('link', { name: 'Client 1' });
    check('Select all clients shown');
    fireEvent.click(screen.getByRole('button', { name: 'Message' }));
    expect(await screen.findByText('2 of 3 selected')).toBeDefined();
    expect(app.path()).toBe(`/coach/${COACH_ID}/notifications`);
    expect(screen.getByText(/1 client you chose cannot get messages/)).toBeDefined();
  });
});
