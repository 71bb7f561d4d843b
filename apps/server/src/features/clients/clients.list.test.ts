import { randomUUID } from 'node:crypto';
import { ON_TRACK_ADHERENCE } from '@stridewell/contract/checkins/checkins.rules';
import type { ClientSelection } from '@stridewell/contract/clients/clients';
import { adherenceFall, needsAttention, planFollowed } from '@stridewell/contract/clients/clients.figures.rules';
import { addDays, dayInZone, isoWeekday } from '@stridewell/contract/time';
import { workoutPercent } from '@stridewell/contract/workouts/workouts.adherence.rules';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createClient } from '../../../seed/factories.ts';
import { shareTestApp, type TestApp } from '../../../test/app.ts';
import { asAppRole } from '../../../test/app-role.ts';
import { someInvited } from '../../../test/factories/records.ts';
import { aClientProgram, aPlannedWorkout } from '../../../test/factories/training.ts';
import { aClientWithCheckIns, aCoach, type Coach } from '../../../test/people.ts';
import { noteCheckIns } from '../checkins/checkins.figures.data.ts';

let test: TestApp;
beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());

const ZONE = 'Asia/Kathmandu';
const today = dayInZone(new Date(), ZONE);

let coach: Coach;
let coachId: string;
beforeEach(async () => {
  coach = await aCoach(test, { timeZone: ZONE });
  coachId = coach.id;
});

type Query = Partial<ClientSelection> & { cursor?: string | undefined; limit?: number };
const list = (query: Query = {}, { id, api } = coach) => api.clients.listClients({ coachId: id, ...query });
type Page = Awaited<ReturnType<typeof list>>;
const namesOf = ({ clients }: Pick<Page, 'clients'>) => clients.map(({ fullName }) => fullName);

/** Reads all pages. */
async function walk(query: Query & { limit: number }) {
  const names: string[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page: Page = await list({ ...query, cursor });
    expect(page.clients.length).toBeLessThanOrEqual(query.limit);
    names.push(...namesOf(page));
    cursor = page.nextCursor;
  }
  return names;
}

/** An active client with check-ins the given numbers of days ago, newest last. */
async function tracked(fullName: string, days: readonly number[], adherence: readonly number[] = []) {
  const reports = days.map((ago, index) => ({ day: addDays(today, -ago), adherence: adherence[index] ?? 85 }));
  const checkInAnchor = addDays(today, -28);
  return (await aClientWithCheckIns(test, { of: coach, fullName, checkInAnchor, reports })).clientId;
}

describe('search', () => {
  it('finds the start of a name, a last name or an address, ignoring case and accents', async () => {
    for (const [fullName, email] of [
      ['José Álvarez', 'first@example.com'],
      ['Anna van Berg', 'anna.b@example.com'],
      ['Joanna Weiß', 'weiss@example.com'],
      ['100% _Real', 'percent@example.com'],
    ] as const) {
      await createClient(test.owner, coachId, { fullName, email });
    }
    const find = async (q: string) => namesOf(await list({ q }));
    expect(await find('jos')).toEqual(['José Álvarez']);
    expect(await find('JOSÉ')).toEqual(['José Álvarez']);
    expect(await find('alv')).toEqual(['José Álvarez']);
    expect(await find('berg')).toEqual(['Anna van Berg']);
    expect(await find('anna van')).toEqual(['Anna van Berg']);
    expect(await find('Anna.B@')).toEqual(['Anna van Berg']);
    expect(await find('wei')).toEqual(['Joanna Weiß']);
    expect(await find('%')).toEqual([]);
    expect(await find('100% _')).toEqual(['100% _Real']);
    expect(await find("' or 1=1 --")).toEqual([]);
    expect(await find('\u{10FFFF}')).toEqual([]);
    expect(await find('   ')).toHaveLength(4);
  });

  it('finds no client of another coach', async () => {
    const other = await aCoach(test);
    await createClient(test.owner, other.id, { fullName: 'Secret Person' });
    expect(await list({ q: 'secret' }, other)).toMatchObject({ clients: [{ fullName: 'Secret Person' }] });
    expect(await list({ q: 'secret' })).toMatchObject({ clients: [] });
  });

  it('finds the longest name', async () => {
    // One letter that decomposes into eighteen. The search key must still fit into an index.
    const fullName = '\u{FDFA}'.repeat(120);
    await coach.api.clients.addClient({ coachId, clientId: randomUUID(), fullName, email: 'l@example.com' });
    expect(namesOf(await list({ q: fullName }))).toEqual([fullName]);
  });
});

