import type { CalendarQuestion } from '@stridewell/contract/integrations/integrations.calendars';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { CalendarQuestions } from './calendar-questions.tsx';

const SESSION = '01990000-0000-7000-8000-00000000beef';
const AT = '2031-03-10T10:00:00.000Z';
const NOON = '2031-03-10T12:00:00.000Z';

const aQuestion = (changes: Partial<CalendarQuestion> = {}): CalendarQuestion => ({
  sessionId: SESSION,
  calendarName: 'Work',
  kind: 'moved',
  askedAt: '2031-03-01T10:00:00.000Z',
  clientId: SESSION,
  clientName: 'Nina Park',
  sessionTypeId: null,
  sessionDate: AT,
  minutes: 60,
  version: 3,
  movedTo: { startsAt: NOON, minutes: 30 },
  ...changes,
});

/** Opens the questions over a server that keeps them. Returns the answers. */
function open(...stored: CalendarQuestion[]) {
  return openSome(100, ...stored);
}

function openSome(most: number, ...stored: CalendarQuestion[]) {
  let questions = stored;
  const answers: object[] = [];
  server.on('GET /rest/v1/calendar_questions', () => json({ questions }));
  server.on('POST /rest/v1/calendar/conflicts', { sessions: [], count: 0, busy: [] });
  server.on(`POST /rest/v1/calendar_questions/${SESSION}/answer`, async (request: Request) => {
    answers.push(await request.json());
    questions = [];
    return json({ sessionId: SESSION });
  });
  show(<CalendarQuestions coachId={COACH_ID} timeZone="UTC" most={most} />);
  return answers;
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const seen = { askedAt: '2031-03-01T10:00:00.000Z', version: 3 };

it('moves the session after the coach has seen what it overlaps, and then asks no more', async () => {
  const answers = open(aQuestion());
  expect(await screen.findByText('Moved in Work: Session with Nina Park')).toBeDefined();
  expect(screen.getByText(/^From .*10:00 AM to .*12:00 PM, 30 instead of 60 minutes\.$/)).toBeDefined();
  const busy = { startsAt: NOON, endsAt: '2031-03-10T13:00:00.000Z', allDay: false, bufferBefore: 0, bufferAfter: 0 };
  server.on('POST /rest/v1/calendar/conflicts', { sessions: [], count: 0, busy: [busy] });
  await press('Move the session with Nina Park');
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('You are busy at this time')).toBeDefined();
  expect(dialog.getByText(/Nina Park gets an email\./)).toBeDefined();
  fireEvent.click(await dialog.findByRole('button', { name: 'Move anyway' }));
  await waitFor(() => expect(screen.queryByText(/^Moved in Work/)).toBeNull());
  expect(answers).toMatchObject([{ ...seen, answer: 'follow' }]);
});

it('cancels or keeps a session that was deleted there', async () => {
  const answers = open(aQuestion({ kind: 'deleted', movedTo: null }));
  await press('Cancel the session with Nina Park');
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/Nina Park gets an email\./)).toBeDefined();
  fireEvent.click(dialog.getByRole('button', { name: 'Keep it' }));
  await press('Keep the session with Nina Park');
  await waitFor(() => expect(screen.queryByText(/^Deleted in Work/)).toBeNull());
  expect(answers).toMatchObject([{ ...seen, answer: 'keep' }]);
});

it('offers no move to an event that repeats, and says why an answer failed', async () => {
  open(aQuestion({ kind: 'unclear', movedTo: null }));
  expect(await screen.findByText(/now repeats or lasts whole days/)).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Move/ })).toBeNull();
  server.on(`POST /rest/v1/calendar_questions/${SESSION}/answer`, () =>
    json({ code: 'CHANGED', message: 'The session has changed.', defined: true }, 409),
  );
  await press('Keep the time with Nina Park');
  expect(await screen.findByText('The session has changed.')).toBeDefined();
});

it('shows the first ones and the number of the others', async () => {
  const others = ['1', '2', '3'].map((digit) => SESSION.replace(/.$/, digit));
  openSome(2, aQuestion(), ...others.map((sessionId) => aQuestion({ sessionId, clientName: 'Ana Brown' })));
  expect(await screen.findByText('2 more sessions to decide about after these.')).toBeDefined();
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
});
