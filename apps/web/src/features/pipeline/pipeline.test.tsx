import type { Lead } from '@stridewell/contract/pipeline/pipeline';
import { useSuspenseQuery } from '@tanstack/react-query';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { aBoard, aLead, aLeadDetail, LEAD_ID } from '../../../test/leads.ts';
import { mount } from '../../../test/mount.tsx';
import { openApp } from '../../../test/open-app.tsx';
import { aClientDetail, aCoach, CLIENT_ID, COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { CaptureForm } from './capture-form.tsx';
import { LeadDetails } from './lead-details.tsx';
import { LeadForm } from './lead-form.tsx';
import LeadImport from './lead-import.tsx';
import { leadQuery } from './pipeline.queries.ts';
import { PipelineBoard } from './pipeline-board.tsx';

const PAGE = `/coach/${COACH_ID}/pipeline`;
const BOARD = 'GET /rest/v1/leads/board';
const LEAD = `/rest/v1/leads/${LEAD_ID}`;
const MOVE = `PATCH ${LEAD}/status`;

/** A server that keeps the status of one lead. */
function serveMoves(lead: Lead = aLead()) {
  let current = lead;
  const sent: unknown[] = [];
  server.on(BOARD, () => json(aBoard(current)));
  server.on(MOVE, async (request) => {
    const { to, from, lostReason } = await request.json();
    sent.push({ from, to, lostReason });
    current = { ...current, status: to, lostReason };
    return json(current);
  });
  return sent;
}

const NEW_ID = '0190a5a0-0000-7000-8000-0000000000a2';
afterEach(() => vi.restoreAllMocks());

const nothing = () => undefined;
const mountBoard = () => mount(<PipelineBoard coachId={COACH_ID} q="" whenNone={null} />);

function LeadPage() {
  const { data } = useSuspenseQuery(leadQuery(COACH_ID, LEAD_ID));
  return <LeadDetails coachId={COACH_ID} detail={data} startFields={() => null} onDeleted={nothing} />;
}

const column = (name: string) => screen.findByRole('region', { name });

describe('the board', () => {
  it('shows each status with its number and value', async () => {
    server.on(BOARD, aBoard(aLead(), aLead({ id: CLIENT_ID, name: 'Bo Lind', status: 'trial', valueCents: null })));
    await mountBoard();
    expect((await column('New')).textContent).toContain('$1,200');
    expect(within(await column('New')).getByRole('link', { name: 'Ana Ruiz' })).toBeDefined();
    expect(within(await column('Trial')).getByText('Bo Lind')).toBeDefined();
    expect((await column('Lost')).textContent).toContain('No leads here.');
  });

  it('moves a lead with its menu, at once', async () => {
    const sent = serveMoves();
    await mountBoard();
    fireEvent.click(await screen.findByRole('button', { name: 'Move Ana Ruiz' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Move to Trial' }));
    expect(await within(await column('Trial')).findByText('Ana Ruiz')).toBeDefined();
    expect((await column('Trial')).textContent).toContain('$1,200');
    await waitFor(() => expect(sent).toEqual([{ from: 'new', to: 'trial', lostReason: null }]));
  });

  it('moves a lead with Alt and an arrow key, and the lead keeps the focus', async () => {
    const sent = serveMoves();
    await mountBoard();
    const link = await screen.findByRole('link', { name: 'Ana Ruiz' });
    link.focus();
    fireEvent.keyDown(link, { key: 'ArrowLeft', altKey: true });
    fireEvent.keyDown(link, { key: 'ArrowRight' });
    fireEvent.keyDown(link, { key: 'ArrowRight', altKey: true });
    const moved = await within(await column('Pitched')).findByRole('link', { name: 'Ana Ruiz' });
    await waitFor(() => expect(document.activeElement).toBe(moved));
    expect(sent).toEqual([{ from: 'new', to: 'pitched', lostReason: null }]);
    expect(await screen.findByText('Ana Ruiz moved to Pitched')).toBeDefined();
  });

  it('asks why a lead was lost', async () => {
    const sent = serveMoves();
    await mountBoard();
    fireEvent.click(await screen.findByRole('button', { name: 'Move Ana Ruiz' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Move to Lost' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Why was Ana Ruiz lost?' }));
    const confirm = dialog.getByRole('button', { name: 'Move to Lost' });
    expect(confirm).toHaveProperty('disabled', true);
    fireEvent.click(dialog.getByRole('radio', { name: 'Too expensive' }));
    fireEvent.click(confirm);
    await waitFor(() => expect(sent).toEqual([{ from: 'new', to: 'lost', lostReason: 'price' }]));
  });

  it('takes a move back when another person was first, and says where the lead is', async () => {
    const now = aLead({ status: 'won' });
    let answer = aBoard(aLead());
    server.on(BOARD, () => json(answer));
    server.on(MOVE, () => {
      answer = aBoard(now);
      return json({ defined: true, code: 'LEAD_MOVED', status: 409, message: 'x', data: { lead: now } }, 409);
    });
    await mountBoard();
    fireEvent.click(await screen.findByRole('button', { name: 'Move Ana Ruiz' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Move to Trial' }));
    expect(await screen.findByText('Ana Ruiz is in Won now.')).toBeDefined();
    expect(await within(await column('Won')).findByText('Ana Ruiz')).toBeDefined();
  });
});

it('a new lead shows duplicates before it is saved, and is saved when the coach wants it anyway', async () => {
  vi.spyOn(crypto, 'randomUUID').mockReturnValue(NEW_ID);
  const sent: { despiteDuplicates: boolean; lead: object }[] = [];
  server.on(BOARD, aBoard());
  const { id, name, email, phone, status } = aLead();
  server.on(`POST /rest/v1/leads/${NEW_ID}`, async (request) => {
    const { despiteDuplicates, lead } = await request.json();
    sent.push({ despiteDuplicates, lead });
    if (despiteDuplicates) return json(aLead({ ...lead, id: NEW_ID }));
    const data = { duplicates: [{ id, name, email, phone, status }] };
    return json({ defined: true, code: 'DUPLICATE_LEAD', status: 409, message: 'x', data }, 409);
  });
  await mount(<LeadForm coachId={COACH_ID} lead={null} today="2026-03-02" onDone={nothing} onClose={nothing} />);
  const dialog = within(await screen.findByRole('dialog', { name: 'New lead' }));
  fireEvent.change(dialog.getByLabelText('Name'), { target: { value: 'Ana R' } });
  fireEvent.change(dialog.getByLabelText('Email'), { target: { value: 'ana@example.com' } });
  fireEvent.change(dialog.getByLabelText('Value'), { target: { value: '99.5' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Add lead' }));
  expect(await dialog.findByRole('link', { name: 'Ana Ruiz, ana@example.com, (415) 555-0100, New' })).toBeDefined();
  fireEvent.click(dialog.getByRole('button', { name: 'Add lead anyway' }));
  expect(await screen.findByText('Lead added')).toBeDefined();
  expect(sent).toMatchObject([
    { despiteDuplicates: false, lead: { name: 'Ana R', valueCents: 9950, lastContact: null } },
    { despiteDuplicates: true },
  ]);
});

describe('the page of a lead', () => {
  const open = async (changes = {}) => {
    server.on(`GET ${LEAD}`, aLeadDetail(changes));
    await mount(<LeadPage />);
    await screen.findByRole('heading', { name: 'Ana Ruiz', level: 1 });
  };

  it('shows the facts and what happened', async () => {
    await open();
    expect(screen.getByText('Added by you')).toBeDefined();
    expect(screen.getByText('$1,200')).toBeDefined();
    expect(screen.getByRole('link', { name: 'ana@example.com' }).getAttribute('href')).toBe('mailto:ana@example.com');
  });

  it('asks for the words of a task, and adds it with a due day', async () => {
    await open();
    fireEvent.click(screen.getByRole('button', { name: 'Add task' }));
    expect(await screen.findByText('Please fill this in')).toBeDefined();
    vi.spyOn(crypto, 'randomUUID').mockReturnValue(NEW_ID);
    fireEvent.change(screen.getByLabelText('New task'), { target: { value: 'Call back' } });
    fireEvent.change(screen.getByLabelText('Due on'), { target: { value: '2026-03-04' } });
    const sent: unknown[] = [];
    server.on(`POST ${LEAD}/tasks/${NEW_ID}`, async (request) => {
      const { text, dueOn, done } = await request.json();
      sent.push({ text, dueOn, done });
      return json({ id: NEW_ID, text, dueOn, done });
    });
    fireEvent.click(screen.getByRole('button', { name: 'Add task' }));
    await waitFor(() => expect(sent).toEqual([{ text: 'Call back', dueOn: '2026-03-04', done: false }]));
    await waitFor(() => expect(screen.getByLabelText('New task')).toHaveProperty('value', ''));
  });

  it('invites the lead, and gives the link once', async () => {
    await open();
    server.on(`POST ${LEAD}/client`, () =>
      json({ ...aClientDetail({ fullName: 'Ana Ruiz' }), invitationUrl: 'https://stridewell.example/invitation/x' }),
    );
    fireEvent.click(screen.getByRole('button', { name: 'Invite as client' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Invite Ana Ruiz' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Send invitation' }));
    expect(await dialog.findByLabelText('Invite link')).toHaveProperty(
      'value',
      'https://stridewell.example/invitation/x',
    );
  });

  it('says what to do when no seat is free', async () => {
    await open();
    server.refuse(`POST ${LEAD}/client`, 409, 'SEATS_FULL', 'Your plan has no room for another client.', {
      plan: 'base',
      cap: 5,
    });
    fireEvent.click(screen.getByRole('button', { name: 'Invite as client' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Invite Ana Ruiz' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Send invitation' }));
    expect(await dialog.findByText('Your plan has no room for another client.')).toBeDefined();
    expect(dialog.getByRole('link', { name: 'Compare plans' })).toBeDefined();
  });

  it('merges a duplicate after a question', async () => {
    const other = { id: CLIENT_ID, name: 'A. Ruiz', email: 'ana@example.com', phone: '', status: 'pitched' as const };
    await open({ duplicates: [other] });
    const sent: unknown[] = [];
    server.on(`POST ${LEAD}/merge`, async (request) => {
      sent.push((await request.json()).otherId);
      return json(aLead());
    });
    fireEvent.click(screen.getByRole('button', { name: 'Merge into this lead' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Merge A. Ruiz into Ana Ruiz?' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Merge leads' }));
    expect(await screen.findByText('Leads merged')).toBeDefined();
    expect(sent).toEqual([CLIENT_ID]);
  });
});

describe('the form for visitors', () => {
  const FORM = 'GET /rest/v1/lead_form';
  const appUrl = 'https://stridewell.example';
  const types = [{ id: CLIENT_ID, name: 'First call', minutes: 30 }];
  const offer = { appUrl, types, hasHours: true };
  const mountForm = () => mount(<CaptureForm coachId={COACH_ID} coachName="Maya Okafor" onClose={nothing} />);
  const stored = { slug: 'maya-okafor', heading: 'Train with me', intro: '', enabled: true, bookingTypeId: null };

  it('suggests an address, and gives link and line once it is saved', async () => {
    const sent: unknown[] = [];
    server.on(FORM, { form: null, ...offer });
    server.on('PUT /rest/v1/lead_form', async (request) => {
      const { coachId: _, ...form } = await request.json();
      sent.push(form);
      server.on(FORM, { form, ...offer });
      return json(form);
    });
    await mountForm();
    const dialog = within(await screen.findByRole('dialog', { name: 'Lead form' }));
    expect(await dialog.findByLabelText('Address')).toHaveProperty('value', 'maya-okafor');
    expect(dialog.queryByText(/embed\.js/)).toBeNull();
    fireEvent.click(dialog.getByRole('combobox', { name: 'Visitors can book' }));
    fireEvent.click(await screen.findByRole('option', { name: 'First call, 30 minutes' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Save form' }));
    expect(await dialog.findByText(`<script src="${appUrl}/c/maya-okafor/embed.js"></script>`)).toBeDefined();
    expect(dialog.getByText(`${appUrl}/c/maya-okafor/book`)).toBeDefined();
    expect(sent).toMatchObject([{ slug: 'maya-okafor', enabled: true, bookingTypeId: CLIENT_ID }]);
  });

  it('says when another coach has the address', async () => {
    server.on(FORM, { form: stored, ...offer });
    server.refuse('PUT /rest/v1/lead_form', 409, 'SLUG_TAKEN', 'This address is taken. Please choose another one.');
    await mountForm();
    const dialog = within(await screen.findByRole('dialog', { name: 'Lead form' }));
    fireEvent.click(await dialog.findByRole('button', { name: 'Save form' }));
    expect(await dialog.findByText('This address is taken. Please choose another one.')).toBeDefined();
  });
});

describe('an import', () => {
  const IMPORT = 'POST /rest/v1/leads/import';

  async function read(cells: string) {
    await mount(<LeadImport coachId={COACH_ID} today="2026-03-02" onClose={nothing} />);
    const dialog = within(await screen.findByRole('dialog', { name: 'Import leads' }));
    fireEvent.change(await dialog.findByLabelText('Cells'), { target: { value: cells } });
    fireEvent.click(dialog.getByRole('button', { name: 'Read cells' }));
    return dialog;
  }

  it('says what it would add, adds it, and is undone', async () => {
    const sent: { importId: string; dryRun: boolean; leads: { lead: { name: string } }[] }[] = [];
    server.on(IMPORT, async (request) => {
      const { importId, dryRun, leads } = await request.json();
      sent.push({ importId, dryRun, leads });
      return json({ added: 1, known: 1 });
    });
    const dialog = await read('Name\tE-mail\nBo\tbo@x.example\nAna\tana@x.example\nEve\tno address\nBo\tbo@x.example');
    expect(await dialog.findByText('1 new lead will be added.')).toBeDefined();
    expect(dialog.getByText('1 already in your pipeline, skipped.')).toBeDefined();
    expect(dialog.getByText('1 repeated in the file, skipped.')).toBeDefined();
    expect(dialog.getByText(/Line 4: Email/)).toBeDefined();
    fireEvent.click(dialog.getByRole('button', { name: 'Import 1 lead' }));
    expect(await screen.findByText('1 lead imported')).toBeDefined();
    expect(sent.map(({ dryRun }) => dryRun)).toEqual([true, false]);
    expect(sent[1]?.leads.map(({ lead }) => lead.name)).toEqual(['Bo', 'Ana']);
    server.on(`DELETE /rest/v1/lead_imports/${sent[1]?.importId}`, { deleted: 1 });
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('1 lead deleted')).toBeDefined();
  });

  it('of more rows than a coach can have is refused before anything is sent', async () => {
    const rows = Array.from({ length: 10_001 }, (_, index) => `Lead ${index}\tlead${index}@x.example`);
    const dialog = await read(['Name\tEmail', ...rows].join('\n'));
    expect(await dialog.findByText(/This file has 10,001 rows/)).toBeDefined();
    expect(server.count(IMPORT)).toBe(0);
  });
});

describe('the page', () => {
  it('without leads offers to add the first one, and opens its forms', async () => {
    server.on(BOARD, aBoard());
    server.on('GET /rest/v1/lead_form', { form: null, appUrl: '', types: [], hasHours: false });
    await openApp(PAGE, aCoach());
    const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
    const close = async (name: string) => {
      const dialog = within(await screen.findByRole('dialog', { name }));
      fireEvent.click(dialog.getByRole('button', { name: 'Close' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    };
    for (const name of ['Add your first lead', 'New lead']) {
      await press(name);
      await close('New lead');
    }
    await press('Lead form');
    await close('Lead form');
    await press('More about the pipeline');
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Import leads' }));
    await close('Import leads');
  });

  it('keeps filter and order of the list in the address, and asks the server for them', async () => {
    const asked: string[] = [];
    server.on(BOARD, aBoard(aLead()));
    server.on('GET /rest/v1/leads', (request) => {
      asked.push(new URL(request.url).search);
      return json({ leads: [aLead({ status: 'trial' })], total: 1, today: '2026-03-02', nextCursor: null });
    });
    const { address } = await openApp(PAGE, aCoach());
    fireEvent.click(await screen.findByRole('radio', { name: 'List' }));
    expect(await screen.findByText('1 lead')).toBeDefined();
    fireEvent.change(screen.getByRole('combobox', { name: 'Status' }), { target: { value: 'trial' } });
    fireEvent.change(await screen.findByRole('combobox', { name: 'Order' }), { target: { value: 'value' } });
    await waitFor(() => expect(address()).toBe(`${PAGE}?view=list&status=trial&sort=value`));
    await waitFor(() => expect(asked.at(-1)).toContain('sort=value'));
    expect(asked.at(-1)).toContain('status=trial');
  });
});
