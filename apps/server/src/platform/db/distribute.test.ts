import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TEST_SECRET } from '../../../test/cluster.ts';
import { connectAsOwner } from '../../../test/owner.ts';
import { CLASSES } from '../../../test/table-classes.ts';
import { DistributeError, distributeTables, listTenantTables } from './distribute.ts';
import { APP_ROLE, loginOf } from './roles.ts';

let owner: pg.Client;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ owner, close } = await connectAsOwner());
});
afterAll(() => close());

it('distributes exactly the tables of tenants', async () => {
  const spread = await listTenantTables(owner, { key: 'coach_id', reference: ['coachings'] });
  expect(spread).toEqual([...CLASSES.tenant].sort());
});

it('changes nothing on a PostgreSQL without Citus, and says so', async () => {
  const distributing = distributeTables(owner, { key: 'coach_id', reference: ['users'], secret: TEST_SECRET });
  await expect(distributing).rejects.toThrow(DistributeError);
  await expect(distributing).rejects.toThrow('This database has no Citus');
  const { rows } = await owner.query('SELECT rolconfig FROM pg_roles WHERE rolname = $1', [
    loginOf(APP_ROLE, TEST_SECRET),
  ]);
  expect(rows).toEqual([{ rolconfig: null }]);
});