describe('pages', () => {
  const [oldestFirst, newestFirst] = [
    ['Other 0', 'Other 1', 'Other 2', 'Other 3'],
    ['Other 3', 'Other 2', 'Other 1', 'Other 0'],
  ];
  it.each([
    ['name', oldestFirst],
    ['newest', newestFirst],
    ['last_check_in', oldestFirst],
  ] as const)('show each client once when sorted by %s', async (sort, first) => {
    // Namesakes created in the same millisecond and without a check-in have equal sort keys.
    const createdAt = new Date();
    for (let n = 0; n < 7; n += 1) await createClient(test.owner, coachId, { fullName: 'Same Name', createdAt });
    for (let n = 0; n < 4; n += 1) await tracked(`Other ${n}`, [n * 2]);
    for (const limit of [1, 3, 11, 100]) {
      const names = await walk({ sort, limit });
      expect(names.filter((name) => name === 'Same Name')).toHaveLength(7);
      expect(names.slice(0, 4)).toEqual(first);
      expect(names).toHaveLength(11);
    }
  });

  it('sort by workouts done in both directions, with clients without a due workout lowest', async () => {
    const training = async (fullName: string, done: number) => {
      const clientId = await tracked(fullName, []);
      // Two workouts a week for two weeks, all in the past.
      const [startDay, endDay] = [addDays(today, -14), addDays(today, -1)];
      const weekdays = [isoWeekday(startDay), isoWeekday(addDays(startDay, 2))].sort();
      const dates = { startDay, endDay, weekdays };
      const program = await aClientProgram(test, { of: { coachId, clientId }, ...dates });
      for (const day of program.days.slice(0, done)) await aPlannedWorkout(test, { of: program, ...day });
    };
    await training('Most', 3);
    await training('Few', 1);
    await training('None', 0);
    await createClient(test.owner, coachId, { fullName: 'No program' });
    const most = ['Most', 'Few', 'None', 'No program'];
    for (const limit of [1, 2, 100]) {
      expect(await walk({ sort: 'workouts', limit })).toEqual(most);
      expect(await walk({ sort: 'workouts', order: 'asc', limit })).toEqual(most.toReversed());
    }
    const { clients } = await list({ sort: 'workouts' });
    expect(clients.map(({ workouts }) => workoutPercent(workouts))).toEqual([75, 25, 0, null]);
  });

  it.each(['name', 'last_check_in', 'newest'] as const)(
    'reverse when sorted by %s in the other direction',
    async (sort) => {
      for (let n = 0; n < 4; n += 1) await tracked(`Client ${n}`, [n * 2]);
      const orders = await Promise.all(
        (['asc', 'desc'] as const).map(async (order) =>
          (await list({ sort, order })).clients.map(({ fullName }) => fullName),
        ),
      );
      expect(await walk({ sort, order: 'asc', limit: 1 })).toEqual(orders[0]);
      expect(orders[1]).toEqual(orders[0]?.toReversed());
    },
  );

  it('lose no client when one on the previous page is archived meanwhile', async () => {
    const ids: string[] = [];
    for (const fullName of ['A', 'B', 'C', 'D'])
      ids.push((await createClient(test.owner, coachId, { fullName })).clientId);
    const first = await list({ limit: 2 });
    await coach.api.clients.setClientStatus({ coachId, clientId: ids[1] ?? '', status: 'archived' });
    expect(namesOf(await list({ limit: 2, cursor: first.nextCursor ?? '' }))).toEqual(['C', 'D']);
  });

  it('never show another coach’s clients, whatever the cursor', async () => {
    const other = await aCoach(test);
    for (const fullName of ['A', 'B']) await createClient(test.owner, other.id, { fullName });
    const { nextCursor } = await list({ limit: 1 }, other);
    expect(nextCursor).not.toBeNull();
    expect(namesOf(await list({ cursor: nextCursor ?? '' }))).toEqual([]);
  });
});

