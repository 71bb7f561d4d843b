import { BUILT_IN_FORM } from '@stridewell/contract/checkins/checkins.forms.rules';
import type { TimelineEntry } from '@stridewell/contract/clients/clients.timeline';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { FakeSocket } from '../../../test/fake-socket.ts';
import { mount } from '../../../test/mount.tsx';
import { mountDetails, mountOverview, mountProgress } from '../../../test/mount-client.tsx';
import { openApp } from '../../../test/open-app.tsx';
import {
  aClientDetail,
  aCoach,
  anOverview,
  aProgress,
  aStoredRecord,
  CLIENT_ID,
  COACH_ID,
} from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { ClientHeader } from './client-header.tsx';
import { ClientTimeline } from './client-timeline.tsx';

const BASE = `/rest/v1/clients/${CLIENT_ID}`;
const PAGE = `/coach/${COACH_ID}/client/${CLIENT_ID}`;
const idOf = (index: number) => `0190a5a0-0000-7000-8000-3000000000${String(index).padStart(2, '0')}`;

const TODAY = '2026-03-02';
const of = { coachId: COACH_ID, clientId: CLIENT_ID, today: TODAY, units: 'metric' } as const;
const reader = { firstName: 'Jonas', timeZone: 'America/New_York' };
const mountHeader = (changes = {}) =>
  mount(<ClientHeader coachId={COACH_ID} client={aClientDetail(changes)} today={TODAY} quiet={false} />);
async function mountTimeline(answer: object | ((request: Request) => Response)) {
  server.on(`GET ${BASE}/timeline`, answer);
  await mount(<ClientTimeline {...of} {...reader} />);
  return within(await screen.findByRole('region', { name: 'Timeline' }));
}
async function openPage(tab = '', changes = {}) {
  server.on(`GET ${BASE}`, aClientDetail(changes));
  const app = await openApp(`${PAGE}${tab && `?tab=${tab}`}`, aCoach());
  await screen.findByRole('heading', { level: 1, name: 'Jonas Lind' });
  return app;
}

/** The filled buttons of the header. */
const mainActions = () =>
  within(screen.getByRole('heading', { level: 1 }).closest('header') ?? document.body)
    .getAllByRole('link')
    .filter((link) => link.getAttribute('data-variant') === 'filled')
    .map(({ textContent }) => textContent);

describe('the head of the page', () => {
  it('names one status with its reason, and no label that says otherwise', async () => {
    await mountHeader({
      engagement: {
        score: 90,
        label: 'Excellent',
        parts: [
          { part: 'nutrition', share: 75, weight: 60 },
          { part: 'check_ins', share: 100, weight: 40 },
        ],
      },
      progress: 'Needs Attention',
      lastCheckInDay: '2026-02-02',
      planFollowed: 60,
    });
    const status = screen.getByRole('group', { name: 'Status' });
    expect(status.textContent).toContain('2 check-ins missed');
    expect(status.textContent).toMatch(/Last check-in .*Feb.*\. Plan followed \(self-reported\) 60%/);
    expect(status.textContent).not.toMatch(/Excellent|Attention/);
    expect(screen.getByRole('link', { name: 'Log check-in' })).toBeDefined();
  });

  it.each([
    ['the message', {}, ['Message']],
    ['the check-in that is waiting for a review', { checkInToReview: idOf(1) }, ['Review check-in']],
    ['nothing for a former client', { status: 'archived' }, []],
  ] as const)('has as its one main action %s', async (_, changes, names) => {
    await mountHeader(changes);
    expect(mainActions()).toEqual(names);
  });

  it('offers no message and no check-in for a client who never joined', async () => {
    await mountHeader({ userId: null, accepted: false, status: 'invited' });
    expect(screen.queryByRole('link', { name: 'Message' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Log check-in' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Edit' })).toBeDefined();
  });
});

