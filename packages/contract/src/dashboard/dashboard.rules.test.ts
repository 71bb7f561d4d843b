import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CheckInPoint, WeightFigures } from '../clients/clients.figures.rules.ts';
import { SUGGESTION_TOPICS } from '../messages/messages.rules.ts';
import { addDays } from '../time.ts';
import type { UnitSystem } from '../units.ts';
import {
  suggestionsFor as allSuggestionsFor,
  averageClientValueCents,
  type ClientFacts,
  daysAgo,
  followUpsFor,
  type Hidden,
  hiddenKey,
  MAX_SNOOZE_DAYS,
  PLATEAU,
  plateauOf,
  type TrackedClient,
  taskCount,
  trackClient,
} from './dashboard.rules.ts';

const TODAY = '2026-03-30';
const nothingHidden: Hidden = new Set();
const suggestionsFor = (clients: readonly TrackedClient[], today: string, units: UnitSystem, hidden = nothingHidden) =>
  allSuggestionsFor(clients, today, { units, hidden, renewals: [] });

/** A client with a weekly check-in due today, with a check-in in each week by default. */
function trackedClient(changes: Partial<ClientFacts> = {}): TrackedClient {
  const checkIns = changes.checkIns ?? points([90, 90, 90]);
  const client = {
    clientId: 'c1',
    name: 'Ada Lovelace',
    onboarded: true,
    anchorDay: addDays(TODAY, -70),
    intervalDays: 7,
    checkIns,
    donePeriods: [8, 9, 10],
    workouts: { done: 0, due: 0 },
    weight: null,
    lastContactDay: checkIns[0]?.day ?? null,
    unansweredDay: null,
    ...changes,
  };
  return trackClient(client, TODAY);
}

/** Weekly check-ins, newest first, the newest today; the weight falls by half a kilogram a week. */
function points(adherences: (number | null)[], weight: (week: number) => number | null = (week) => 80 + week / 2) {
  return adherences.map(
    (adherence, week): CheckInPoint => ({ day: addDays(TODAY, -7 * week), weightKg: weight(week), adherence }),
  );
}

/** A weight that changes by `kgPerWeek`, with a goal far away. */
const weighed = (weightKg: number, kgPerWeek = 0, toGoKg = 5): WeightFigures => ({
  day: TODAY,
  weightKg,
  startKg: weightKg,
  changeKg: 0,
  fourWeeks: { changeKg: 4 * kgPerWeek, kgPerWeek },
  goal: { weightKg: weightKg - toGoKg, toGoKg, share: 0 },
});

const since = (days: number, adherence: number | null = 90): CheckInPoint[] => [
  { day: addDays(TODAY, -days), weightKg: null, adherence },
];

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

  it('warns about falling answers with both figures', () => {
    const [suggestion] = suggestionsFor(
      [trackedClient({ checkIns: points([60, 62, 85, 85, 85, 85]) })],
      TODAY,
      'metric',
    );
    expect(suggestion).toMatchObject({ type: 'warning', priority: 'medium' });
    expect(suggestion?.message).toMatch(/Ada Lovelace.*61%.*85%/);
  });

  it('recommends something at a plateau', () => {
    const flat = [trackedClient({ checkIns: points([90, 88, 90, 90]), weight: weighed(80) })];
    const [suggestion] = suggestionsFor(flat, TODAY, 'metric');
    expect(suggestion).toMatchObject({ type: 'recommendation', priority: 'low' });
    expect(suggestion?.message).toBe(
      'Ada Lovelace has stayed around 80 kg for four weeks while following 90% of the plan.',
    );
    expect(suggestionsFor(flat, TODAY, 'imperial')[0]?.message).toContain('around 176.4 lb for');
  });

  it('puts the pressing ones first, then goes by name', () => {
    const flat = { checkIns: points([90, 90, 90, 90]), weight: weighed(80) };
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
    .map(({ ages, adherence, weightKg, ...client }) =>
      trackedClient({
        ...client,
        anchorDay: addDays(TODAY, -60),
        donePeriods: [],
        weight: weightKg === null ? null : weighed(weightKg),
        lastContactDay: null,
        checkIns: ages.toSorted((a, b) => a - b).map((age) => ({ day: addDays(TODAY, -age), weightKg, adherence })),
      }),
    );
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

  it('follows up no client who is dismissed or done, and starts with the most missed', () => {
    fc.assert(
      fc.property(anyClients, fc.nat(), (clients, bits) => {
        const dismissed = new Set(
          clients
            .filter((_, index) => (bits >> index) % 2 === 1)
            .map(({ clientId }) => hiddenKey(clientId, 'check_in')),
        );
        const found = followUpsFor(clients, dismissed);
        for (const { clientId } of found) {
          const client = clients.find((candidate) => candidate.clientId === clientId);
          expect(dismissed.has(hiddenKey(clientId, 'check_in'))).toBe(false);
          expect(client?.checkIn.state).not.toBe('done');
        }
        const missed = found.map((followUp) => followUp.missed);
        expect(missed).toEqual(missed.toSorted((a, b) => b - a));
      }),
    );
  });
});

