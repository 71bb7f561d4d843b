import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  adherenceFall,
  averageClientValueCents,
  type CheckInPoint,
  checkInStatusOf,
  checkInStreakOf,
  followUpsFor,
  isOnTrack,
  latestAdherence,
  MAX_FOLLOW_UPS,
  onTrackPercent,
  suggestionsFor,
  type TrackedClient,
  taskCount,
} from './dashboard.rules.ts';
import { addDays } from './time.ts';

const TODAY = '2026-03-30';
const noDismissals: ReadonlySet<string> = new Set();

/** A client with a weekly check-in due today, with a check-in in each week by default. */
function trackedClient(changes: Partial<TrackedClient> = {}): TrackedClient {
  return {
    clientId: 'c1',
    name: 'Ada Lovelace',
    anchorDay: addDays(TODAY, -70),
    intervalDays: 7,
    checkIns: points([90, 90, 90]),
    donePeriods: [8, 9, 10],
    ...changes,
  };
}

/** Weekly check-ins, newest first, the newest today; the weight falls by half a kilogram a week. */
function points(adherences: (number | null)[], weight: (week: number) => number | null = (week) => 80 + week / 2) {
  return adherences.map(
    (adherence, week): CheckInPoint => ({ day: addDays(TODAY, -7 * week), weightKg: weight(week), adherence }),
  );
}

const since = (days: number, adherence: number | null = 90): CheckInPoint[] => [
  { day: addDays(TODAY, -days), weightKg: null, adherence },
];

describe('adherenceFall', () => {
  it.each([
    ['15 points over six answers', [70, 70, 85, 85, 85, 85], { from: 85, to: 70 }],
    ['14.5 points', [70, 71, 85, 85, 85, 85], null],
    ['four answers are enough', [50, 50, 90, 90], { from: 90, to: 50 }],
    ['three answers are not', [50, 50, 90], null],
    ['a rise', [90, 90, 50, 50, 50, 50], null],
    ['a seventh answer does not count', [70, 70, 80, 80, 80, 80, 100], null],
    ['missing answers are passed over', [null, 50, null, 50, 90, null, 90], { from: 90, to: 50 }],
    ['missing answers do not count', [50, 50, 90, null, null], null],
    ['nothing', [], null],
  ])('%s', (_what, adherences, expected) => {
    expect(adherenceFall(points(adherences))).toEqual(expected);
  });

  it('needs the full 15 points, whatever the answers', () => {
    const answers = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 6, maxLength: 12 });
    fc.assert(
      fc.property(answers, (values) => {
        const sum = (from: number, to: number) => values.slice(from, to).reduce((total, value) => total + value, 0);
        expect(adherenceFall(points(values)) !== null).toBe(sum(2, 6) - 2 * sum(0, 2) >= 60);
      }),
    );
  });
});

