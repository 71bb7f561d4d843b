import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { mountWithOutboxes } from '../../../test/mount-with-outboxes.tsx';
import { aClient, CLIENT_ID, COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { newId } from '../../lib/ids.ts';
import { OwnCheckInPage } from './own-check-in-page.tsx';

const FORM = 'GET /rest/v1/check_ins/form';
const OWN = 'GET /rest/v1/check_ins/own';
const TEMPLATE = '0190a5a0-0000-7000-8000-500000000001';
const common = { help: '', required: true };
const questions = [
  { ...common, id: 'plan', type: 'scale', label: 'Plan done', min: 0, max: 100, step: 5, minLabel: '', maxLabel: '' },
  { ...common, id: 'week', type: 'text', label: 'How was your week?', long: true },
];
const asked = { templateId: TEMPLATE, version: 1, name: 'Sunday', questions };
const form = (changes: object = {}) => ({
  coachName: 'Maya Okafor',
  today: '2026-11-21',
  status: { state: 'due', dueDay: '2026-11-21', nextDay: null, missed: 0 },
  last: null,
  form: { ...asked, questions: questions.map((question) => ({ metric: null, ...question })) },
  draft: null,
  readOnly: false,
  ...changes,
});
const sent = {
  id: '0190a5a0-0000-7000-8000-500000000009',
  clientId: CLIENT_ID,
  day: '2026-11-14',
  submittedAt: '2026-11-14T12:00:00.000Z',
  byCoach: false,
  reviewedAt: null,
  weightKg: null,
  templateId: TEMPLATE,
  version: 1,
  answers: { week: 'Walked every day' },
  editedAt: null,
  reply: null,
  editable: true,
};
const OWN_ANSWER = { checkIns: [sent], forms: [asked], today: '2026-11-21' };

function open() {
  const session = aClient({ user: { id: newId() } });
  const relationship = { coachId: COACH_ID, clientId: CLIENT_ID };
  const page = (
    <OwnCheckInPage
      userId={session.user.id}
      relationship={relationship}
      units="metric"
      isBlind={false}
      onSent={() => undefined}
    />
  );
  return mountWithOutboxes(session, page);
}

beforeEach(() => {
  server.on(FORM, form());
  server.on(OWN, OWN_ANSWER);
  server.on('POST /rest/v1/check_ins/draft', { savedAt: '2026-11-21T12:00:00.000Z' });
});

describe('what was sent before', () => {
  it('leaves the form alone where it cannot be loaded, and comes when asked for again', async () => {
    server.on(OWN, {}, 500);
    await open();
    expect(await screen.findByRole('button', { name: 'Send check-in' })).toBeDefined();
    const alert = await screen.findByRole('alert', {}, { timeout: 5000 });
    expect(alert.textContent).toMatch(/^Your check-ins could not be loadedThe problem is on our side\./);
    server.on(OWN, OWN_ANSWER);
    fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Walked every day')).toBeDefined();
  });

  it('stays readable while check-ins are on hold', async () => {
    server.on(FORM, form({ readOnly: true }));
    await open();
    expect(await screen.findByText('Walked every day')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Send check-in' })).toBeNull();
  });
});

describe('a check-in that is not due', () => {
  it.each([
    ['upcoming', '2026-11-24', 'Nothing is due today. The next one is due on Tue, Nov 24. You can send one any time.'],
    ['done', '2026-11-22', 'Your check-in is sent. The next one is due tomorrow. Your answers are below.'],
    ['paused', null, 'Your check-ins are paused. You can still send one.'],
  ])('says that it is %s', async (state, nextDay, words) => {
    server.on(FORM, form({ status: { state, dueDay: '2026-11-21', nextDay, missed: 0 } }));
    await open();
    expect(await screen.findByText(words)).toBeDefined();
  });
});

describe('a check-in that is sent', () => {
  const done = { state: 'done', dueDay: '2026-11-21', nextDay: null, missed: 0 };

  it('shows its answers, and another one starts on purpose', async () => {
    server.on(FORM, form({ status: done }));
    await open();
    expect(await screen.findByText('Walked every day')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Send check-in' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Send another check-in' }));
    expect(await screen.findByRole('button', { name: 'Send check-in' })).toBeDefined();
  });

  it('is changed until the coach replies, and keeps what was typed when the coach was faster', async () => {
    server.on(FORM, form({ status: done }));
    const answers = { plan: 80, week: 'Walked every day' };
    server.on(OWN, { ...OWN_ANSWER, checkIns: [{ ...sent, answers }] });
    const given: unknown[] = [];
    let refuses = true;
    server.on(`PATCH /rest/v1/check_ins/${sent.id}`, async (request) => {
      const body = await request.json();
      given.push(body.answers);
      if (refuses)
        return json({ defined: true, code: 'REPLIED', status: 409, message: 'Your coach has replied.' }, 409);
      return json({ ...sent, ...body, editedAt: '2026-11-21T12:00:00.000Z' });
    });
    await open();
    fireEvent.click(await screen.findByRole('button', { name: /^Edit the check-in from/ }));
    fireEvent.change(await screen.findByLabelText(/How was your week/), { target: { value: 'Ran twice' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText(/^Your changes were not saved.* Your coach has replied\.$/)).toBeDefined();
    expect(screen.getByLabelText(/How was your week/)).toHaveProperty('value', 'Ran twice');
    refuses = false;
    fireEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('Changes saved')).toBeDefined();
    expect(given.at(-1)).toEqual({ plan: 80, week: 'Ran twice' });
    expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull();
  });

  it('has no such button after a reply', async () => {
    server.on(OWN, { ...OWN_ANSWER, checkIns: [{ ...sent, editable: false }] });
    await open();
    expect(await screen.findByText('Walked every day')).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull();
  });
});

describe('a question', () => {
  it('has the answer of the last check-in beside it', async () => {
    server.on(FORM, form({ last: { ...sent, answers: { plan: 80, week: 'Walked' } } }));
    await open();
    expect(await screen.findByText(/^Last time: 80 of 100, /)).toBeDefined();
    // Notes are read below and not compared.
    expect(screen.getAllByText(/^Last time/)).toHaveLength(1);
  });
});

describe('one answer that is missing', () => {
  it('gets the focus also where it is a slider', async () => {
    await open();
    fireEvent.change(await screen.findByLabelText(/How was your week/), { target: { value: 'Fine' } });
    fireEvent.click(screen.getByRole('button', { name: 'Send check-in' }));
    expect(await screen.findByText('Please answer this')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByRole('slider'));
  });
});
