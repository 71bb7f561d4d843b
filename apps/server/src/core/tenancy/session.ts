import { resolvePlan } from '@stridewell/contract/billing/billing.rules';
import { isOperatorRole } from '@stridewell/contract/operator/operator.rules';
import { isRole, type Role } from '@stridewell/contract/people.rules';
import type { Infrastructure } from '../services.ts';
import type { Actor } from './actor.ts';
import { findOpening, findSession, type SessionFacts, type SessionRow } from './session.data.ts';

/** The person of a session, with the facts beside it. */
export type Opening = { actor: Actor; facts: SessionFacts };

/**
 * The person of a session by the digest of its token; null when it is unknown, ended or expired.
 * @param coachId selects one of a client's coaches; by default the one they chose
 */
export async function resolveActor(
  { db, now }: Pick<Infrastructure, 'db' | 'now'>,
  digest: string,
  coachId?: string,
): Promise<Actor | null> {
  const row = await findSession(db.pool, digest, coachId);
  return row ? toActor(row, now()) : null;
}

/** Like `resolveActor`, with the facts beside the session, for the page that the app starts from. */
export async function resolveOpening(
  { db, now }: Pick<Infrastructure, 'db' | 'now'>,
  digest: string,
): Promise<Opening | null> {
  const row = await findOpening(db.pool, digest);
  const actor = row && toActor(row.session, now());
  return actor ? { actor, facts: row.facts } : null;
}

/** Null for an expired session. */
function toActor(row: SessionRow, now: Date): Actor | null {
  const expiresAt = new Date(row.expires_at);
  if (expiresAt <= now) return null;
  const graceUntil = row.grace_until === null ? null : new Date(row.grace_until);
  const role: Role = row.role && isRole(row.role) ? row.role : 'Client';
  const plan = resolvePlan({ storedPlan: row.plan, role }, 'server');
  return {
    sessionId: row.session_id,
    expiresAt,
    userId: row.user_id,
    email: row.email,
    emailVerified: row.email_verified,
    fullName: row.full_name,
    image: row.image,
    role,
    operatorRole: role === 'Operator' && isOperatorRole(row.operator_role) ? row.operator_role : null,
    viewing:
      row.view_id && row.viewed_by && row.view_ends_at
        ? { viewId: row.view_id, operatorId: row.viewed_by, until: new Date(row.view_ends_at) }
        : null,
    twoFactorEnabled: row.two_factor_enabled,
    plan: {
      plan,
      included_clients: row.included_clients,
      is_demo: row.is_demo,
      stripe_customer_id: row.stripe_customer_id,
      subscription_status: row.subscription_status,
      grace_until: graceUntil?.toISOString() ?? null,
      in_grace_period: graceUntil !== null && graceUntil > now,
    },
    unitSystem: row.unit_system === 'imperial' ? 'imperial' : 'metric',
    energyUnit: row.energy_unit === 'kJ' ? 'kJ' : 'kcal',
    timeZone: row.time_zone,
    coach: row.coach_status
      ? {
          id: row.user_id,
          status: row.coach_status,
          statusReason: row.coach_status_reason ?? '',
          fullName: row.coach_name ?? row.full_name,
          timeZone: row.coach_time_zone ?? row.time_zone,
          currency: row.coach_currency ?? 'USD',
          prescribesNutrition: row.coach_prescribes ?? true,
        }
      : null,
    relationship:
      row.relationship_coach_id && row.relationship_client_id
        ? {
            coachId: row.relationship_coach_id,
            clientId: row.relationship_client_id,
            status: row.relationship_status ?? 'ended',
            coachName: row.relationship_coach_name ?? '',
            timeZone: row.relationship_time_zone ?? row.time_zone,
            photoId: row.relationship_photo_id,
            covered: row.relationship_covered,
            nutritionWay: row.relationship_way,
            numbersOff: row.relationship_numbers_off,
            prescribesNutrition: row.relationship_prescribes ?? true,
          }
        : null,
  };
}
