import { BUILT_IN_FORM } from '@stridewell/contract/checkins/checkins.forms.rules';
import { useLocation } from '@tanstack/react-router';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { mount } from '../../../test/mount.tsx';
import { CLIENT_ID, COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { ReviewQueue } from './review-queue.tsx';
import { ReviewScreen } from './review-screen.tsx';

const idOf = (index: number) => `0190a5a0-0000-7000-8000-20000000000${index}`;
const aCheckIn = (index: number, weight: number, changes: object = {}) => ({
  id: idOf(index),
  clientId: CLIENT_ID,
  day: `2026-03-0${index}`,
  submittedAt: `2026-03-0${index}T17:00:00.000Z`,
  byCoach: false,
  reviewedAt: null,
  weightKg: weight,
  templateId: null,
  version: 0,
  answers: { weight, adherence: 80, energy: 3 },
  reply: null,
  ...changes,
});

function aReview(index: number, changes: object = {}) {
  return {
    checkIn: aCheckIn(index, 80),
    clientName: 'Jonas Lind',
    goal: 'Lose 5 kg',
    today: '2026-03-09',
    open: true,
    earlier: [],
    forms: [BUILT_IN_FORM],
    weights: [],
    workouts: null,
    ...changes,
  };
}

const queueOf = (...indexes: number[]) => ({
  checkIns: indexes.map((index) => ({
    id: idOf(index),
    clientId: CLIENT_ID,
    clientName: 'Jonas Lind',
    photoId: null,
    goal: 'Lose 5 kg',
    day: `2026-03-0${index}`,
    submittedAt: `2026-03-0${index}T17:00:00.000Z`,
    figures: { weightKg: 80, adherence: 60, energy: 3, sleepHours: null },
    before: { weightKg: 81, adherence: 90, energy: 3, sleepHours: null },
    text: 'A hard week',
  })),
  total: indexes.length,
  quickReplies: ['Well done'],
  medianHours: null,
});

/** The review in the address. */
function Review() {
  const checkInId = useLocation({ select: ({ pathname }) => pathname.split('/').at(-1) ?? '' });
  return <ReviewScreen key={checkInId} coachId={COACH_ID} checkInId={checkInId} units="metric" />;
}
const mountQueue = () => mount(<ReviewQueue coachId={COACH_ID} today="2026-03-05" units="metric" />);

async function openReview(review: object = aReview(2)) {
  server.on('GET /rest/v1/check_ins/unreviewed', queueOf(2, 3));
  server.on(`GET /rest/v1/check_ins/${idOf(2)}/review`, review);
  server.on(`GET /rest/v1/check_ins/${idOf(3)}/review`, aReview(3));
  const app = await mount(<Review />, { at: `/coach/${COACH_ID}/check-ins/${idOf(2)}` });
  await screen.findByRole('heading', { level: 1, name: 'Jonas Lind' });
  return app;
}
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reply to Jonas Lind' });

describe('a review', () => {
  it('puts answers beside those before, and says what a change means besides its colour', async () => {
    await openReview(aReview(2, { earlier: [aCheckIn(1, 81, { answers: { weight: 81, adherence: 90, energy: 3 } })] }));
    const weight = screen.getByRole('row', { name: /^Weight/ });
    expect(within(weight).getByText('80.0 kg')).toBeDefined();
    expect(within(weight).getByText('81.0 kg')).toBeDefined();
    expect(weight.textContent).toContain('−1, in the right direction');
    expect(screen.getByRole('row', { name: /^How much of the plan/ }).textContent).toContain(
      '−10, in the wrong direction',
    );
    expect(screen.getByRole('row', { name: /^Energy/ }).textContent).not.toContain('direction');
  });

  it('names the workouts that were logged since the check-in before', async () => {
    await openReview(aReview(2, { workouts: { from: '2026-02-23', to: '2026-03-01', done: 1, due: 3 } }));
    expect(screen.getByText('1 of 3 workouts done from Feb 23 to Mar 1')).toBeDefined();
  });

  it('colours no small change', async () => {
    const before = aCheckIn(1, 80.4, { answers: { weight: 80.4, adherence: 85, energy: 3 } });
    await openReview(aReview(2, { earlier: [before] }));
    const weight = screen.getByRole('row', { name: /^Weight/ }).textContent;
    expect(weight).toContain('−0.4');
    expect(weight).not.toContain('direction');
    const adherence = screen.getByRole('row', { name: /^How much of the plan/ }).textContent;
    expect(adherence).toContain('−5');
    expect(adherence).not.toContain('direction');
  });

  it('shows what the coach wrote before, and a reply that is sent in place of the field', async () => {
    const replied = (index: number, body: string) =>
      aCheckIn(index, 80, { reply: { body, at: '2026-03-08T10:00:00.000Z' }, reviewedAt: '2026-03-08T10:00:00.000Z' });
    await openReview(aReview(2, { checkIn: replied(2, 'Rest on Monday'), earlier: [replied(1, 'More sleep')] }));
    const earlier = within(screen.getByRole('region', { name: 'Your earlier replies' }));
    expect(earlier.getByText('More sleep')).toBeDefined();
    const reply = within(screen.getByRole('region', { name: 'Your reply' }));
    expect(reply.getByText('Rest on Monday')).toBeDefined();
    expect(reply.getByRole('link', { name: 'Continue in messages' })).toBeDefined();
    expect(screen.queryByRole('textbox', { name: 'Reply to Jonas Lind' })).toBeNull();
  });

  it('starts in the field where there is a keyboard, and in the heading for who looks through the queue', async () => {
    vi.stubGlobal('matchMedia', (media: string) => ({
      media,
      matches: media.includes('pointer: fine'),
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }));
    const app = await openReview();
    expect(document.activeElement).toBe(field());
    fireEvent.keyDown(field(), { key: 'Escape' });
    expect(document.activeElement?.tagName).toBe('H1');
    fireEvent.keyDown(document.body, { key: 'j' });
    await waitFor(() => expect(app.path()).toContain(idOf(3)));
    // The keys belong to the review on screen.
    expect(await screen.findByText('2 of 2')).toBeDefined();
    await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'));
    fireEvent.keyDown(document.body, { key: 'k' });
    await waitFor(() => expect(app.path()).toContain(idOf(2)));
  });

  it('leads back to the queue, and says where in it the coach is', async () => {
    await openReview();
    expect(screen.getByText('1 of 2')).toBeDefined();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Previous/ }).disabled).toBe(true);
    expect(screen.getByRole('link', { name: 'Check-ins to review' }).getAttribute('href')).toBe(
      `/coach/${COACH_ID}/check-ins`,
    );
  });

  it('has the next one loaded already, and opens it by one key unless the coach is writing', async () => {
    const app = await openReview();
    await waitFor(() => expect(server.count(`GET /rest/v1/check_ins/${idOf(3)}/review`)).toBe(1));
    fireEvent.keyDown(field(), { key: 'j' });
    expect(app.path()).toContain(idOf(2));
    fireEvent.keyDown(document.body, { key: 'j' });
    await waitFor(() => expect(app.path()).toContain(idOf(3)));
  });

  it('adds a quick reply to what is written, sends by Ctrl+Enter under one id, and opens the next', async () => {
    const app = await openReview();
    const bodies: unknown[] = [];
    server.on(`POST /rest/v1/check_ins/${idOf(2)}/review`, async (request) => {
      bodies.push(await request.json());
      if (bodies.length === 1) return json({ code: 'INTERNAL_SERVER_ERROR', status: 500, message: 'Internal' }, 500);
      return json({ id: idOf(2), reviewedAt: '2026-03-09T10:00:00.000Z' });
    });
    fireEvent.change(field(), { target: { value: 'Hello' } });
    fireEvent.click(screen.getByRole('button', { name: 'Well done' }));
    expect(field().value).toBe('Hello Well done');
    fireEvent.keyDown(field(), { key: 'Enter', ctrlKey: true });
    expect((await screen.findByRole('alert')).textContent).toContain('Nothing was sent, and what you wrote is kept.');
    expect(field().value).toBe('Hello Well done');
    fireEvent.keyDown(field(), { key: 'Enter', ctrlKey: true });
    await waitFor(() => expect(app.path()).toContain(idOf(3)));
    expect(bodies[0]).toEqual(bodies[1]);
    expect(bodies[0]).toMatchObject({ reply: { body: 'Hello Well done' } });
  });

  it('of a former client can be marked, without a reply', async () => {
    await openReview(aReview(2, { open: false }));
    expect(screen.queryByRole('textbox', { name: 'Reply to Jonas Lind' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Mark reviewed without reply' })).toBeDefined();
  });
});

describe('the queue', () => {
  it('shows what changed, the first words and how long the client has waited', async () => {
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-03-05T19:00:00.000Z'));
    server.on('GET /rest/v1/check_ins/unreviewed', queueOf(2, 5));
    await mountQueue();
    const list = within(await screen.findByRole('list', { name: 'Check-ins to review' }));
    const [first, second] = list.getAllByRole('link');
    expect(first?.textContent).toContain('80.0 kg−1, in the right direction');
    expect(first?.textContent).toContain('Plan followed (self-reported) 60%−30, in the wrong direction');
    expect(first?.textContent).not.toContain('energy');
    expect(first?.textContent).toContain('“A hard week”');
    expect(first?.textContent).toContain('Waiting 3 days');
    expect(second?.textContent).toContain('Waiting 2 hours');
    now.mockRestore();
  });

  it('says so when everything is read', async () => {
    server.on('GET /rest/v1/check_ins/unreviewed', queueOf());
    await mountQueue();
    expect(await screen.findByRole('heading', { name: 'All caught up' })).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Start reviewing' })).toBeNull();
  });
});
