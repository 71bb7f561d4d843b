import { createHmac } from 'node:crypto';
import pg from 'pg';
import { PlainError } from '../plain-error.ts';

/**
 * The groups that policies and grants name. All installations in a cluster share them. Each installation signs in with
 * separate login roles, which are members of the groups.
 */
export const APP_ROLE = 'stridewell_app';
export const AUTH_ROLE = 'stridewell_auth';
export type Group = typeof APP_ROLE | typeof AUTH_ROLE;
const GROUPS: readonly Group[] = [APP_ROLE, AUTH_ROLE];

/** The roles cannot be set up. The message has the statement that fixes it. */
class RoleError extends PlainError {}

const derive = (secret: string, purpose: string): Buffer => createHmac('sha256', secret).update(purpose).digest();

/**
 * The login role of an installation. Name and password follow from the secret, so every process of the installation
 * knows them, and two installations in one cluster never change each other's.
 */
export const loginOf = (group: Group, secret: string): string =>
  `${group}_${derive(secret, `name of database role ${group}`).toString('hex').slice(0, 12)}`;

const passwordOf = (login: string, secret: string): string =>
  derive(secret, `database role ${login}`).toString('base64url');

/** `url` with the user replaced by the login role of `group`. */
export function urlOfRole(url: string, group: Group, secret: string): string {
  const result = new URL(url);
  result.username = loginOf(group, secret);
  result.password = passwordOf(result.username, secret);
  return result.href;
}

/**
 * Creates the groups and the login roles, and changes only what differs. Works with an owner that may create roles and
 * owns the database, superuser or not. Roles belong to the whole cluster, so another installation may create the groups
 * at the same time. The advisory lock of the migrations covers one database only.
 * @throws RoleError when the owner lacks a right
 */
export async function ensureRoles(owner: pg.Client, secret: string): Promise<void> {
  for (const group of GROUPS) {
    await ensureGroup(owner, group);
    await ensureLogin(owner, group, secret);
  }
  await ensureAccess(owner, secret);
}

/**
 * Drops and creates the login roles, with their grants and settings. No server may run meanwhile.
 * @throws RoleError before the first change when another database uses these roles
 */
export async function recreateLogins(owner: pg.Client, secret: string): Promise<void> {
  const [other] = await listOtherDatabases(owner, secret);
  if (other) {
    throw new RoleError(
      `The database ${other} has the same AUTH_SECRET and so the same login roles, which cannot be created again while it ` +
        'uses them. Give each database of this PostgreSQL server a different AUTH_SECRET.',
    );
  }
  const database = pg.escapeIdentifier(await readDatabaseName(owner));
  for (const group of GROUPS) {
    const login = loginOf(group, secret);
    await owner.query(`REVOKE CONNECT ON DATABASE ${database} FROM ${login}`);
    await owner.query(`DROP ROLE ${login}`);
  }
  await ensureRoles(owner, secret);
}

/** Other databases in which the login roles of this secret have rights. */
async function listOtherDatabases(owner: pg.Client, secret: string): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `SELECT DISTINCT datname AS name FROM pg_shdepend
     JOIN pg_roles ON pg_roles.oid = refobjid AND refclassid = 'pg_authid'::regclass
     JOIN pg_database d ON d.oid = CASE classid WHEN 'pg_database'::regclass THEN objid ELSE dbid END
     WHERE rolname = ANY($1) AND datname <> current_database() ORDER BY datname`,
    [GROUPS.map((group) => loginOf(group, secret))],
  );
  return rows.map(({ name }) => name);
}

/** Rights that no role of the server has. */
const FORBIDDEN = {
  rolsuper: 'SUPERUSER',
  rolcreatedb: 'CREATEDB',
  rolcreaterole: 'CREATEROLE',
  rolreplication: 'REPLICATION',
  rolbypassrls: 'BYPASSRLS',
} as const;