describe('the summary', () => {
  it('shows the trend, the last check-in with its reply, what is next, notes and the last message', async () => {
    server.on(
      `GET ${BASE}/overview`,
      anOverview({
        weights: [
          { day: '2026-02-01', weightKg: 82 },
          { day: '2026-02-08', weightKg: 80 },
        ],
        lastCheckIn: {
          id: idOf(1),
          clientId: CLIENT_ID,
          day: '2026-02-08',
          submittedAt: '2026-02-08T10:00:00.000Z',
          byCoach: false,
          reviewedAt: '2026-02-08T11:00:00.000Z',
          editedAt: null,
          weightKg: 80,
          templateId: null,
          version: 0,
          answers: { weight: 80, adherence: 90, energy: 4, note: 'Felt strong' },
          reply: { body: 'Keep going', at: '2026-02-08T11:00:00.000Z' },
        },
        form: BUILT_IN_FORM,
        pinnedNotes: [
          { id: idOf(5), text: 'Left knee', day: '2026-02-01', pinned: true, createdAt: '2026-02-01T10:00:00.000Z' },
        ],
        lastMessage: { sender: 'client', excerpt: 'See you', createdAt: '2026-02-08T12:00:00.000Z' },
        unread: 2,
      }),
    );
    await mountOverview({
      nextSession: { sessionDate: '2026-03-04T15:00:00.000Z', sessionType: 'Call' },
      weight: { day: '2026-02-08', weightKg: 80, startKg: 82, changeKg: -2, fourWeeks: null, goal: null },
    });
    const part = async (name: string) => (await screen.findByRole('region', { name })).textContent;
    expect(await part('Weight')).toMatch(/80.0 kg.*−2.0 kg since the start/);
    expect(await part('Last check-in')).toMatch(/80.0 kg.*90%.*Felt strong.*Your replyKeep going/);
    expect(await part('Next session')).toMatch(/10:00 AMCall/);
    expect(await part('Pinned note')).toContain('Left knee');
    expect(await part('Last message')).toMatch(/See youJonas.*2 unread/);
  });

  it('says what will be there while there is nothing', async () => {
    await mountOverview();
    expect((await screen.findByRole('region', { name: 'Last check-in' })).textContent).toContain('No check-in yet.');
    expect(screen.getByRole('region', { name: 'Next session' }).textContent).toContain('No session scheduled.');
    expect(screen.getByRole('region', { name: 'Last message' }).textContent).toContain('No messages yet.');
    expect(screen.queryByRole('link', { name: 'Review check-in' })).toBeNull();
  });
});

