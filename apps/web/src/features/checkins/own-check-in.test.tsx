import { BUILT_IN_QUESTIONS, metricOf } from '@stridewell/contract/checkins/checkins.forms.rules';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { mountWithOutboxes } from '../../../test/mount-with-outboxes.tsx';
import { openApp } from '../../../test/open-app.tsx';
import { aClient, CLIENT_ID, COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { aPhoto, type FakeUpload, installUploads, stored } from '../../../test/uploads.ts';
import { newId } from '../../lib/ids.ts';
import { OwnCheckInPage } from './own-check-in-page.tsx';

const TEMPLATE = '0190a5a0-0000-7000-8000-500000000001';
const ID = '0190a5a0-0000-7000-8000-500000000002';
const LATER = '2026-11-21T12:00:00.000Z';
const SEND = 'POST /rest/v1/check_ins';
/** Another person for each test, because drafts stay in memory. */
let userId = '';

const common = { help: '', required: false };
const WEEK = { ...common, id: 'week', type: 'text', label: 'How was your week?', long: true } as const;
const LOOK = { ...common, id: 'look', type: 'photo', label: 'Photos', slots: ['front', 'side'] } as const;
const form = (changes: object = {}) => ({
  coachName: 'Maya Okafor',
  today: '2026-11-21',
  status: { state: 'due', dueDay: '2026-11-21', nextDay: null, missed: 0 },
  last: null,
  form: { templateId: TEMPLATE, version: 2, name: 'Sunday', questions: [WEEK, LOOK] },
  draft: null,
  readOnly: false,
  workouts: null,
  ...changes,
});
const begin = (answers: object, changes: object = {}) =>
  window.localStorage.setItem(
    `stridewell.check-in.${userId}.${COACH_ID}.${CLIENT_ID}`,
    JSON.stringify({ id: ID, templateId: TEMPLATE, version: 2, answers, basedOn: null, saved: false, ...changes }),
  );

type Sent = { id: string; answers: Record<string, unknown> };
let uploads: FakeUpload[];
let sent: Sent[];
let isLeft: boolean;
let answer: (check: Sent) => Response | Promise<Response>;

const storedCheckIn = ({ id, answers }: Sent) => ({
  id,
  clientId: CLIENT_ID,
  day: '2026-11-21',
  submittedAt: LATER,
  byCoach: false,
  reviewedAt: null,
  weightKg: null,
  templateId: TEMPLATE,
  version: 2,
  answers,
});

beforeEach(() => {
  userId = newId();
  isLeft = false;
  uploads = installUploads();
  sent = [];
  answer = (checkIn) => json(storedCheckIn(checkIn));
  server.on('GET /rest/v1/check_ins/form', form());
  server.on('GET /rest/v1/check_ins/own', { checkIns: [], forms: [], today: '2026-11-21' });
  server.on('POST /rest/v1/check_ins/draft', { savedAt: LATER });
  server.on(SEND, async (request: Request) => {
    const checkIn = (await request.json()) as Sent;
    sent.push(checkIn);
    return answer(checkIn);
  });
});

function open(isBlind = false) {
  const relationship = { coachId: COACH_ID, clientId: CLIENT_ID };
  const leave = () => {
    isLeft = true;
  };
  return mountWithOutboxes(
    aClient({ user: { id: userId }, client: { numbersOff: isBlind } }),
    <OwnCheckInPage userId={userId} relationship={relationship} units="metric" isBlind={isBlind} onSent={leave} />,
  );
}

const week = () => screen.findByLabelText(WEEK.label);
const write = async (text: string) => fireEvent.change(await week(), { target: { value: text } });
const choose = (slot: string, file: File) =>
  fireEvent.change(screen.getByLabelText(`Photos: ${slot}`), { target: { files: [file] } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('photos of a check-in', () => {
  it.each([
    [
      'HEIC, which we cannot read',
      new File(['\0\0\0\x18ftypheic', 'x'.repeat(2000)], 'IMG_1.heic', { type: 'image/heic' }),
      'We can’t open HEIC photos. Please save it as a JPEG and add it again.',
    ],
    ['of 60 MB', aPhoto('huge.jpg', 60 * 1024 * 1024), 'A photo can have up to 15 MB.'],
  ])('in %s, are refused with words, and everything else stays and is sent', async (_what, file, problem) => {
    await open();
    await write('Good, and long');
    choose('Side', aPhoto('side.jpg'));
    await waitFor(() => expect(uploads).toHaveLength(1));
    choose('Front', file);
    expect((await screen.findByText(problem)).getAttribute('role')).toBe('alert');
    expect(await week()).toHaveProperty('value', 'Good, and long');
    expect(uploads).toHaveLength(1);
    const [side] = uploads;
    act(() => side?.answer(200, side && stored(side)));
    press('Send check-in');
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.answers).toEqual({
      week: 'Good, and long',
      look: [{ slot: 'side', fileId: side?.query.get('id') }],
    });
  });
});

describe('a check-in after logged workouts', () => {
  const questions = BUILT_IN_QUESTIONS.filter((question) => metricOf(question) === 'adherence');
  const asked = { templateId: null, version: 0, name: 'Check-in', questions };
  const workouts = { from: '2026-11-14', to: '2026-11-20', done: 3, due: 4 };

  it('knows how much of the plan was done, and says where it knows it from', async () => {
    server.on('GET /rest/v1/check_ins/form', form({ form: asked, workouts }));
    await open();
    expect(await screen.findByText(/^3 of 4 workouts done from Nov 14 to Nov 20/)).toBeDefined();
    const slider = screen.getByRole('slider', { name: /^How much of the plan/ });
    expect(slider.getAttribute('aria-valuetext')).toBe('75%');
    press('Send check-in');
    await waitFor(() => expect(sent).toMatchObject([{ answers: { adherence: 75 } }]));
  });

  it('keeps what the client has answered already', async () => {
    begin({ adherence: 40 }, { templateId: null, version: 0 });
    server.on('GET /rest/v1/check_ins/form', form({ form: asked, workouts }));
    await open();
    const slider = await screen.findByRole('slider', { name: /^How much of the plan/ });
    expect(slider.getAttribute('aria-valuetext')).toBe('40%');
  });

  it('asks as before where no workout was due', async () => {
    server.on('GET /rest/v1/check_ins/form', form({ form: asked, workouts: null }));
    await open();
    const slider = await screen.findByRole('slider', { name: /^How much of the plan/ });
    expect(slider.getAttribute('aria-valuetext')).toBe('Not answered yet');
  });
});

describe('a check-in draft', () => {
  it('with an older version of the form is moved to the new one, and what has no place is shown', async () => {
    begin({ week: 'Steep', mood: 'Cheerful', look: [] }, { version: 1 });
    await open();
    expect(await week()).toHaveProperty('value', 'Steep');
    expect(screen.getByText(/^Your coach has changed this form/).textContent).toContain('“Cheerful”');
    press('Send check-in');
    await waitFor(() => expect(sent).toMatchObject([{ id: ID, version: 2, answers: { week: 'Steep' } }]));
  });

  it('says that the device is full, and is sent from the page', async () => {
    await open();
    await week();
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await write('No room');
    expect(await screen.findByText(/^This device has no storage left/)).toBeDefined();
    press('Send check-in');
    await waitFor(() => expect(sent).toMatchObject([{ answers: { week: 'No room' } }]));
  });

  it('asks when another device was ahead, and submits the chosen answers', async () => {
    begin({ week: 'Typed here' });
    const theirs = { id: ID, templateId: TEMPLATE, version: 2, answers: { week: 'Typed there' }, savedAt: LATER };
    const refusal = { defined: true, code: 'DRAFT_NEWER', status: 409, message: 'Elsewhere.', data: { draft: theirs } };
    server.on('POST /rest/v1/check_ins/draft', () => json(refusal, 409));
    answer = () => json(refusal, 409);
    await open();
    expect(await screen.findByRole('heading', { name: 'Continue from your other device?' })).toBeDefined();
    server.on('POST /rest/v1/check_ins/draft', { savedAt: LATER });
    press('Keep the answers on this device');
    expect(await week()).toHaveProperty('value', 'Typed here');
    // The other device saves more meanwhile.
    press('Send check-in');
    expect(await screen.findByRole('heading', { name: 'Continue from your other device?' })).toBeDefined();
    answer = (checkIn) => json(storedCheckIn(checkIn));
    press('Continue');
    expect(await week()).toHaveProperty('value', 'Typed there');
    press('Send check-in');
    await waitFor(() => expect(sent.at(-1)).toMatchObject({ answers: { week: 'Typed there' }, basedOn: LATER }));
  });

  it('whose answer is still on its way when the check-in is sent is not one of another device', async () => {
    begin({ week: 'Tired' });
    const saves: Sent[] = [];
    server.on('POST /rest/v1/check_ins/draft', async (request: Request) => {
      saves.push((await request.json()) as Sent);
      return new Promise<Response>(() => undefined);
    });
    answer = (checkIn) => {
      const [draft] = saves;
      if (Reflect.get(checkIn, 'basedOn') === LATER) return json(storedCheckIn(checkIn));
      const data = { draft: { ...draft, savedAt: LATER } };
      return json({ defined: true, code: 'DRAFT_NEWER', status: 409, message: 'Elsewhere.', data }, 409);
    };
    await open();
    await waitFor(() => expect(saves).toHaveLength(1));
    await write('Tired, and proud of it');
    press('Send check-in');
    expect(await screen.findByText('Check-in sent')).toBeDefined();
    expect(isLeft).toBe(true);
    expect(sent).toMatchObject([
      { id: ID, basedOn: null },
      { id: ID, basedOn: LATER, answers: { week: 'Tired, and proud of it' } },
    ]);
  });

  it.each([
    ['here', () => begin({ week: 'Half of it' }), null],
    [
      'on another device',
      () => undefined,
      { id: ID, templateId: TEMPLATE, version: 2, answers: { week: 'Half of it' }, savedAt: LATER },
    ],
  ])('%s is still there to read while check-ins are on hold', async (_where, startHere, draft) => {
    startHere();
    server.on('GET /rest/v1/check_ins/form', form({ readOnly: true, draft }));
    await open();
    expect(await screen.findByRole('heading', { name: 'Check-ins are on hold' })).toBeDefined();
    expect(screen.getByText(/^Your draft is saved/)).toBeDefined();
    expect(screen.getByText('Half of it')).toBeDefined();
  });

  it('and sent from another device meanwhile is not lost here', async () => {
    begin({ week: 'Typed here' });
    answer = () => json({ defined: true, code: 'SENT_BEFORE', status: 409, message: 'Sent.' }, 409);
    await open();
    await week();
    press('Send check-in');
    expect(await screen.findByText(/^You sent this check-in from another device/)).toBeDefined();
    expect(await week()).toHaveProperty('value', 'Typed here');
    answer = (checkIn) => json(storedCheckIn(checkIn));
    press('Send check-in');
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[0]?.id).toBe(ID);
    expect(sent[1]?.id).not.toBe(ID);
  });
});

// Stands before the tests that reload all modules: after them, page and sending code have different outboxes.
describe('a weigh-in of a client whose numbers are hidden', () => {
  const WEIGHT = BUILT_IN_QUESTIONS.filter((question) => metricOf(question) === 'weight_kg');
  const asked = { templateId: TEMPLATE, version: 2, name: 'Sunday', questions: [...WEIGHT, WEEK] };
  const kept = () => JSON.stringify({ ...window.localStorage });

  it('is typed, confirmed, sent and neither shown nor kept on the device', async () => {
    server.on('GET /rest/v1/check_ins/form', form({ form: asked }));
    await open(true);
    fireEvent.change(await screen.findByRole('textbox', { name: 'Weight (kg)' }), { target: { value: '83.7' } });
    press('Confirm: Weight (kg)');
    expect(await screen.findByText('Entered, and hidden from you')).toBeDefined();
    await write('Fine');
    expect(kept()).toContain('Fine');
    expect(kept()).not.toContain('83.7');
    expect(document.body.innerHTML).not.toContain('83.7');
    press('Send check-in');
    await waitFor(() => expect(sent).toMatchObject([{ answers: { weight: 83.7, week: 'Fine' } }]));
  });

  it('is deleted from an older draft', async () => {
    server.on('GET /rest/v1/check_ins/form', form({ form: asked }));
    begin({ weight: 83.7, week: 'Long' }, { form: asked });
    expect(kept()).toContain('83.7');
    await open(true);
    expect(await screen.findByDisplayValue('Long')).toBeDefined();
    await waitFor(() => expect(kept()).not.toContain('83.7'));
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Weight (kg)' }).value).toBe('');
  });
});

it('words of self-harm show at once what to do', async () => {
  await open();
  await write('Busy, and tired');
  expect(screen.queryByText(/^That sounds hard/)).toBeNull();
  await write('I do not want to be alive');
  expect(screen.getByText(/^That sounds hard, and you do not have to carry it alone/)).toBeDefined();
  const lines = screen.getByRole('link', { name: 'findahelpline.com' });
  expect([lines.getAttribute('href'), lines.getAttribute('rel')]).toEqual(['https://findahelpline.com', 'noreferrer']);
});

describe('a check-in on its way', () => {
  const LEFT = { id: ID, templateId: TEMPLATE, version: 2, answers: { week: 'From before' }, basedOn: null };
  const leave = (problem: object | null = null) =>
    window.localStorage.setItem(
      `stridewell.outbox.${CLIENT_ID}.check-ins.${ID}`,
      JSON.stringify({ id: ID, lane: `${COACH_ID}.${CLIENT_ID}`, position: 1, content: LEFT, problem }),
    );

  it('goes out from whatever page is opened, in the session that it was written in', async () => {
    leave();
    const meantFor: (string | null)[] = [];
    server.on(SEND, async (request: Request) => {
      meantFor.push(request.headers.get('x-user-id'));
      return json(storedCheckIn((await request.json()) as Sent));
    });
    await openApp('/client/messages', aClient());
    await waitFor(() => expect(meantFor).toEqual([CLIENT_ID]));
    await waitFor(() => expect(Object.keys(window.localStorage).filter((key) => key.includes('outbox'))).toEqual([]));
  });

  it('is counted in the bar, and asked about before signing out', async () => {
    leave();
    answer = () => json({ code: 'BAD_GATEWAY' }, 502);
    await openApp('/client/messages', aClient());
    expect(await screen.findByText('Not sent yet: 1 check-in. Trying again automatically')).toBeDefined();
    fireEvent.click(await screen.findByRole('button', { name: 'Your menu' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Sign Out' }));
    const dialog = await screen.findByRole('dialog', { name: 'Sign out before everything is sent?' });
    expect(within(dialog).getByText('1 check-in has not been sent yet.')).toBeDefined();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Stay signed in' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.count('POST /auth/v1/sign-out')).toBe(0);
  });
});
