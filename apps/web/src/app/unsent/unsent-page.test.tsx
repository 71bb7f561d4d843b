import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openApp } from '../../../test/open-app.tsx';
import { aClient, CLIENT_ID, COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';

const ID = '0190a5a0-0000-7000-8000-400000000001';
const OTHER_ID = '0190a5a0-0000-7000-8000-400000000002';
const FORMER = '0190a5a0-0000-7000-8000-00000000000a';
const FORMER_CLIENT = '0190a5a0-0000-7000-8000-00000000000b';
const OWN_LANE = `${COACH_ID}.${CLIENT_ID}`;
const FORMER_LANE = `${FORMER}.${FORMER_CLIENT}`;
const AT = '2026-11-20T08:00:00.000Z';
const SEND = 'POST /rest/v1/check_ins';

const form = {
  templateId: FORMER,
  version: 3,
  name: 'Weekly',
  questions: [{ id: 'week', type: 'text', label: 'How was your week?', help: '', required: false, long: true }],
};
const written = (week: string, id = ID) => ({ id, templateId: FORMER, version: 3, answers: { week }, basedOn: null });
const asked = { coachName: 'Ana Silva', form, writtenAt: AT };
const problem = { message: 'Your coaching has ended, so this was not sent.', fields: {}, code: 'FORBIDDEN' };

function leaveCheckIn(lane: string, content: object, why: object | null = null, id = ID) {
  const item = { id, lane, position: 1, content: { ...content, id }, problem: why };
  window.localStorage.setItem(`stridewell.outbox.${CLIENT_ID}.check-ins.${id}`, JSON.stringify(item));
}
const leaveDraft = (lane: string, draft: object) =>
  window.localStorage.setItem(`stridewell.check-in.${CLIENT_ID}.${lane}`, JSON.stringify(draft));
function leaveLetter(conversationId: string, body: string, why: object | null = null) {
  const content = { coachId: FORMER, conversationId, body, attachments: [], createdAt: AT, to: 'Ana Silva' };
  const item = { id: OTHER_ID, lane: conversationId, position: 1, content, problem: why };
  window.localStorage.setItem(`stridewell.outbox.${CLIENT_ID}.messages.${OTHER_ID}`, JSON.stringify(item));
}

const former = () => aClient({ client: { ...place, status: 'archived' } });
const place = { coachId: COACH_ID, clientId: CLIENT_ID, coachName: 'Maya Okafor', photoId: null };
const cannot = (words: string) => screen.findByText(`${words} cannot be sent`);
const card = (name: RegExp) => screen.findByRole('region', { name });

describe('what was written to a former coach', () => {
  it.each([
    ['a client of another coach', () => aClient()],
    ['a former client', former],
    ['a client without a coach', () => aClient({ client: null })],
  ])('is shown to %s, and never sent', async (_who, session) => {
    leaveCheckIn(FORMER_LANE, { ...written('Steep'), ...asked });
    leaveLetter(FORMER_CLIENT, 'See you on Monday');
    await openApp('/client/profile', session());
    await cannot('1 check-in and 1 message');
    fireEvent.click(screen.getByRole('link', { name: 'Look at them' }));
    const checkIn = await card(/^Check-in/);
    expect(checkIn.textContent).toContain('Your coaching with Ana Silva has ended, so this check-in cannot be sent.');
    expect(checkIn.textContent).toContain('How was your week?Steep');
    expect(within(checkIn).queryByRole('button', { name: 'Try again' })).toBeNull();
    expect((await card(/^Message/)).textContent).toContain('See you on Monday');
    expect(screen.queryByText(/cannot be sent$/)).toBeNull();
    expect(server.count(SEND)).toBe(0);
    expect(server.count(`POST /rest/v1/conversations/${FORMER_CLIENT}/messages`)).toBe(0);
  });

  it('is shown for an item that was stored without its coach', async () => {
    leaveCheckIn(FORMER_LANE, { ...written('Steep'), answers: { week: 'Steep', tape: { waist: 80 } } });
    await openApp('/client/unsent', aClient());
    const checkIn = await card(/^Check-in/);
    expect(checkIn.textContent).toContain('The coaching for this check-in has ended');
    expect(checkIn.textContent).toContain('Answer 1Steep');
    expect(checkIn.textContent).toContain('waist 80');
  });

  it('is counted once when device and server both have the draft, and deleted in both', async () => {
    const draft = { ...written('Half of it', OTHER_ID), savedAt: AT, coachId: FORMER, coachName: 'Ana Silva', form };
    const sentMeanwhile = { ...draft, id: ID };
    const ofNow = { ...draft, id: CLIENT_ID, coachId: COACH_ID };
    leaveCheckIn(FORMER_LANE, { ...written('Steep'), ...asked });
    leaveDraft(FORMER_LANE, { ...written('Half of it', OTHER_ID), saved: true });
    server.on('GET /rest/v1/check_ins/drafts', { drafts: [draft, sentMeanwhile, ofNow] });
    const gone: string[] = [];
    server.on(`DELETE /rest/v1/check_in_drafts/${OTHER_ID}`, () => {
      gone.push(OTHER_ID);
      server.on('GET /rest/v1/check_ins/drafts', { drafts: [] });
      return json({ draftId: OTHER_ID });
    });
    await openApp('/client/profile', aClient());
    await cannot('1 check-in and 1 check-in draft');
    fireEvent.click(screen.getByRole('link', { name: 'Look at them' }));
    const drafts = await card(/^Check-in draft/);
    await waitFor(() => expect(drafts.textContent).toContain('How was your week?Half of it'));
    fireEvent.click(within(drafts).getByRole('button', { name: 'Discard' }));
    const dialog = await screen.findByRole('dialog', { name: 'Discard this check-in draft?' });
    expect(gone).toEqual([]);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: /^Check-in draft/ })).toBeNull());
    expect(gone).toEqual([OTHER_ID]);
    expect(window.localStorage.getItem(`stridewell.check-in.${CLIENT_ID}.${FORMER_LANE}`)).toBeNull();
    expect(await card(/^Check-in/)).toBeDefined();
  });
});

