import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { APP_ROLE, AUTH_ROLE, urlOfRole } from '../src/platform/db/roles.ts';
import { createTestApp, type TestApp } from './app.ts';
import { migrateTestDatabase, TEST_SECRET } from './cluster.ts';
import { CLASSES } from './table-classes.ts';
import { createWorld } from './world.ts';

const ALL = Object.values(CLASSES).flat();

let test: TestApp;
let app: pg.Client;
let auth: pg.Client;
beforeAll(async () => {
  test = await createTestApp();
  await createWorld(test);
  app = new pg.Client({ connectionString: urlOfRole(test.databaseUrl, APP_ROLE, TEST_SECRET) });
  auth = new pg.Client({ connectionString: urlOfRole(test.databaseUrl, AUTH_ROLE, TEST_SECRET) });
  await Promise.all([app.connect(), auth.connect()]);
});
afterAll(async () => {
  await Promise.all([app.end(), auth.end()]);
  await test.close();
});

const columnsOfKey = async (table: string): Promise<string[]> => {
  const { rows } = await test.owner.execute<{ column: string }>(sql`select a.attname as column from pg_index i
    cross join lateral unnest(i.indkey) with ordinality k(number, position)
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
    where i.indisprimary and i.indrelid = ${table}::regclass order by k.position`);
  return rows.map(({ column }) => column);
};

it('every table is in exactly one class', async () => {
  const { rows } = await test.owner.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public'`,
  );
  expect(rows.map(({ name }) => name).sort()).toEqual([...ALL].sort());
});

it.each(ALL)('%s has row-level security', async (table) => {
  const { rows } = await test.owner.execute(sql`select relrowsecurity from pg_class where oid = ${table}::regclass`);
  expect(rows).toEqual([{ relrowsecurity: true }]);
});

it.each(CLASSES.tenant)('%s begins its key with the coach', async (table) => {
  expect((await columnsOfKey(table))[0]).toBe('coach_id');
});

it.each(CLASSES.personal)('%s begins its key with the person', async (table) => {
  expect((await columnsOfKey(table))[0]).toBe('user_id');
});

it('a reference between tenant tables includes the coach', async () => {
  const { rows } = await test.owner.execute<{ name: string; columns: string[] }>(sql`select c.conname as name,
    array_agg(a.attname::text) as columns from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
    where c.contype = 'f' and c.confrelid::regclass::text in (${sql.join(
      CLASSES.tenant.map((table) => sql`${table}`),
      sql`, `,
    )}) group by c.conname`);
  expect(rows.length).toBeGreaterThan(3);
  for (const { columns } of rows) expect(columns).toContain('coach_id');
});

it('a function with its owner’s rights uses no schema of its caller', async () => {
  const { rows } = await test.owner.execute<{ settings: string[] | null }>(
    sql`select proconfig as settings from pg_proc where prosecdef and pronamespace = 'public'::regnamespace`,
  );
  expect(rows.length).toBeGreaterThan(5);
  for (const { settings } of rows) expect(settings).toContain('search_path=pg_catalog, public, pg_temp');
});

describe('the application role', () => {
  it('cannot create temporary tables, which could shadow ours', async () => {
    // A copy of the template comes without the grants of its database.
    await migrateTestDatabase(test.databaseUrl);
    for (const role of [app, auth]) {
      await expect(role.query('create temporary table users (id uuid)')).rejects.toMatchObject({ code: '42501' });
    }
  });

  it('owns nothing and bypasses no policy', async () => {
    const { rows } = await app.query(
      `select rolsuper, rolbypassrls, rolcreaterole, (select count(*)::int from pg_class where relowner = r.oid) as owned
       from pg_roles r where rolname = current_user`,
    );
    expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false, rolcreaterole: false, owned: 0 }]);
  });

  it.each(CLASSES.identity)('cannot read %s', async (table) => {
    await expect(app.query(`select * from ${table}`)).rejects.toMatchObject({ code: '42501' });
  });

  it.each([...CLASSES.tenant, ...CLASSES.personal, ...CLASSES.directory, ...CLASSES.platform])(
    'sees no row of %s without a scope',
    async (table) => {
      expect((await app.query(`select * from ${table}`)).rows).toEqual([]);
    },
  );

  it('cannot read a tenant’s rows in the scope of another', async () => {
    const { rows } = await test.owner.execute<{ id: string }>(
      sql`select id from coaches where status = 'active' order by id`,
    );
    const [own, other] = rows.map(({ id }) => id);
    await app.query(
      `begin; set local app.role = 'coach'; set local app.user_id = '${own}'; set local app.coach_id = '${own}'`,
    );
    try {
      for (const table of CLASSES.tenant) {
        const found = await app.query(`select 1 from ${table} where coach_id <> $1`, [own]);
        expect(found.rows, table).toEqual([]);
      }
      const moved = app.query('update client_coach_relationships set coach_id = $1', [other]);
      // A cluster never changes a key.
      await expect(moved).rejects.toMatchObject({ code: expect.stringMatching(/^(?:42501|0A000)$/) });
    } finally {
      await app.query('rollback');
    }
  });

  it('cannot write the plan record in the scope of its owner', async () => {
    const { rows } = await test.owner.execute<{ id: string }>(sql`select id from users limit 1`);
    await app.query(`begin; set local app.role = 'user'; set local app.user_id = '${rows[0]?.id}'`);
    try {
      expect((await app.query(`update users set plan = 'pro'`)).rowCount).toBe(0);
      await expect(app.query(`update users set email = 'x@example.com'`)).rejects.toMatchObject({ code: '42501' });
    } finally {
      await app.query('rollback');
    }
  });
});

describe('the role of the auth library', () => {
  it.each([...CLASSES.tenant, ...CLASSES.personal, ...CLASSES.platform, 'user_roles', 'coaches', 'clients'])(
    'cannot read %s',
    async (table) => {
      await expect(auth.query(`select * from ${table}`)).rejects.toMatchObject({ code: '42501' });
    },
  );

  it('cannot grant a plan to a new or existing user', async () => {
    const insert = `insert into users (id, email, full_name, plan) values (gen_random_uuid(), 'grant@example.com', 'Grant', 'pro')`;
    await expect(auth.query(insert)).rejects.toMatchObject({ code: '42501' });
    await expect(auth.query(`update users set plan = 'pro'`)).rejects.toMatchObject({ code: '42501' });
  });
});
