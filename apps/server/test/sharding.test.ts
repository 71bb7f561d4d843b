import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectAsOwner } from './owner.ts';
import { obstaclesTo, PLACEMENT } from './sharding.ts';

let owner: pg.Client;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ owner, close } = await connectAsOwner());
});
afterAll(() => close());

it('the tenants can be distributed over machines', async () => {
  expect(await obstaclesTo(owner, PLACEMENT)).toEqual([]);
});

describe('the rules', () => {
  const placement = { ...PLACEMENT, tenant: [...PLACEMENT.tenant, 'fixture'] };
  let before: string[];
  beforeEach(async () => {
    before = await obstaclesTo(owner, PLACEMENT);
  });
  /** Obstacles that the fixture adds. */
  const addedBy = async (...statements: string[]): Promise<string[]> => {
    await owner.query('begin');
    try {
      for (const statement of statements) await owner.query(statement);
      return (await obstaclesTo(owner, placement)).filter((obstacle) => !before.includes(obstacle));
    } finally {
      await owner.query('rollback');
    }
  };
  const table = (rest: string, key = 'coach_id, id') =>
    `create table fixture (coach_id uuid, id uuid, client_id uuid, primary key (${key})${rest})`;
  const fine = table(`, foreign key (coach_id, client_id) references client_coach_relationships (coach_id, client_id),
    foreign key (coach_id) references coaches (id)`);
  const policy = (condition: string) => `create policy fixture_policy on fixture using (${condition})`;

  it('allow a table that stays within its tenant', async () => {
    const own = policy(`coach_id = nullif(current_setting('app.coach_id', true), '')::uuid`);
    expect(await addedBy(fine, own, 'create unique index fixture_once on fixture (coach_id, client_id)')).toEqual([]);
  });

  it.each([
    ['a key without the coach first', [table('', 'id')], 'unique without the coach first: fixture_pkey'],
    [
      'a unique index of all tenants',
      [fine, 'create unique index fixture_once on fixture (client_id, coach_id)'],
      'unique without the coach first: fixture_once',
    ],
    [
      'a unique index of an expression',
      [fine, 'create unique index fixture_once on fixture ((coach_id::text))'],
      'unique without the coach first: fixture_once',
    ],
    ['a table without a key', ['create table fixture (coach_id uuid)'], 'no primary key: fixture'],
    [
      'a reference without the coach',
      [
        'create unique index messages_alone on messages (id)',
        table(', constraint astray foreign key (id) references messages (id)'),
      ],
      'reference out of the tenant: fixture.astray',
    ],
    [
      'a reference whose coach meets another column',
      [table(', constraint astray foreign key (client_id, coach_id) references client_coach_relationships')],
      'reference out of the tenant: fixture.astray',
    ],
    [
      'a reference into a table on one machine',
      [table(', constraint astray foreign key (id) references sessions (id)')],
      'reference out of the tenant: fixture.astray',
    ],
    [
      'a reference from a table on one machine',
      [fine, 'alter table sessions add constraint astray foreign key (user_id, id) references fixture (coach_id, id)'],
      'reference into a tenant: sessions.astray',
    ],
    [
      'a policy that asks a table',
      [fine, policy('exists (select from coaches c where c.id = coach_id)')],
      'policy with a subquery: fixture.fixture_policy',
    ],
    [
      'a policy of written rows that asks a table',
      [fine, 'create policy fixture_policy on users for insert with check (id in (select id from coaches))'],
      'policy with a subquery: users.fixture_policy',
    ],
    [
      'a policy that asks through a function',
      [fine, policy('is_mail_wanted(client_id, null)')],
      'policy that calls our function: fixture.fixture_policy',
    ],
    [
      'a trigger',
      [
        fine,
        'create trigger astray after insert on fixture for each row execute function suppress_redundant_updates_trigger()',
      ],
      'trigger: fixture.astray',
    ],
    [
      'a function in SQL',
      [fine, 'create function astray() returns bigint language sql as $$ select count(*) from fixture $$'],
      'function in SQL over a tenant table: astray',
    ],
    [
      'a function that another one calls for each row',
      [
        fine,
        `create function astray() returns void language plpgsql as
          $$ begin perform end_subscriptions_of(f.coach_id, f.client_id) from fixture f; end $$`,
      ],
      'function called for the rows of a tenant table: astray > end_subscriptions_of',
    ],
  ])('refuse %s', async (_name, statements, obstacle) => {
    expect(await addedBy(...statements)).toContain(obstacle);
  });
});
