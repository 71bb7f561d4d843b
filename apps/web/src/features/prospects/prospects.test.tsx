import type { Prospect, ProspectDetail } from '@stridewell/contract/prospects/prospects';
import { PROSPECT_STAGES } from '@stridewell/contract/prospects/prospects.rules';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { mount, mountPage } from '../../../test/mount.tsx';
import { openApp } from '../../../test/open-app.tsx';
import { anOperator } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { ProspectDetails } from './prospect-details.tsx';
import { readProspectsSearch } from './prospects.search.ts';
import { ProspectsPage } from './prospects-page.tsx';

const BOARD = 'GET /rest/v1/operator/prospect-board';
const ID = '00000000-0000-4000-8000-000000000001';
const TODAY = '2026-01-06';
const STAGE = `POST /rest/v1/operator/prospects/${ID}/stage`;

const aProspect = (changes: Partial<Prospect> = {}): Prospect => ({
  id: ID,
  name: 'Vera Lind',
  email: 'vera@lind.example',
  business: 'Lind Coaching',
  phone: '',
  stage: 'new',
  stageSince: '2026-01-05T12:00:00.000Z',
  lostReason: null,
  firstTouch: 'contact_form',
  firstTouchAt: '2026-01-05T12:00:00.000Z',
  heardFrom: 'Google',
  nextStep: '',
  nextStepOn: null,
  coachId: null,
  version: 1,
  ...changes,
});
const boardOf = (...prospects: Prospect[]) => ({
  columns: PROSPECT_STAGES.map((stage) => {
    const own = prospects.filter((one) => one.stage === stage);
    return { stage, count: own.length, prospects: own };
  }),
});
const openPipeline = (at = '/operator/pipeline') =>
  mountPage({
    at,
    read: readProspectsSearch,
    page: (search, onSearch) => <ProspectsPage search={search} today={TODAY} onSearch={onSearch} />,
  });
async function openBoard(...prospects: Prospect[]) {
  server.on(BOARD, boardOf(...prospects));
  await openPipeline();
}
const column = (name: string) => within(screen.getByRole('region', { name }));

