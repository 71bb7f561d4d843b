import { randomUUID } from 'node:crypto';
import type { ClientSummary } from '@stridewell/contract/clients';
import { adherenceFall } from '@stridewell/contract/dashboard.rules';
import { addDays, dayInZone } from '@stridewell/contract/time';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkInRow, createClient, createCoach, createUser } from '../../../seed/factories.ts';
import { type Caller, createTestApp, hashOfPassword, type TestApp } from '../../../test/app.ts';
import { TEST_SECRET } from '../../../test/cluster.ts';
import { APP_ROLE, urlOfRole } from '../../platform/db/roles.ts';
import { checkIns } from '../checkins/checkins.table.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

type Page = { clients: ClientSummary[]; nextCursor: string | null; seats: { used: number; cap: number } };

const ZONE = 'Asia/Kathmandu';
const today = dayInZone(new Date(), ZONE);

async function signedInCoach() {
  const coach = await createCoach(test.owner, { plan: 'pro', timeZone: ZONE, passwordHash: await hashOfPassword() });
  return { coachId: coach.id, caller: await test.signIn(coach.email) };
}

const list = async (caller: Caller, coachId: string, query: Record<string, string> = {}) => {
  const search = new URLSearchParams({ coachId, ...query });
  const answer = await caller.get<Page>(`/rest/v1/client_coach_relationships?${search}`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};

const namesOf = ({ clients }: Page) => clients.map(({ fullName }) => fullName);

/** All pages one after the other. */
async function walk(caller: Caller, coachId: string, query: Record<string, string>) {
  const names: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Page = await list(caller, coachId, { ...query, ...(cursor === null ? {} : { cursor }) });
    expect(page.clients.length).toBeLessThanOrEqual(Number(query.limit));
    names.push(...namesOf(page));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return names;
}

/** An active client whose check-ins were on the given days before today, newest last. */
async function tracked(coachId: string, fullName: string, days: readonly number[], adherence: readonly number[] = []) {
  const person = await createUser(test.owner, 'Client', { name: fullName });
  const { clientId } = await createClient(test.owner, coachId, {
    person,
    fullName,
    checkInAnchor: addDays(today, -28),
  });
  const rows = days.map((ago, index) =>
    checkInRow({ coachId, clientId, day: addDays(today, -ago), adherence: adherence[index] ?? 85 }),
  );
  if (rows.length > 0) await test.owner.insert(checkIns).values(rows);
  return clientId;
}

describe('search', () => {
  it('finds the beginning of a name, a last name or an address, whatever the case and the accents', async () => {
    const { coachId, caller } = await signedInCoach();
    for (const [fullName, email] of [
      ['José Álvarez', 'first@example.com'],
      ['Anna van Berg', 'anna.b@example.com'],
      ['Joanna Weiß', 'weiss@example.com'],
      ['100% _Real', 'percent@example.com'],
    ] as const) {
      await createClient(test.owner, coachId, { fullName, email });
    }
    const find = async (q: string) => namesOf(await list(caller, coachId, { q }));
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
    const [mine, other] = [await signedInCoach(), await signedInCoach()];
    await createClient(test.owner, other.coachId, { fullName: 'Secret Person' });
    expect(await list(mine.caller, mine.coachId, { q: 'secret' })).toMatchObject({ clients: [] });
  });

  it('takes the longest name there is', async () => {
    const { coachId, caller } = await signedInCoach();
    // One letter that is eighteen once it is taken apart: what is kept for searching stays short enough for an index.
    const fullName = '\u{FDFA}'.repeat(120);
    const clientId = randomUUID();
    const added = await caller.send('POST', '/rest/v1/clients', {
      coachId,
      clientId,
      fullName,
      email: 'l@example.com',
    });
    expect(added.status).toBe(200);
    expect(namesOf(await list(caller, coachId, { q: fullName }))).toEqual([fullName]);
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
  ])('show each client once when sorted by %s', async (sort, first) => {
    const { coachId, caller } = await signedInCoach();
    // Namesakes, made in the same millisecond and without a check-in: the keys are equal.
    const createdAt = new Date();
    for (let n = 0; n < 7; n += 1) await createClient(test.owner, coachId, { fullName: 'Same Name', createdAt });
    for (let n = 0; n < 4; n += 1) await tracked(coachId, `Other ${n}`, [n * 2]);
    for (const limit of ['1', '3', '11', '100']) {
      const names = await walk(caller, coachId, { sort, limit });
      expect(names.filter((name) => name === 'Same Name')).toHaveLength(7);
      expect(names.slice(0, 4)).toEqual(first);
      expect(names).toHaveLength(11);
    }
  });

  it('lose no client when one of the previous page is archived meanwhile', async () => {
    const { coachId, caller } = await signedInCoach();
    const ids: string[] = [];
    for (const fullName of ['A', 'B', 'C', 'D'])
      ids.push((await createClient(test.owner, coachId, { fullName })).clientId);
    const first = await list(caller, coachId, { limit: '2' });
    await caller.send('PATCH', `/rest/v1/client_coach_relationships/${ids[1]}`, { coachId, status: 'archived' });
    expect(namesOf(await list(caller, coachId, { limit: '2', cursor: first.nextCursor ?? '' }))).toEqual(['C', 'D']);
  });

  it('of another coach do not come with their cursor', async () => {
    const [mine, other] = [await signedInCoach(), await signedInCoach()];
    for (const fullName of ['A', 'B']) await createClient(test.owner, other.coachId, { fullName });
    const { nextCursor } = await list(other.caller, other.coachId, { limit: '1' });
    expect(namesOf(await list(mine.caller, mine.coachId, { cursor: nextCursor ?? '' }))).toEqual([]);
  });
});

describe('filters', () => {
  it('show the statuses they are named after', async () => {
    const { coachId, caller } = await signedInCoach();
    for (const status of ['invited', 'active', 'paused', 'archived', 'ended'])
      await createClient(test.owner, coachId, { fullName: status, status });
    for (const [filter, names] of Object.entries({
      current: ['active', 'invited', 'paused'],
      active: ['active'],
      invited: ['invited'],
      paused: ['paused'],
      archived: ['archived', 'ended'],
    })) {
      expect(namesOf(await list(caller, coachId, { status: filter }))).toEqual(names);
    }
    expect((await list(caller, coachId)).seats).toEqual({ used: 3, cap: 100 });
  });

  it('show who needs attention: an overdue or missed check-in, or falling adherence', async () => {
    const { coachId, caller } = await signedInCoach();
    await tracked(coachId, 'Done this week', [1]);
    // The anchor was 28 days ago, so a check-in is due today.
    await tracked(coachId, 'Due today', [7]);
    await tracked(coachId, 'Missed a week', [15]);
    await tracked(coachId, 'Never sent any', []);
    await tracked(coachId, 'Falling', [22, 15, 8, 0], [90, 90, 75, 75]);
    await tracked(coachId, 'Falling a little', [22, 15, 8, 0], [90, 90, 76, 75]);
    await tracked(coachId, 'Recovered', [28, 21, 14, 13, 8, 7, 6, 0], [90, 90, 60, 60, 60, 60, 85, 85]);
    const { clients } = await list(caller, coachId, { status: 'attention' });
    expect(clients.map(({ fullName }) => fullName)).toEqual(['Falling', 'Missed a week', 'Never sent any']);
    // The answer says the same about everybody as the filter does.
    const all = await list(caller, coachId);
    const told = all.clients.filter((c) => c.missedCheckIns > 0 || c.checkInState === 'overdue' || c.adherenceFalling);
    expect(told.map(({ fullName }) => fullName)).toEqual(clients.map(({ fullName }) => fullName));
  });

  it('follow any check-ins as the rule of the contract does', async () => {
    const { coachId, caller } = await signedInCoach();
    const falling: string[] = [];
    for (let n = 0; n < 40; n += 1) {
      const count = n % 8;
      const adherence = Array.from({ length: count }, (_, index) => (n * 37 + index * index * 23) % 101);
      const name = `Client ${String(n).padStart(2, '0')}`;
      await tracked(
        coachId,
        name,
        adherence.map((_, index) => count - 1 - index),
        adherence,
      );
      const points = adherence.map((value) => ({ day: today, weightKg: null, adherence: value })).reverse();
      if (count > 0 && adherenceFall(points)) falling.push(name);
    }
    const shown = await list(caller, coachId, { status: 'attention', limit: '100' });
    const checkedIn = shown.clients.filter(({ lastCheckInDay }) => lastCheckInDay !== null);
    expect(checkedIn.map(({ fullName }) => fullName)).toEqual(falling);
    expect(falling.length).toBeGreaterThan(3);
  });

  it('follow a check-in that is changed or removed', async () => {
    const { coachId, caller } = await signedInCoach();
    const clientId = await tracked(coachId, 'Sent one', [1]);
    const attention = async () => namesOf(await list(caller, coachId, { status: 'attention' }));
    expect(await attention()).toEqual([]);
    await test.owner.execute(sql`update check_ins set day = ${addDays(today, -20)} where client_id = ${clientId}`);
    expect(await attention()).toEqual(['Sent one']);
    await test.owner.execute(sql`delete from check_ins where client_id = ${clientId}`);
    expect((await list(caller, coachId)).clients).toMatchObject([{ lastCheckInDay: null, missedCheckIns: 4 }]);
  });
});

describe('the file', () => {
  const fileOf = async (caller: Caller, coachId: string, query = '') =>
    (await caller.get<string>(`/exports/${coachId}/clients.csv?${query}`)).body;

  it('has everybody of the filtered list, over all pages', async () => {
    const { coachId, caller } = await signedInCoach();
    await test.owner.execute(sql`insert into client_coach_relationships (coach_id, client_id, full_name, email)
      select ${coachId}, gen_random_uuid(), 'Client ' || n, 'c' || n || '@example.com' from generate_series(1, 1201) n`);
    const lines = (await fileOf(caller, coachId)).trimEnd().split('\r\n');
    expect(lines).toHaveLength(1202);
    expect(new Set(lines).size).toBe(1202);
    expect(await fileOf(caller, coachId, 'q=client%20120')).toContain('Client 1201,c1201@example.com,invited');
    expect((await fileOf(caller, coachId, 'status=archived')).trimEnd().split('\r\n')).toHaveLength(1);
  });

  it('opens in a spreadsheet, where nothing becomes a formula', async () => {
    const { coachId, caller } = await signedInCoach();
    await createClient(test.owner, coachId, {
      fullName: '=HYPERLINK("http://evil.example")',
      email: '+1@example.com',
      goal: 'Lift\n-50 kg, often',
      createdAt: new Date('2026-01-05T12:00:00Z'),
    });
    const text = await fileOf(caller, coachId);
    expect(text.startsWith('\uFEFFName,Email,Status,')).toBe(true);
    expect(text.split('\r\n')[1]).toBe(
      `"'=HYPERLINK(""http://evil.example"")",'+1@example.com,invited,"Lift\n-50 kg, often",2026-01-05,,,,0,`,
    );
  });
});

describe('a long list', () => {
  it('is read along an index of the application role, page by page', async () => {
    const { coachId, caller } = await signedInCoach();
    const others = [await signedInCoach(), await signedInCoach(), await signedInCoach()].map((each) => each.coachId);
    await test.owner.execute(sql`insert into client_coach_relationships
        (coach_id, client_id, full_name, email, created_at, status)
      select coach, gen_random_uuid(), 'Client ' || n, 'c' || n || '@example.com', now() - n * interval '1 hour',
        case when n % 4 = 0 then 'archived' else 'invited' end
      from generate_series(1, 5000) n, unnest(array[${sql.raw([coachId, ...others].map((id) => `'${id}'`).join())}]::uuid[]) coach`);
    await test.owner.execute(sql`analyze client_coach_relationships`);
    const app = new pg.Client({ connectionString: urlOfRole(test.databaseUrl, APP_ROLE, TEST_SECRET) });
    await app.connect();
    try {
      await app.query(`begin; set local app.role = 'coach'; set local app.user_id = '${coachId}';
        set local app.coach_id = '${coachId}'`);
      const planOf = async (condition: string, order: string) => {
        const { rows } = await app.query<{ 'QUERY PLAN': string }>(
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
    } finally {
      await app.end();
    }
    expect(await walk(caller, coachId, { limit: '100', q: 'client 49' })).toHaveLength(84);
  });
});