describe('plateauOf', () => {
  const answers = (adherence: number | null, age = 0) => [{ day: addDays(TODAY, -age), weightKg: null, adherence }];
  const limit = 80 * PLATEAU.weeklyShare;

  it.each([
    ['a steady weight', weighed(80), answers(90), true],
    ['a loss just under the limit', weighed(80, -limit + 0.01), answers(90), true],
    ['a loss at the limit', weighed(80, -limit), answers(90), false],
    ['a gain at the limit', weighed(80, limit), answers(90), false],
    ['half a kilogram from the goal', weighed(80, 0, 0.5), answers(90), false],
    ['a little more', weighed(80, 0, 0.6), answers(90), true],
    ['no goal', { ...weighed(80), goal: null }, answers(90), true],
    ['too few weigh-ins for a trend', { ...weighed(80), fourWeeks: null }, answers(90), false],
    ['no weigh-in', null, answers(90), false],
    ['80 percent of the plan', weighed(80), answers(80), true],
    ['79 percent of the plan', weighed(80), answers(79), false],
    ['no answer about the plan', weighed(80), answers(null), false],
    ['an answer four weeks ago', weighed(80), answers(90, 28), true],
    ['an older answer', weighed(80), answers(90, 29), false],
    ['no check-in', weighed(80), [], false],
  ])('%s', (_what, weight, checkIns, expected) => {
    expect(plateauOf({ weight, checkIns }, TODAY) !== null).toBe(expected);
  });

  it('depends on the share of body weight, not on the weight', () => {
    const shares = fc.double({ min: 0, max: 0.004, noNaN: true });
    fc.assert(
      fc.property(shares, fc.double({ min: 30, max: 300, noNaN: true }), (share, weightKg) => {
        const weight = weighed(weightKg, -share * weightKg);
        expect(plateauOf({ weight, checkIns: answers(90) }, TODAY) !== null).toBe(share < PLATEAU.weeklyShare);
      }),
    );
  });
});

describe('a suggestion', () => {
  const flat = { checkIns: points([90, 88, 90, 90]), weight: weighed(80) };
  const falling = { checkIns: points([60, 62, 85, 85, 85, 85]) };
  const draftOf = (client: TrackedClient) => suggestionsFor([client], TODAY, 'metric')[0]?.draft;

  it.each([
    ['the day of the last check-in', trackedClient({ checkIns: since(14) }), 'have not checked in since Mon, Mar 16'],
    ['that there was none', trackedClient({ checkIns: [] }), 'your first check-in has not arrived yet'],
    ['both answers', trackedClient(falling), 'about 61% of the plan in your last two check-ins, and 85% before'],
    ['the weight', trackedClient(flat), 'stayed around 80 kg for four weeks while you followed 90% of the plan'],
  ])('drafts a message that names %s', (_what, client, words) => {
    expect(draftOf(client)).toContain(words);
    expect(draftOf(client)).toMatch(/^Hi Ada, /);
  });

  it.each([
    ['yesterday', 1, null],
    ['2 days ago', 2, 'Ada Lovelace wrote 2 days ago and has no answer yet.'],
    ['13 days ago', 13, 'Ada Lovelace wrote 13 days ago and has no answer yet.'],
    ['two weeks ago', 14, null],
  ])('warns of a message from %s without an answer, or none', (_when, days, message) => {
    const unansweredDay = addDays(TODAY, -days);
    const [suggestion] = suggestionsFor([trackedClient({ unansweredDay })], TODAY, 'metric');
    expect(suggestion?.message ?? null).toBe(message);
    if (!suggestion) return;
    expect(suggestion).toMatchObject({ topic: 'unanswered', type: 'warning', priority: 'medium' });
    // A dismissal lasts as long as the message would be suggested.
    expect(suggestion.dismissUntil).toBe(addDays(unansweredDay, 14));
  });

  it('names the subscription that ends, and is dismissed until then', () => {
    const lastDay = addDays(TODAY, 9);
    const renewals = [{ clientId: 'c1', label: 'Three months', lastDay }];
    const known = { units: 'metric' as const, hidden: nothingHidden, renewals };
    const clients = [trackedClient(), trackedClient({ clientId: 'c2' })];
    expect(allSuggestionsFor(clients, TODAY, known)).toEqual([
      expect.objectContaining({
        id: 'renewal:c1',
        type: 'recommendation',
        priority: 'medium',
        message: '“Three months” of Ada Lovelace runs until Wed, Apr 8, and no other subscription follows.',
        draft: expect.stringContaining('Hi Ada, your “Three months” runs until Wed, Apr 8.'),
        dismissUntil: lastDay,
      }),
    ]);
    const hidden = new Set([hiddenKey('c1', 'renewal')]);
    expect(allSuggestionsFor(clients, TODAY, { ...known, hidden })).toEqual([]);
    expect(allSuggestionsFor([trackedClient({ onboarded: false })], TODAY, known)).toEqual([]);
  });

  it('counts the silence from any contact, and the missed check-ins alone', () => {
    const client = trackedClient({ checkIns: since(21), lastContactDay: addDays(TODAY, -1) });
    const [suggestion] = suggestionsFor([client], TODAY, 'metric');
    expect(suggestion?.message).toBe('You last heard from Ada Lovelace yesterday: 2 check-ins in a row missed.');
    expect(suggestion?.draft).toContain('since Mon, Mar 9');
  });

  it('is hidden by its client and topic', () => {
    const clients = [trackedClient(flat), trackedClient({ clientId: 'c2', ...flat })];
    const shown = (...keys: string[]) =>
      suggestionsFor(clients, TODAY, 'metric', new Set(keys)).map(({ clientId }) => clientId);
    expect(shown()).toEqual(['c1', 'c2']);
    expect(shown(hiddenKey('c1', 'plateau'))).toEqual(['c2']);
    expect(shown(hiddenKey('c1', 'check_in'))).toEqual(['c1', 'c2']);
  });

  it('is dismissed until the day before the next check-in, within the days that the server takes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 365 }), fc.nat({ max: 400 }), (intervalDays, age) => {
        const client = trackedClient({ ...flat, intervalDays, anchorDay: addDays(TODAY, -age) });
        const { nextDay } = client.checkIn;
        for (const { dismissUntil, topic } of suggestionsFor([client], TODAY, 'metric')) {
          expect(SUGGESTION_TOPICS).toContain(topic);
          expect(dismissUntil >= TODAY && dismissUntil <= addDays(TODAY, MAX_SNOOZE_DAYS)).toBe(true);
          expect(nextDay !== null && dismissUntil >= nextDay && nextDay > TODAY).toBe(false);
        }
      }),
    );
  });

  it.each([
    [0, 'today'],
    [1, 'yesterday'],
    [9, '9 days ago'],
  ])('calls %d days ago %s', (days, words) => {
    expect(daysAgo(addDays(TODAY, -days), TODAY)).toBe(words);
  });
});