describe('what the coach of now does not take', () => {
  it('is shown while it is on hold, and sent on the next try', async () => {
    const hold = {
      message: 'Your coach has more clients than their plan includes.',
      fields: {},
      code: 'COACH_PLAN_FULL',
    };
    leaveCheckIn(OWN_LANE, { ...written('Steep'), ...asked }, hold);
    const sent: unknown[] = [];
    server.on(SEND, async (request: Request) => {
      sent.push(await request.json());
      return json({ code: 'BAD_GATEWAY' }, 502);
    });
    await openApp('/client/unsent', aClient());
    const checkIn = await card(/^Check-in/);
    expect(checkIn.textContent).toContain(hold.message);
    fireEvent.click(within(checkIn).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(sent).toEqual([expect.objectContaining({ id: ID, coachId: COACH_ID })]));
    expect(sent[0]).not.toHaveProperty('form');
    expect(await screen.findByText('Not sent yet: 1 check-in. Trying again automatically')).toBeDefined();
  });

  it('is asked about, because the coaching may have ended meanwhile', async () => {
    leaveCheckIn(OWN_LANE, { ...written('Steep'), ...asked });
    server.on(SEND, () => {
      server.on('GET /rest/v1/session', former());
      return json({ defined: true, code: 'FORBIDDEN', status: 403, message: problem.message }, 403);
    });
    await openApp('/client/profile', aClient());
    await cannot('1 check-in');
  });
});

it('what was written for one of two coaches is sent to that one, whichever the portal shows', async () => {
  leaveCheckIn(FORMER_LANE, { ...written('Steep'), ...asked });
  const sent: unknown[] = [];
  server.on(SEND, async (request: Request) => {
    sent.push({ ...(await request.json()), header: request.headers.get('x-coach-id') });
    return json({ code: 'BAD_GATEWAY' }, 502);
  });
  const { coachings } = aClient();
  const other = { coachId: FORMER, clientId: FORMER_CLIENT, coachName: 'Ana Silva', status: 'active' } as const;
  await openApp('/client/profile', aClient({ coachings: [...coachings, other] }));
  await waitFor(() => expect(sent).toEqual([expect.objectContaining({ id: ID, coachId: FORMER, header: FORMER })]));
  expect(screen.queryByText(/cannot be sent$/)).toBeNull();
});

it('shows what another of two coaches refused, and sends it again from there', async () => {
  leaveCheckIn(FORMER_LANE, { ...written('Steep'), ...asked }, problem);
  leaveLetter(FORMER_CLIENT, 'See you on Monday', problem);
  const other = { coachId: FORMER, clientId: FORMER_CLIENT, coachName: 'Ana Silva', status: 'active' } as const;
  await openApp('/client/profile', aClient({ coachings: [...aClient().coachings, other] }));
  await cannot('1 check-in and 1 message');
  fireEvent.click(screen.getByRole('link', { name: 'Look at them' }));
  for (const name of [/^Check-in/, /^Message/]) {
    expect(within(await card(name)).getByRole('button', { name: 'Try again' })).toBeDefined();
  }
});

it('asks before sending what the server refused earlier when the coach resumes', async () => {
  leaveCheckIn(OWN_LANE, { ...written('Steep'), ...asked }, problem);
  await openApp('/client/profile', aClient());
  await screen.findByRole('heading', { name: 'Your profile' });
  expect(screen.queryByText(/cannot be sent$/)).toBeNull();
  expect(server.count(SEND)).toBe(0);
});