type Role = Record<keyof typeof FORBIDDEN | 'rolcanlogin' | 'rolinherit', boolean>;

async function findRole(owner: pg.Client, name: string): Promise<Role | undefined> {
  const { rows } = await owner.query<Role>(
    `SELECT rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls, rolcanlogin, rolinherit
     FROM pg_roles WHERE rolname = $1`,
    [name],
  );
  return rows[0];
}

const forbiddenOf = (role: Role): string[] =>
  Object.entries(FORBIDDEN).flatMap(([column, right]) => (Reflect.get(role, column) ? [`NO${right}`] : []));

async function ensureGroup(owner: pg.Client, group: Group): Promise<void> {
  const role = await findRole(owner, group);
  if (!role) return create(owner, group, 'NOLOGIN');
  const changes = forbiddenOf(role);
  // Earlier versions signed in as the group. Their processes may still run, so the next start looks again.
  const login = role.rolcanlogin && (await mayAlter(owner, group)) && !(await isSignedIn(owner, group));
  if (login) changes.push('NOLOGIN', 'PASSWORD NULL');
  await alter(owner, group, changes);
}

async function ensureLogin(owner: pg.Client, group: Group, secret: string): Promise<void> {
  const login = loginOf(group, secret);
  const role = await findRole(owner, login);
  if (role) {
    await alter(owner, login, [
      ...forbiddenOf(role),
      ...(role.rolcanlogin ? [] : ['LOGIN']),
      ...(role.rolinherit ? [] : ['INHERIT']),
    ]);
  } else {
    await create(owner, login, `LOGIN INHERIT PASSWORD ${pg.escapeLiteral(passwordOf(login, secret))}`);
  }
  const { rows } = await owner.query<{ member: boolean }>(`SELECT pg_has_role($1, $2, 'USAGE') AS member`, [
    login,
    group,
  ]);
  if (rows[0]?.member) return;
  if (!(await mayAlter(owner, group))) {
    const user = await readUser(owner);
    throw new RoleError(
      `The role ${group} was created by another user of this PostgreSQL server, so ${user} cannot use it. As that user or ` +
        `as a superuser run: GRANT ${GROUPS.join(', ')} TO ${pg.escapeIdentifier(user)} WITH ADMIN OPTION`,
    );
  }
  await unlessThere(owner.query(`GRANT ${group} TO ${login}`));
}

async function create(owner: pg.Client, name: string, settings: string): Promise<void> {
  const { rows } = await owner.query<{ may: boolean }>(
    'SELECT rolsuper OR rolcreaterole AS may FROM pg_roles WHERE rolname = current_user',
  );
  if (!rows[0]?.may) {
    const user = await readUser(owner);
    throw new RoleError(
      `The user ${user} may not create the role ${name}. As a superuser run: ` +
        `ALTER ROLE ${pg.escapeIdentifier(user)} CREATEROLE. Or set DATABASE_OWNER_URL to a user that may.`,
    );
  }
  await unlessThere(owner.query(`CREATE ROLE ${name} ${settings}`));
}

async function alter(owner: pg.Client, name: string, changes: readonly string[]): Promise<void> {
  if (changes.length === 0) return;
  const statement = `ALTER ROLE ${name} ${changes.join(' ')}`;
  try {
    await owner.query(statement);
  } catch (error) {
    if (!hasCode(error, '42501')) throw error;
    const user = await readUser(owner);
    throw new RoleError(`The user ${user} may not change the role ${name}. As a superuser run: ${statement}`, {
      cause: error,
    });
  }
}

/** Whether the owner may change and grant this role. From PostgreSQL 16 on that takes the admin option of the role. */
async function mayAlter(owner: pg.Client, name: string): Promise<boolean> {
  const { rows } = await owner.query<{ may: boolean }>(
    `SELECT rolsuper OR (rolcreaterole AND (current_setting('server_version_num')::int < 160000
       OR pg_has_role($1, 'MEMBER WITH ADMIN OPTION'))) AS may
     FROM pg_roles WHERE rolname = current_user`,
    [name],
  );
  return rows[0]?.may ?? false;
}