describe('followUpsFor', () => {
  const named = (name: string, days: number, anchorAge = 72) =>
    trackedClient({ clientId: name, name, checkIns: since(days), anchorDay: addDays(TODAY, -anchorAge) });
  const names = (clients: TrackedClient[], dismissed = nothingHidden) =>
    followUpsFor(clients, dismissed).map(({ clientName }) => clientName);

  it('takes clients whose check-in is overdue', () => {
    expect(followUpsFor([named('Ada', 9), named('Bea', 1)], nothingHidden)).toEqual([
      { clientId: 'Ada', clientName: 'Ada', missed: 0, dueDay: addDays(TODAY, -2), lastContactDay: addDays(TODAY, -9) },
    ]);
  });

  it('leaves out a first check-in that is due today', () => {
    expect(names([trackedClient({ anchorDay: TODAY, checkIns: [] })])).toEqual([]);
  });

  it('takes a check-in due today when an earlier one was missed', () => {
    expect(names([named('Ada', 14, 70)])).toEqual(['Ada']);
  });

  it('puts the most missed first, then goes by name', () => {
    expect(names([named('Zoe', 9), named('Bea', 9), named('Cid', 30), named('Dan', 16)])).toEqual([
      'Cid',
      'Dan',
      'Bea',
      'Zoe',
    ]);
  });

  it('leaves out what is hidden', () => {
    const clients = [named('Zoe', 9), named('Bea', 9), named('Cid', 30), named('Dan', 16)];
    expect(names(clients, new Set([hiddenKey('Cid', 'check_in'), hiddenKey('Dan', 'plateau')]))).toEqual([
      'Dan',
      'Bea',
      'Zoe',
    ]);
  });
});

describe('figures', () => {
  it.each([
    [0, 0, 0],
    [2, 0, 2],
    [2, 3, 5],
    [2, 9, 5],
  ])('%d sessions and %d follow-ups are %d tasks', (sessions, followUps, tasks) => {
    expect(
      taskCount({
        reviews: 0,
        adjustments: 0,
        targets: 0,
        followUps,
        leads: 0,
        tasks: 0,
        invoices: 0,
        unread: 0,
        sessions,
        payments: 0,
      }),
    ).toBe(tasks);
    expect(
      taskCount({
        reviews: 4,
        adjustments: 1,
        targets: 2,
        followUps,
        leads: 3,
        tasks: 2,
        invoices: 2,
        unread: 2,
        sessions,
        payments: 1,
      }),
    ).toBe(tasks + 17);
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
