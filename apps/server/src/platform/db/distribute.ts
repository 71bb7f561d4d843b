import pg from 'pg';
import { PlainError } from '../plain-error.ts';
import { APP_ROLE, AUTH_ROLE, loginOf, recreateLogins } from './roles.ts';

/** The oldest release that the product was tested on. */
const LEAST_CITUS = 13;

/** How the tables of a database are distributed over the machines of a Citus cluster. */
export type Placement = {
  /** The distribution column. Tables whose primary key begins with it are distributed. */
  key: string;
  /** Tables copied to every machine, because rows of any tenant refer to them. */
  reference: readonly string[];
};

/** A table that is distributed (`spread`) or copied. `before`: an earlier run has placed it. */
export type PlacedTable = { table: string; placed: 'spread' | 'copied'; before: boolean };

/** The cluster is not ready. The message says what to do. */
export class DistributeError extends PlainError {}

/**
 * Distributes the tenants of a migrated database over the machines of a Citus cluster. Runs as the owner, on the
 * coordinator, in one transaction. Migrations place the tables that they add to a distributed database.
 * @param placement also has AUTH_SECRET of the installation, which names its login roles
 * @throws DistributeError when this is no cluster, or one that cannot take the tables
 */
export async function distributeTables(
  owner: pg.Client,
  placement: Placement & { secret: string },
): Promise<PlacedTable[]> {
  await checkCluster(owner);
  await spreadLogins(owner, placement.secret);
  const placed = await listPlaced(owner);
  const tenant = await listTenantTables(owner, placement);
  const plan: PlacedTable[] = [
    ...placement.reference.map((table) => ({ table, placed: 'copied' as const, before: placed.has(table) })),
    ...tenant.map((table) => ({ table, placed: 'spread' as const, before: placed.has(table) })),
  ];
  const added = plan.filter(({ before }) => !before);
  await owner.query('BEGIN');
  try {
    await owner.query(SEQUENTIAL);
    const links = await dropLinks(
      owner,
      added.filter((one) => one.placed === 'spread').map(({ table }) => table),
    );
    const first = firstOf(tenant, placed);
    for (const one of added) await place(owner, one, placement.key, first);
    for (const link of links) await owner.query(link);
    await owner.query('COMMIT');
  } catch (error) {
    await owner.query('ROLLBACK');
    throw error;
  }
  return plan;
}

/** With foreign keys to copied tables, a transaction must not work on several shards at a time. */
const SEQUENTIAL = `SET LOCAL citus.multi_shard_modify_mode = 'sequential'`;

/** The table whose shards the others are kept with: one that is spread already, as shards may have got another number. */
const firstOf = (tenant: readonly string[], placed: ReadonlySet<string>): string | undefined =>
  tenant.find((table) => placed.has(table)) ?? tenant[0];

/** Places a table that a migration has just created. */
export type PlaceTable = (table: string) => Promise<void>;

/**
 * Prepares the transaction of the caller for migrations on a distributed database. Its new tables have to be placed
 * before their foreign keys and rows: a table of one machine cannot refer to a distributed one.
 * @returns null for a database on one machine
 */
export async function preparePlacing(owner: pg.Client, placement: Placement): Promise<PlaceTable | null> {
  const { rowCount } = await owner.query(`SELECT FROM pg_extension WHERE extname = 'citus'`);
  const placed = rowCount ? await listPlaced(owner) : new Set<string>();
  if (placed.size === 0) return null;
  await owner.query(SEQUENTIAL);
  return async (table) => {
    const isCopied = placement.reference.includes(table);
    const tenant = await listTenantTables(owner, placement);
    if (!isCopied && !tenant.includes(table)) return;
    const placing = { table, placed: isCopied ? 'copied' : 'spread' } as const;
    await place(owner, placing, placement.key, firstOf(tenant, placed));
  };
}