describe('filters', () => {
  it('show the statuses they are named after', async () => {
    for (const status of ['invited', 'active', 'paused', 'archived', 'ended'])
      await createClient(test.owner, coachId, { fullName: status, status, onboardingCompleted: true });
    await createClient(test.owner, coachId, { fullName: 'started', status: 'active' });
    for (const [status, names] of [
      ['current', ['active', 'invited', 'paused', 'started']],
      ['active', ['active']],
      ['onboarding', ['started']],
      ['invited', ['invited']],
      ['paused', ['paused']],
      ['archived', ['archived', 'ended']],
    ] as const) {
      expect(namesOf(await list({ status }))).toEqual(names);
    }
    expect((await list()).seats).toEqual({ used: 4, cap: 100 });
  });

  it('show clients who need attention: an overdue or missed check-in, or falling or low adherence', async () => {
    await tracked('Done this week', [1]);
    // The schedule started 28 days ago, so a check-in is due today.
    await tracked('Due today', [7]);
    await tracked('Missed a week', [15]);
    await tracked('Never sent any', []);
    await tracked('Falling', [22, 15, 8, 0], [90, 90, 75, 75]);
    await tracked('Falling a little', [22, 15, 8, 0], [90, 90, 76, 75]);
    await tracked('Recovered', [28, 21, 14, 13, 8, 7, 6, 0], [90, 90, 60, 60, 60, 60, 85, 85]);
    await tracked('Low', [8, 1], [90, 69]);
    await tracked('Low, then better', [8, 1], [50, 70]);
    const { clients } = await list({ status: 'attention' });
    expect(clients.map(({ fullName }) => fullName)).toEqual(['Falling', 'Low', 'Missed a week', 'Never sent any']);
    // Each client's fields agree with the filter.
    const all = await list();
    const needing = all.clients.filter(({ standing }) => needsAttention(standing));
    expect(needing.map(({ fullName }) => fullName)).toEqual(clients.map(({ fullName }) => fullName));
  });

  it('agree with the contract’s rule for any check-ins', async () => {
    const offTrack: string[] = [];
    for (let n = 0; n < 40; n += 1) {
      const count = n % 8;
      const adherence = Array.from({ length: count }, (_, index) => (n * 37 + index * index * 23) % 101);
      const name = `Client ${String(n).padStart(2, '0')}`;
      await tracked(
        name,
        adherence.map((_, index) => count - 1 - index),
        adherence,
      );
      const points = adherence.map((value) => ({ day: today, weightKg: null, adherence: value })).reverse();
      const isLow = (planFollowed({ intervalDays: 7, checkIns: points }, today) ?? 100) < ON_TRACK_ADHERENCE;
      if (count > 0 && (isLow || adherenceFall(points))) offTrack.push(name);
    }
    const shown = await list({ status: 'attention', limit: 100 });
    const checkedIn = shown.clients.filter(({ lastCheckInDay }) => lastCheckInDay !== null);
    expect(checkedIn.map(({ fullName }) => fullName)).toEqual(offTrack);
    expect(offTrack.length).toBeGreaterThan(3);
  });

  it('follow a check-in that is changed or removed', async () => {
    const clientId = await tracked('Sent one', [1]);
    const attention = async () => namesOf(await list({ status: 'attention' }));
    expect(await attention()).toEqual([]);
    const note = async () => {
      await test.owner.execute(noteCheckIns({ coachId, clientId }));
    };
    await test.owner.execute(sql`update check_ins set day = ${addDays(today, -20)} where client_id = ${clientId}`);
    await note();
    expect(await attention()).toEqual(['Sent one']);
    await test.owner.execute(sql`delete from check_ins where client_id = ${clientId}`);
    await note();
    expect((await list()).clients).toMatchObject([{ lastCheckInDay: null, checkIn: { missed: 4 } }]);
  });
});