describe('suggestionsFor', () => {
  it('says nothing about a client who does well', () => {
    expect(suggestionsFor([trackedClient()], TODAY, 'metric')).toEqual([]);
  });

  it.each([
    [14, '14 days ago: 1 check-in missed'],
    [21, '21 days ago: 2 check-ins in a row missed'],
    [35, '35 days ago: 4 check-ins in a row missed'],
  ])('alerts about a client last heard of %d days ago', (days, when) => {
    const [suggestion, ...others] = suggestionsFor([trackedClient({ checkIns: since(days) })], TODAY, 'metric');
    expect(suggestion).toMatchObject({ type: 'alert', priority: 'high', clientId: 'c1', clientName: 'Ada Lovelace' });
    expect(suggestion?.message).toBe(`You last heard from Ada Lovelace ${when}.`);
    expect(others).toEqual([]);
  });

  it('alerts about a client who never sent one', () => {
    const [suggestion] = suggestionsFor([trackedClient({ checkIns: [] })], TODAY, 'metric');
    expect(suggestion?.message).toBe('You have not heard from Ada Lovelace yet: 10 check-ins in a row missed.');
  });

  it('is silent while the only open check-in is the one due now', () => {
    expect(suggestionsFor([trackedClient({ checkIns: since(7) })], TODAY, 'metric')).toEqual([]);
  });

  it('warns about falling adherence with both figures', () => {
    const [suggestion] = suggestionsFor(
      [trackedClient({ checkIns: points([60, 62, 85, 85, 85, 85]) })],
      TODAY,
      'metric',
    );
    expect(suggestion).toMatchObject({ type: 'warning', priority: 'medium' });
    expect(suggestion?.message).toMatch(/Ada Lovelace.*85%.*61%/);
  });

  it('recommends something at a plateau', () => {
    const flat = [trackedClient({ checkIns: points([90, 88, 90, 90], () => 80) })];
    const [suggestion] = suggestionsFor(flat, TODAY, 'metric');
    expect(suggestion).toMatchObject({ type: 'recommendation', priority: 'low' });
    expect(suggestion?.message).toBe('Ada Lovelace has stayed at 80 kg for three weeks at 90% adherence.');
    expect(suggestionsFor(flat, TODAY, 'imperial')[0]?.message).toContain('at 176.4 lb for');
  });

  it('puts the pressing ones first, then goes by name', () => {
    const flat = { checkIns: points([90, 90, 90, 90], () => 80) };
    const clients = [
      trackedClient({ clientId: 'p2', name: 'Zoe', ...flat }),
      trackedClient({ clientId: 'p1', name: 'Bea', ...flat }),
      trackedClient({ clientId: 'f1', name: 'Cid', checkIns: points([60, 60, 85, 85, 85, 85]) }),
      trackedClient({ clientId: 'm2', name: 'Yan', checkIns: since(14) }),
      trackedClient({ clientId: 'm1', name: 'Dan', checkIns: since(28) }),
    ];
    expect(suggestionsFor(clients, TODAY, 'metric').map(({ clientId }) => clientId)).toEqual([
      'm1',
      'm2',
      'f1',
      'p1',
      'p2',
    ]);
  });

  const anyClient = fc
    .record({
      clientId: fc.uuid(),
      name: fc.string({ minLength: 1, maxLength: 12 }),
      intervalDays: fc.integer({ min: 1, max: 14 }),
      ages: fc.uniqueArray(fc.nat({ max: 60 }), { maxLength: 12 }),
      adherence: fc.option(fc.integer({ min: 0, max: 100 })),
      weightKg: fc.option(fc.double({ min: 79.9, max: 80.1, noNaN: true })),
    })
    .map(({ ages, adherence, weightKg, ...client }) => ({
      ...client,
      anchorDay: addDays(TODAY, -60),
      donePeriods: [],
      checkIns: ages.toSorted((a, b) => a - b).map((age) => ({ day: addDays(TODAY, -age), weightKg, adherence })),
    }));
  const anyClients = fc.uniqueArray(anyClient, { selector: ({ clientId }) => clientId, maxLength: 8 });

  it('has at most one suggestion for a client and rule, ordered by priority', () => {
    fc.assert(
      fc.property(anyClients, (clients) => {
        const found = suggestionsFor(clients, TODAY, 'metric');
        const keys = found.map(({ clientId, type }) => `${clientId} ${type}`);
        expect(new Set(keys).size).toBe(keys.length);
        expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
        const ranks = found.map(({ priority }) => ['high', 'medium', 'low'].indexOf(priority));
        expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
      }),
    );
  });

  it('follows up at most three, none of them dismissed or done, the most missed first', () => {
    fc.assert(
      fc.property(anyClients, fc.nat(), (clients, bits) => {
        const dismissed = new Set(
          clients.filter((_, index) => (bits >> index) % 2 === 1).map(({ clientId }) => clientId),
        );
        const found = followUpsFor(clients, TODAY, dismissed);
        expect(found.length).toBeLessThanOrEqual(MAX_FOLLOW_UPS);
        for (const { clientId } of found) {
          const client = clients.find((candidate) => candidate.clientId === clientId);
          expect(dismissed.has(clientId)).toBe(false);
          expect(client && checkInStatusOf(client, TODAY).state).not.toBe('done');
        }
        const missed = found.map((followUp) => followUp.missed);
        expect(missed).toEqual(missed.toSorted((a, b) => b - a));
      }),
    );
  });
});

