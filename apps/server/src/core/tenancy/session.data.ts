import type { NutritionWay } from '@stridewell/contract/people.rules';
import type pg from 'pg';
import type { Tx } from '../../platform/db/database.ts';
import { queryPrepared } from '../../platform/db/prepared.ts';
import { digestOfToken } from '../auth/auth.table.ts';
import type { BrandRow } from '../brand.ts';
import type { OwnCoaching } from '../relationships/coachings.data.ts';
import type { UserScope } from './scope.ts';

/** Sessions are found by the digest of their token. */
export { digestOfToken };

/** One row of the function `resolve_session` as JSON: everything that decides the caller's rights. */
export type SessionRow = {
  session_id: string;
  /** ISO 8601 with an offset, like all times of the row. */
  expires_at: string;
  user_id: string;
  email: string;
  email_verified: boolean;
  full_name: string;
  image: string | null;
  role: string | null;
  plan: string | null;
  included_clients: number;
  is_demo: boolean;
  stripe_customer_id: string | null;
  subscription_status: string;
  grace_until: string | null;
  coach_status: string | null;
  coach_name: string | null;
  coach_time_zone: string | null;
  coach_currency: string | null;
  relationship_coach_id: string | null;
  relationship_client_id: string | null;
  relationship_status: string | null;
  relationship_coach_name: string | null;
  relationship_time_zone: string | null;
  relationship_photo_id: string | null;
  relationship_covered: boolean;
  unit_system: string;
  energy_unit: string;
  time_zone: string;
  operator_role: string | null;
  two_factor_enabled: boolean;
  coach_status_reason: string | null;
  view_id: string | null;
  viewed_by: string | null;
  view_ends_at: string | null;
  coach_prescribes: boolean | null;
  relationship_way: NutritionWay | null;
  relationship_numbers_off: boolean;
  relationship_prescribes: boolean | null;
};

/**
 * Finds the live session of a token by its digest. The database function runs with its owner's rights, so the
 * application role needs no read access to sessions. Every request calls it, so the row is one JSON value, which is
 * cheaper for the driver than many columns.
 */
export async function findSession(pool: pg.Pool, digest: string, coachId?: string): Promise<SessionRow | undefined> {
  const { rows } = await pool.query<{ session: SessionRow }>({
    name: 'resolve_session',
    text: 'select row_to_json(s) as session from resolve_session($1, $2) s',
    values: [digest, coachId ?? null],
  });
  return rows[0]?.session;
}

/** Facts that the app shows in addition to a session. */
export type SessionFacts = { unreadNotifications: number; coachings: OwnCoaching[]; ownBrand: BrandRow | null };

/** The facts beside the session of the person in scope, in one statement: see the function `session_facts`. */
export async function findSessionFacts(tx: Tx<UserScope>): Promise<SessionFacts> {
  const [facts] = await queryPrepared<SessionFacts>(tx, {
    name: 'session_facts',
    text: 'select unread_notifications as "unreadNotifications", coachings, own_brand as "ownBrand" from session_facts()',
    values: [],
  });
  if (!facts) throw new Error('no person is in scope');
  return facts;
}

/** Finds the live session of a token by its digest with its facts, in one statement: see the function `open_session`. */
export async function findOpening(
  pool: pg.Pool,
  digest: string,
): Promise<{ session: SessionRow; facts: SessionFacts } | undefined> {
  const { rows } = await pool.query<{
    session: SessionRow & { own_brand: BrandRow | null };
    unread_notifications: number;
    coachings: OwnCoaching[];
  }>({
    name: 'open_session',
    text: 'select * from open_session($1)',
    values: [digest],
  });
  const [row] = rows;
  if (!row) return undefined;
  const { own_brand: ownBrand, ...session } = row.session;
  return {
    session,
    facts: { unreadNotifications: row.unread_notifications, coachings: row.coachings, ownBrand },
  };
}
