import { createHmac } from 'node:crypto';
import pg from 'pg';

export const APP_ROLE = 'stridewell_app';
export const AUTH_ROLE = 'stridewell_auth';

/** The password of a login role follows from the secret, so that every process of an installation knows it. */
const passwordOfRole = (role: string, secret: string) =>
  createHmac('sha256', secret).update(`database role ${role}`).digest('base64url');

/** `url` with the user replaced by `role`. */
export function urlOfRole(url: string, role: string, secret: string): string {
  const result = new URL(url);
  result.username = role;
  result.password = passwordOfRole(role, secret);
  return result.href;
}

/**
 * Creates the two login roles or sets their passwords. Roles belong to the whole cluster, so another process
 * may create them at the same time. The advisory lock of the migrations covers one database only.
 */
export async function ensureRoles(owner: pg.Client, secret: string): Promise<void> {
  for (const role of [APP_ROLE, AUTH_ROLE]) {
    const password = pg.escapeLiteral(passwordOfRole(role, secret));
    const settings = `LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS PASSWORD ${password}`;
    const { rowCount } = await owner.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role]);
    if (rowCount === 0) {
      try {
        await owner.query(`CREATE ROLE ${role} ${settings}`);
        continue;
      } catch (error) {
        const code = error instanceof pg.DatabaseError ? error.code : undefined;
        if (code !== '42710' && code !== '23505') throw error;
      }
    }
    await owner.query(`ALTER ROLE ${role} ${settings}`);
  }
  // Neither role needs temporary tables, with which a caller could stand in for ours. A copy of a database does not take
  // such a grant along, so this is said at every start.
  const [{ name = '' } = {}] = (await owner.query<{ name: string }>('SELECT current_database() AS name')).rows;
  await owner.query(`REVOKE TEMPORARY ON DATABASE ${pg.escapeIdentifier(name)} FROM PUBLIC`);
}