describe('the pipeline of the operators', () => {
  it('says how prospects come about', async () => {
    await openBoard();
    expect(await screen.findByText('Prospects will appear here')).toBeDefined();
  });

  it('moves a prospect with the keyboard, who keeps the focus', async () => {
    const sent: unknown[] = [];
    await openBoard(aProspect());
    server.on(STAGE, async (request) => {
      sent.push(await request.json());
      const prospect = aProspect({ stage: 'contacted' });
      server.on(BOARD, boardOf(prospect));
      return json({ prospect });
    });
    const link = await screen.findByRole('link', { name: 'Vera Lind' });
    link.focus();
    fireEvent.keyDown(link, { key: 'ArrowRight', altKey: true });
    await waitFor(() => expect(column('Contacted').getByRole('link', { name: 'Vera Lind' })).toBeDefined());
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Vera Lind'));
    expect(sent).toEqual([{ from: 'new', to: 'contacted', lostReason: null }]);
    expect(await screen.findByText('Vera Lind moved to Contacted')).toBeDefined();
  });

  it('asks why a prospect was lost', async () => {
    const sent: unknown[] = [];
    await openBoard(aProspect());
    server.on(STAGE, async (request) => {
      sent.push(await request.json());
      return json({ prospect: aProspect({ stage: 'lost', lostReason: 'price' }) });
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Move Vera Lind' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Move to Lost' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Why was Vera Lind lost?' }));
    // The menu that opened the dialog would keep the focus.
    await waitFor(() => expect(document.activeElement?.getAttribute('type')).toBe('radio'));
    fireEvent.click(dialog.getByLabelText('Too expensive'));
    fireEvent.click(dialog.getByRole('button', { name: 'Move to Lost' }));
    await waitFor(() => expect(sent).toEqual([{ from: 'new', to: 'lost', lostReason: 'price' }]));
  });

  it('says where a prospect is by now when another operator was faster', async () => {
    await openBoard(aProspect());
    const prospect = aProspect({ stage: 'trial' });
    server.on(STAGE, () => {
      server.on(BOARD, boardOf(prospect));
      return json({ defined: true, code: 'PROSPECT_MOVED', status: 409, message: 'Moved', data: { prospect } }, 409);
    });
    const link = await screen.findByRole('link', { name: 'Vera Lind' });
    fireEvent.keyDown(link, { key: 'ArrowRight', altKey: true });
    expect(await screen.findByText('Vera Lind is in Trial now.')).toBeDefined();
    await waitFor(() => expect(column('Trial').getByRole('link', { name: 'Vera Lind' })).toBeDefined());
  });
});

it('the conversion has no rate for a few prospects', async () => {
  server.on('GET /rest/v1/operator/prospect-conversion', {
    rows: [
      { source: 'demo_request', prospects: 20, demos: 12, trials: 8, won: 5 },
      { source: 'purchase', prospects: 2, demos: 0, trials: 0, won: 2 },
    ],
  });
  await openPipeline('/operator/pipeline?view=sources');
  expect(await screen.findByText('7 of 22 prospects of this period were won.')).toBeDefined();
  const cells = (name: string) => within(screen.getByRole('row', { name })).getAllByRole('cell');
  expect(cells('Demo request 20 12 8 5 25%')).toHaveLength(6);
  expect(cells('Purchase 2 0 0 2 too few')).toHaveLength(6);
});

it('the page of a prospect shows touches with their contact, and plans the next step', async () => {
  const sent: unknown[] = [];
  const at = '2026-01-05T12:00:00.000Z';
  const detail: ProspectDetail = {
    prospect: aProspect(),
    touches: [{ kind: 'contact_form', subjectId: ID, heardFrom: 'Google', at }],
    events: [{ id: ID, kind: 'moved', from: 'new', to: 'trial', lostReason: null, text: '', author: null, at }],
  };
  server.on(`PUT /rest/v1/operator/prospects/${ID}`, async (request) => {
    sent.push(await request.json());
    return json({ prospect: aProspect() });
  });
  await mount(<ProspectDetails detail={detail} today={TODAY} onDeleted={() => undefined} />);
  expect(await screen.findByText('Moved from New to Trial automatically')).toBeDefined();
  const link = screen.getByRole('link', { name: 'Open contact' }).getAttribute('href');
  expect(link).toBe(`/operator/contacts?filter=all&contact=${ID}`);
  fireEvent.click(screen.getByRole('button', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Vera Lind' }));
  fireEvent.change(dialog.getByLabelText('Next step'), { target: { value: 'Call' } });
  fireEvent.change(dialog.getByLabelText('Due on'), { target: { value: '2026-03-05' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Save prospect' }));
  await waitFor(() =>
    expect(sent).toEqual([
      {
        version: 1,
        prospect: {
          name: 'Vera Lind',
          business: 'Lind Coaching',
          phone: '',
          nextStep: 'Call',
          nextStepOn: '2026-03-05',
        },
      },
    ]),
  );
});

describe('the page', () => {
  it('shows a move on the page that was loaded ahead before the server had it', async () => {
    server.on(BOARD, boardOf(aProspect()));
    await openApp('/operator/pipeline', anOperator());
    const [early, moved] = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()];
    const at = '2026-01-05T12:00:00.000Z';
    const event = { id: ID, kind: 'moved', from: 'new', to: 'contacted', lostReason: null, text: '', author: null, at };
    const prospect = aProspect({ stage: 'contacted' });
    const answers = [early.promise];
    const detail = (events: object[]) => json({ prospect, touches: [], events });
    server.on(`GET /rest/v1/operator/prospects/${ID}`, () => answers.shift() ?? detail([event]));
    server.on(STAGE, () => moved.promise);
    const link = await screen.findByRole('link', { name: 'Vera Lind' });
    fireEvent.keyDown(link, { key: 'ArrowRight', altKey: true });
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Vera Lind'));
    // The link that has the focus asks for its page while the move is on its way.
    await waitFor(() => expect(answers).toEqual([]));
    server.on(BOARD, boardOf(prospect));
    moved.resolve(json({ prospect }));
    await screen.findByText('Vera Lind moved to Contacted');
    fireEvent.click(column('Contacted').getByRole('link', { name: 'Vera Lind' }));
    early.resolve(json({ prospect: aProspect(), touches: [], events: [] }));
    expect(await screen.findByText('Moved from New to Contacted automatically')).toBeDefined();
  });
});