describe('the timeline', () => {
  const entries: TimelineEntry[] = [
    { id: idOf(1), at: '2026-02-02T15:00:00.000Z', kind: 'message', coach: 2, client: 1 },
    {
      id: idOf(2),
      at: '2026-02-02T14:00:00.000Z',
      kind: 'check_in',
      weightKg: 80.5,
      adherence: 90,
      energy: 4,
      note: 'Fine',
    },
    {
      id: idOf(3),
      at: '2026-02-01T14:00:00.000Z',
      kind: 'status',
      event: 'record_edited',
      actor: 'coach',
      fields: ['diet', 'allergies'],
    },
  ];

  it('names the day of an entry after a fold of several days', async () => {
    const messages = ['2026-02-03', '2026-02-01'].map((day, index) => ({
      id: idOf(10 + index),
      at: `${day}T15:00:00.000Z`,
      kind: 'message',
      coach: 1,
      client: 0,
    }));
    const checkIn = { ...entries[1], at: '2026-02-01T14:00:00.000Z' };
    const timeline = await mountTimeline({ entries: [...messages, checkIn], nextCursor: null });
    expect((await timeline.findByRole('button', { name: /2 messages/ })).textContent).toContain('Feb 3');
    expect(timeline.getByText(/80.5 kg/).closest('li')?.textContent).toContain('Feb 1');
  });

  it('says what came of a workout, and where it hurt', async () => {
    const push = { at: '2026-02-02T15:00:00.000Z', logId: idOf(9), name: 'Push A' };
    const workout = { ...push, id: idOf(5), kind: 'workout', sets: 18, plannedSets: 20, volumeKg: 4250.4, records: 1 };
    const pain = { ...push, id: idOf(6), kind: 'pain', part: 'low_back', level: 'moderate', exercise: 'Deadlift' };
    const stretching = {
      ...workout,
      id: idOf(7),
      name: 'Stretching',
      sets: 1,
      plannedSets: 1,
      volumeKg: 0,
      records: 0,
      swaps: 0,
    };
    const timeline = await mountTimeline({ entries: [{ ...workout, swaps: 1 }, pain, stretching], nextCursor: null });
    expect((await timeline.findByText('Finished Push A')).closest('li')?.textContent).toContain(
      '18 of 20 sets, 4,250 kg, 1 personal record, 1 exercise swapped',
    );
    expect(timeline.getByText('Pain during Push A').closest('li')?.textContent).toContain(
      'Low back, moderate, during Deadlift',
    );
    expect(timeline.getByText('Finished Stretching').closest('li')?.textContent).not.toMatch(/kg|record|swapped/);
  });

  it('folds routine entries into one line that opens, also across pages', async () => {
    const cursors: (string | null)[] = [];
    const timeline = await mountTimeline((request) => {
      const cursor = new URL(request.url).searchParams.get('cursor');
      cursors.push(cursor);
      const older = { id: idOf(4), at: '2026-02-01T13:00:00.000Z', kind: 'message', coach: 1, client: 0 };
      return json({
        entries: cursor ? [...entries.slice(2), older] : entries.slice(0, 2),
        nextCursor: cursor ? null : 'next',
      });
    });
    expect(await timeline.findByText('3 messages')).toBeDefined();
    expect(timeline.getByText(/80.5 kg, Plan followed \(self-reported\) 90%, energy 4 of 5/)).toBeDefined();
    expect(timeline.queryByText('1 from Jonas, 2 from you')).toBeNull();
    fireEvent.click(timeline.getByRole('button', { name: /3 messages/ }));
    expect(timeline.getByText('1 from Jonas, 2 from you')).toBeDefined();
    fireEvent.click(timeline.getByRole('button', { name: 'Show earlier' }));
    const fold = await timeline.findByRole('button', { name: /1 message and 1 edit/ });
    expect(timeline.queryByText('Food preferences, Allergies')).toBeNull();
    fireEvent.click(fold);
    expect(timeline.getByText('Food preferences, Allergies')).toBeDefined();
    expect(cursors).toEqual([null, 'next']);
    // A chosen kind shows every entry.
    fireEvent.change(timeline.getByRole('combobox'), { target: { value: 'status' } });
    await waitFor(() => expect(timeline.queryByRole('button', { name: /1 message and 1 edit/ })).toBeNull());
  });

  it('says that it failed and tries again, while the rest of the page is there', async () => {
    server.refuse(`GET ${BASE}/timeline`, 403, 'FORBIDDEN', 'You do not have access to this.');
    await mountOverview();
    const alert = await screen.findByRole('alert', {}, { timeout: 8000 });
    expect(screen.getByRole('region', { name: 'Last check-in' })).toBeDefined();
    expect(alert.textContent).toContain('You do not have access to this.');
    server.on(`GET ${BASE}/timeline`, { entries, nextCursor: null });
    fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('3 messages')).toBeDefined();
  });
});