async function isSignedIn(owner: pg.Client, name: string): Promise<boolean> {
  const { rowCount } = await owner.query('SELECT FROM pg_stat_activity WHERE usename = $1 LIMIT 1', [name]);
  return Boolean(rowCount);
}

/**
 * Lets only this installation's login roles into the database, because those of other installations are members of the
 * same groups. A copied database lacks these grants, so each start checks them.
 */
async function ensureAccess(owner: pg.Client, secret: string): Promise<void> {
  const name = await readDatabaseName(owner);
  const database = pg.escapeIdentifier(name);
  const { rows } = await owner.query<{ temporary: boolean; connect: boolean }>(
    `SELECT has_database_privilege('public', $1, 'TEMPORARY') AS temporary,
       has_database_privilege('public', $1, 'CONNECT') AS connect`,
    [name],
  );
  // Our roles need no temporary tables, which could shadow ours.
  if (rows[0]?.temporary) await owner.query(`REVOKE TEMPORARY ON DATABASE ${database} FROM PUBLIC`);
  const logins = GROUPS.map((group) => loginOf(group, secret));
  const groups = await Promise.all(GROUPS.map((group) => findRole(owner, group)));
  if (rows[0]?.connect && !groups.some((group) => group?.rolcanlogin)) {
    // Roles for backups and reports keep their access.
    const others = await listOtherLogins(owner);
    const allowed = [...logins, ...others].map((role) => pg.escapeIdentifier(role)).join(', ');
    // One call with two statements is one transaction.
    await owner.query(
      `GRANT CONNECT ON DATABASE ${database} TO ${allowed}; REVOKE CONNECT ON DATABASE ${database} FROM PUBLIC`,
    );
  }
  const present = await listAllowedLogins(owner);
  const missing = logins.filter((login) => !present.includes(login));
  if (missing.length > 0) await owner.query(`GRANT CONNECT ON DATABASE ${database} TO ${missing.join(', ')}`);
  // Login roles of an earlier secret.
  const former = present.filter((login) => !logins.includes(login));
  if (former.length > 0) await owner.query(`REVOKE CONNECT ON DATABASE ${database} FROM ${former.join(', ')}`);
}

async function listOtherLogins(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `SELECT rolname AS name FROM pg_roles WHERE rolcanlogin AND NOT rolsuper
     AND NOT EXISTS (SELECT FROM unnest($1::text[]) AS groups(name) WHERE pg_has_role(pg_roles.oid, groups.name, 'MEMBER'))`,
    [GROUPS],
  );
  return rows.map(({ name }) => name);
}

/** Login roles of all installations with access to this database. */
async function listAllowedLogins(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `SELECT DISTINCT rolname AS name FROM pg_database, aclexplode(datacl) AS acl
     JOIN pg_roles ON pg_roles.oid = acl.grantee
     WHERE datname = current_database() AND acl.privilege_type = 'CONNECT'
       AND EXISTS (SELECT FROM unnest($1::text[]) AS groups(name) WHERE starts_with(rolname, groups.name || '_'))`,
    [GROUPS],
  );
  return rows.map(({ name }) => name);
}

const readDatabaseName = async (owner: pg.Client): Promise<string> =>
  (await owner.query<{ name: string }>('SELECT current_database() AS name')).rows[0]?.name ?? '';

const readUser = async (owner: pg.Client): Promise<string> =>
  (await owner.query<{ name: string }>('SELECT current_user AS name')).rows[0]?.name ?? '';

const hasCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof pg.DatabaseError && codes.includes(error.code ?? '');

/** Ignores that another process has just created the same object. */
async function unlessThere(statement: Promise<unknown>): Promise<void> {
  try {
    await statement;
  } catch (error) {
    if (!hasCode(error, '42710', '23505')) throw error;
  }
}