describe('the exported file', () => {
  const fileOf = async (query = '') =>
    (await coach.caller.get<string>(`/exports/${coachId}/clients.csv?${query}`)).body;

  it('has all clients of the filtered list, from all pages', async () => {
    await someInvited(test, { of: coach, count: 1201 });
    const lines = (await fileOf()).trimEnd().split('\r\n');
    expect(lines).toHaveLength(1202);
    expect(new Set(lines).size).toBe(1202);
    expect(await fileOf('q=client%20120')).toContain('"Client 1201","c1201@example.com","invited"');
    expect((await fileOf('status=archived')).trimEnd().split('\r\n')).toHaveLength(1);
  });

  it('opens in a spreadsheet, where nothing becomes a formula', async () => {
    await createClient(test.owner, coachId, {
      fullName: '=HYPERLINK("http://evil.example")',
      email: '+1@example.com',
      goal: 'Lift\n-50 kg, often',
      createdAt: new Date('2026-01-05T12:00:00Z'),
    });
    const text = await fileOf();
    expect(text.startsWith('\uFEFF"Name","Email","Coaching","Status",')).toBe(true);
    expect(text.split('\r\n')[1]).toBe(
      `"'=HYPERLINK(""http://evil.example"")","'+1@example.com","invited","","Lift\n'-50 kg, often","2026-01-05","","","","","","0","0","","","0","",""`,
    );
  });
});

describe('a long list', () => {
  it('is read page by page from an index, as the application role', async () => {
    const others = [await aCoach(test), await aCoach(test), await aCoach(test)];
    const status = sql`case when n % 4 = 0 then 'archived' else 'invited' end`;
    for (const of of [coach, ...others]) await someInvited(test, { of, count: 5000, status });
    await test.owner.execute(sql`analyze client_coach_relationships`);
    await asAppRole(test, { role: 'coach', userId: coachId, coachId }, async (query) => {
      const planOf = async (condition: string, order: string) => {
        const { rows } = await query<{ 'QUERY PLAN': string }>(
          `explain select * from client_coach_relationships where coach_id = '${coachId}' and ${condition}
            order by ${order} limit 51`,
        );
        return rows.map((row) => row['QUERY PLAN']).join('\n');
      };
      const current = "status in ('invited', 'active', 'paused')";
      const place = `'${randomUUID()}'::uuid`;
      for (const [condition, order, index] of [
        [`${current} and (name_key, client_id) > ('client 2', ${place})`, 'name_key, client_id', 'current'],
        [`status in ('archived', 'ended')`, 'name_key, client_id', 'status|relationships_current'],
        [`${current} and (created_at, client_id) < (now(), ${place})`, 'created_at desc, client_id desc', 'newest'],
        [
          `${current} and (coalesce(last_check_in_day, '-infinity'), client_id) < ('2026-01-01', ${place})`,
          `coalesce(last_check_in_day, '-infinity') desc, client_id desc`,
          'check_in',
        ],
        [`email collate "C" >= 'c499' and email collate "C" < 'c499~'`, 'client_id', 'address'],
        [`last_name_key >= '499' and last_name_key < '499~'`, 'client_id', 'last_name'],
      ] as const) {
        const plan = await planOf(condition, order);
        expect(plan).toMatch(new RegExp(`relationships_(${index})_index`));
        expect(plan).not.toContain('Seq Scan');
      }
    });
    expect(await walk({ limit: 100, q: 'client 49' })).toHaveLength(84);
  });
});