describe('what a tab shows', () => {
  it('details say what is not known, and lead to where it is filled in', async () => {
    server.on(`GET ${BASE}/record`, aStoredRecord({ goal: 'Run', allergies: ['Nuts', 'Milk'], goalWeightKg: 70 }, 1));
    await mountDetails();
    const food = within(await screen.findByRole('region', { name: 'Food' }));
    expect(food.getByText('Nuts, Milk')).toBeDefined();
    expect(food.getAllByText('Not known yet')).toHaveLength(2);
    expect(food.getByRole('link', { name: 'Edit food' }).getAttribute('href')).toBe(`${PAGE}/edit#food`);
    expect(screen.getByText('70.0 kg')).toBeDefined();
  });

  it('progress is honest about what it cannot know', async () => {
    server.on(
      `GET ${BASE}/progress`,
      aProgress({
        measurements: [
          { kind: 'weight', day: '2026-02-01', value: 80, source: 'check_in' },
          { kind: 'waist', day: '2026-02-01', value: 90, source: 'coach' },
          { kind: 'hips', day: '2026-02-01', value: 100, source: 'client' },
        ],
      }),
    );
    server.on(`GET ${BASE}/photos`, {
      days: [
        { id: idOf(2), day: '2026-02-08', photos: [{ slot: 'front', fileId: idOf(4) }] },
        { id: idOf(1), day: '2026-02-01', photos: [{ slot: 'side', fileId: idOf(3) }] },
      ],
      nextCursor: null,
    });
    await mountProgress();
    expect(await screen.findByText('No recent weigh-ins, last Sun, Feb 1')).toBeDefined();
    expect(screen.getByRole('row', { name: /Waist 90.0 cm/ }).textContent).toContain('–');
    const photos = within(await screen.findByRole('region', { name: 'Photos' }));
    const [before] = photos.getAllByRole('combobox', { name: 'Before' });
    expect((before as HTMLSelectElement).value).toBe(idOf(1));
    expect(photos.getByText('No photo from this angle')).toBeDefined();
    expect(photos.getByRole('img', { name: /^Open Front, / }).getAttribute('src')).toContain(`${idOf(4)}?size=thumb`);
    fireEvent.click(photos.getByLabelText('Side'));
    expect(photos.getByRole('img', { name: /^Open Side, / }).getAttribute('src')).toContain(`${idOf(3)}?size=thumb`);
    // Values from a check-in are corrected in the check-in.
    const days = screen.getByRole('region', { name: 'Measurement history' });
    expect(days.textContent).not.toContain('Weight');
    expect(days.textContent).toContain('By you: Waist 90.0 cm');
    expect(days.textContent).toContain('By Jonas: Hips 100.0 cm');
  });
});

describe('the page', () => {
  it('has its tab in the address; one that is none shows the overview', async () => {
    server.on(`GET ${BASE}/notes`, { notes: [], nextCursor: null });
    const app = await openPage('everything');
    expect(await screen.findByRole('region', { name: 'Timeline' })).toBeDefined();
    fireEvent.click(screen.getByRole('tab', { name: 'Notes' }));
    expect(await screen.findByText(/Only you can read them/)).toBeDefined();
    await waitFor(() => expect(app.address()).toBe(`${PAGE}?tab=notes`));
  });

  it('has no main action above a tab where the coach writes, which a link of the summary opens', async () => {
    const pinned = { id: idOf(5), text: 'Left knee', day: '2026-02-01', pinned: true };
    server.on(
      `GET ${BASE}/overview`,
      anOverview({ pinnedNotes: [{ ...pinned, createdAt: '2026-02-01T10:00:00.000Z' }] }),
    );
    await openPage('', { checkInToReview: idOf(1) });
    expect(mainActions()).toEqual(['Review check-in']);
    const note = within(await screen.findByRole('region', { name: 'Pinned note' }));
    fireEvent.click(note.getByRole('link', { name: 'Notes' }));
    expect(await screen.findByRole('tab', { name: 'Notes', selected: true })).toBeDefined();
    expect(mainActions()).toEqual([]);
  });

  it('shows a workout in the timeline that the client has just finished', async () => {
    server.on(`GET ${BASE}/timeline`, { entries: [], nextCursor: null });
    await openPage();
    const timeline = within(await screen.findByRole('region', { name: 'Timeline' }));
    expect(timeline.queryByText('Finished Push A')).toBeNull();
    const workout = { id: idOf(5), at: '2026-02-02T15:00:00.000Z', kind: 'workout', logId: idOf(9), name: 'Push A' };
    const entry = { ...workout, sets: 18, plannedSets: 18, volumeKg: 0, records: 0, swaps: 0 };
    server.on(`GET ${BASE}/timeline`, { entries: [entry], nextCursor: null });
    await waitFor(() => expect(FakeSocket.made.length).toBeGreaterThan(0));
    FakeSocket.last.say('connect');
    FakeSocket.last.say('event', { event: 'workout', clientId: CLIENT_ID, logId: idOf(9) });
    expect(await timeline.findByText('Finished Push A')).toBeDefined();
  });
});