/** Tables whose primary key begins with `key` and that are not copied, by name. */
export async function listTenantTables(owner: pg.Client, { key, reference }: Placement): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_index i
     JOIN pg_class c ON c.oid = i.indrelid
     JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
     WHERE i.indisprimary AND c.relnamespace = 'public'::regnamespace AND a.attname = $1 AND c.relname <> ALL($2)
     ORDER BY c.relname COLLATE "C"`,
    [key, reference],
  );
  return rows.map(({ name }) => name);
}

async function checkCluster(owner: pg.Client): Promise<void> {
  const [citus] = (
    await owner.query<{ version: string }>(`SELECT extversion AS version FROM pg_extension WHERE extname = 'citus'`)
  ).rows;
  if (!citus) {
    throw new DistributeError(
      'This database has no Citus, so its tables stay on one machine. deploy/citus.md says how to set up a cluster.',
    );
  }
  if (Number.parseInt(citus.version, 10) < LEAST_CITUS) {
    throw new DistributeError(`This is Citus ${citus.version}. Version ${LEAST_CITUS} or later is needed.`);
  }
  const { rowCount: roles } = await owner.query('SELECT FROM pg_roles WHERE rolname = $1', [APP_ROLE]);
  if (!roles) throw new DistributeError(`There is no role ${APP_ROLE}. Run db:migrate first.`);
  const { rows: nodes } = await owner.query<{ groupid: number; shards: boolean }>(
    'SELECT groupid, shouldhaveshards AS shards FROM pg_dist_node WHERE isactive',
  );
  if (!nodes.some(({ groupid }) => groupid === 0)) {
    throw new DistributeError(
      `The workers do not know the coordinator. Run SELECT citus_set_coordinator_host('<its address>') first.`,
    );
  }
  if (!nodes.some(({ shards }) => shards)) {
    throw new DistributeError(
      'No machine takes shards. Add a worker with citus_add_node, or let the coordinator take them with citus_set_node_property.',
    );
  }
}

async function listPlaced(owner: pg.Client): Promise<Set<string>> {
  const { rows } = await owner.query<{ name: string }>(
    `SELECT table_name::text AS name FROM citus_tables WHERE citus_table_type IN ('distributed', 'reference')`,
  );
  return new Set(rows.map(({ name }) => name));
}

/**
 * Drops the foreign keys between these tables: Citus allows them only once all these tables are distributed.
 * @returns the statements that add the foreign keys again
 */
async function dropLinks(owner: pg.Client, tables: readonly string[]): Promise<string[]> {
  const { rows } = await owner.query<{ source: string; name: string; definition: string }>(
    `SELECT conrelid::regclass::text AS source, conname AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE contype = 'f' AND conrelid::regclass::text = ANY($1) AND confrelid::regclass::text = ANY($1)`,
    [tables],
  );
  for (const { source, name } of rows) {
    await owner.query(`ALTER TABLE ${source} DROP CONSTRAINT ${pg.escapeIdentifier(name)}`);
  }
  return rows.map(
    ({ source, name, definition }) => `ALTER TABLE ${source} ADD CONSTRAINT ${pg.escapeIdentifier(name)} ${definition}`,
  );
}

/** @param first the table whose shards a tenant table is kept with */
async function place(
  owner: pg.Client,
  { table, placed }: Pick<PlacedTable, 'table' | 'placed'>,
  key: string,
  first: string | undefined,
): Promise<void> {
  if (placed === 'copied') {
    await owner.query('SELECT create_reference_table($1)', [table]);
    return;
  }
  const colocated = first === undefined || first === table ? 'default' : first;
  await owner.query('SELECT create_distributed_table($1, $2, colocate_with => $3)', [table, key, colocated]);
}

/** Makes Citus pass the settings of a transaction on to the machines that run its statements. */
const LOGIN_SETTINGS = ['citus.propagate_set_commands=local', 'citus.multi_shard_modify_mode=sequential'];

/** Gives the application's login role the settings that it needs on a cluster. Changes nothing without Citus. */
export async function setUpLogin(owner: pg.Client, secret: string): Promise<void> {
  const login = loginOf(APP_ROLE, secret);
  const { rows } = await owner.query<{ settings: string[] | null }>(
    `SELECT rolconfig AS settings FROM pg_roles WHERE rolname = $1 AND EXISTS (SELECT FROM pg_extension WHERE extname = 'citus')`,
    [login],
  );
  if (rows.length === 0) return;
  for (const setting of LOGIN_SETTINGS) {
    if (rows[0]?.settings?.includes(setting)) continue;
    const [name, value = ''] = setting.split('=');
    await owner.query(`ALTER ROLE ${login} SET ${name} = ${pg.escapeLiteral(value)}`);
  }
}

/** Citus creates a role on all machines only if it is installed when the role is created. */
async function spreadLogins(owner: pg.Client, secret: string): Promise<void> {
  const logins = ([APP_ROLE, AUTH_ROLE] as const).map((group) => loginOf(group, secret));
  const { rowCount } = await owner.query(
    `SELECT FROM pg_dist_object JOIN pg_roles ON pg_roles.oid = objid
     WHERE classid = 'pg_authid'::regclass AND rolname = ANY($1)`,
    [logins],
  );
  if (rowCount === logins.length) return;
  await recreateLogins(owner, secret);
  await setUpLogin(owner, secret);
}