describe('followUpsFor', () => {
  const named = (name: string, days: number, anchorAge = 72) =>
    trackedClient({ clientId: name, name, checkIns: since(days), anchorDay: addDays(TODAY, -anchorAge) });
  const names = (clients: TrackedClient[], dismissed = noDismissals) =>
    followUpsFor(clients, TODAY, dismissed).map(({ clientName }) => clientName);

  it('takes clients whose check-in is overdue', () => {
    expect(followUpsFor([named('Ada', 9), named('Bea', 1)], TODAY, noDismissals)).toEqual([
      { clientId: 'Ada', clientName: 'Ada', missed: 0, dueDay: addDays(TODAY, -2) },
    ]);
  });

  it('leaves out a first check-in that is due today', () => {
    expect(names([trackedClient({ anchorDay: TODAY, checkIns: [] })])).toEqual([]);
  });

  it('takes a check-in due today when an earlier one was missed', () => {
    expect(names([named('Ada', 14, 70)])).toEqual(['Ada']);
  });

  it('puts the most missed first, then goes by name, and stops at three', () => {
    expect(names([named('Zoe', 9), named('Bea', 9), named('Cid', 30), named('Dan', 16)])).toEqual([
      'Cid',
      'Dan',
      'Bea',
    ]);
  });

  it('gives a dismissed place to the next one', () => {
    const clients = [named('Zoe', 9), named('Bea', 9), named('Cid', 30), named('Dan', 16)];
    expect(names(clients, new Set(['Cid']))).toEqual(['Dan', 'Bea', 'Zoe']);
  });
});

describe('on track', () => {
  it.each([
    ['good adherence', points([70]), true],
    ['low adherence', points([69, 100]), false],
    ['no adherence yet', [], true],
    ['the newest answer is missing', points([null, 69]), false],
    ['a missed check-in', since(14, 100), false],
    ['a check-in open today', since(7, 100), true],
  ])('%s', (_what, checkIns, expected) => {
    const anchorDay = checkIns.length > 0 ? addDays(TODAY, -70) : TODAY;
    expect(isOnTrack(trackedClient({ checkIns, anchorDay }), TODAY)).toBe(expected);
  });

  it('reads the newest adherence that was given', () => {
    expect(latestAdherence(trackedClient({ checkIns: points([null, 40, 80]) }))).toBe(40);
    expect(latestAdherence(trackedClient({ checkIns: points([0, 80]) }))).toBe(0);
    expect(latestAdherence(trackedClient({ checkIns: [] }))).toBeNull();
  });

  it('counts the periods in a row', () => {
    expect(checkInStreakOf(trackedClient(), TODAY)).toBe(3);
    expect(
      checkInStreakOf(trackedClient({ donePeriods: Array.from({ length: 11 }, (_, period) => period) }), TODAY),
    ).toBe(11);
  });
});

describe('figures', () => {
  it.each([
    [0, 0, 0],
    [2, 0, 2],
    [2, 3, 5],
    [2, 9, 5],
  ])('%d sessions and %d follow-ups are %d tasks', (sessions, followUps, tasks) => {
    expect(taskCount(sessions, followUps)).toBe(tasks);
  });

  it.each([
    [0, 0, 0],
    [2, 3, 67],
    [1, 3, 33],
    [3, 3, 100],
  ])('%d of %d on track are %d percent', (onTrack, active, percent) => {
    expect(onTrackPercent(onTrack, active)).toBe(percent);
  });

  it.each([
    [10_000, 4, 2500],
    [10_000, 0, 10_000],
    [10_000, 3, 3333],
    [0, 0, 0],
  ])('%d cents over %d clients are %d a client', (revenue, active, value) => {
    expect(averageClientValueCents(revenue, active)).toBe(value);
  });
});
