import { needsNumbersOff, weightFindings } from '@stridewell/contract/onboarding/onboarding.health.rules';
import { isAdult } from '@stridewell/contract/onboarding/onboarding.rules';
import type { NutritionWay } from '@stridewell/contract/people.rules';
import { dayInZone } from '@stridewell/contract/time';
import type { ClientWay, OwnWay } from '@stridewell/contract/ways/ways';
import { suggestWays, waysFor } from '@stridewell/contract/ways/ways.rules';
import { refuse } from '../../core/refusals.ts';
import {
  announceNumbers,
  findWay,
  hideNumbers,
  showNumbers,
  updateWay,
} from '../../core/relationships/coachings.data.ts';
import { expireLabel } from '../../core/relationships/labels.data.ts';
import { isCurrentStatus, lockRelationship } from '../../core/relationships/relationships.data.ts';
import type { ActiveCoach } from '../../core/tenancy/access.ts';
import { mayPrescribe, requirePrescribing } from '../../core/tenancy/access.ts';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { audit } from '../audit/audit.service.ts';
import { changeScopeOfPractice } from '../coaches/coaches.business.service.ts';
import { notify } from '../notifications/notifications.service.ts';
import { readNutritionHealth, setNutritionMode } from '../onboarding/onboarding.modes.service.ts';

type WayRow = NonNullable<Awaited<ReturnType<typeof findWay>>>;

const numbersOffOf = ({ by, since }: WayRow) => (by && since ? { by, since: since.toISOString() } : null);

/** @throws NOT_FOUND when the scope has no such client */
async function requireWay(tx: Tx<CoachScope | ClientScope>, clientId: string): Promise<WayRow> {
  const row = await findWay(tx, clientId);
  if (!row) throw refuse('NOT_FOUND');
  return row;
}

/** How the client in scope works on nutrition. */
export async function getOwnWay(tx: Tx<ClientScope>): Promise<OwnWay> {
  const { clientId } = tx.scope;
  const [row, { mode, answers, scoff }] = await Promise.all([
    requireWay(tx, clientId),
    readNutritionHealth(tx, clientId),
  ]);
  const mayShow = row.by !== 'screen' && !(answers && needsNumbersOff(answers, scoff));
  return { way: row.way, numbersOff: numbersOffOf(row), mayShow, glp1: mode.glp1 };
}

/**
 * Hides numbers from the client in scope, or shows them. Idempotent.
 * @throws FORBIDDEN after the end of the coaching
 * @throws COACH_DECIDES when the client may not show them
 */
export async function setOwnNumbers(
  tx: Tx<ClientScope, 'COACH_DECIDES'>,
  { hidden }: { hidden: boolean },
  now: Date,
): Promise<OwnWay> {
  const { clientId } = tx.scope;
  if (!(await lockRelationship(tx, clientId))) throw refuse('FORBIDDEN');
  const before = await getOwnWay(tx);
  if ((before.numbersOff !== null) === hidden) return before;
  if (!hidden && !before.mayShow) throw refuse(tx, 'COACH_DECIDES');
  if (hidden) await hideNumbers(tx, clientId, { by: 'client', now });
  else await showNumbers(tx, clientId);
  audit(tx, { action: hidden ? 'health.numbers_hidden' : 'health.numbers_shown', clientId });
  await announceNumbers(tx, tx.scope.userId);
  return getOwnWay(tx);
}

type OfCoach = Pick<ActiveCoach, 'actor'> & { today: { now: Date; timeZone: string } };

/** @throws NOT_FOUND for an unknown client */
export async function getClientWay(
  tx: Tx<CoachScope>,
  clientId: string,
  { actor, today: { now, timeZone } }: OfCoach,
): Promise<ClientWay> {
  const [row, { mode, answers, scoff, record }] = await Promise.all([
    requireWay(tx, clientId),
    readNutritionHealth(tx, clientId),
  ]);
  const prescribes = mayPrescribe(actor);
  const { dateOfBirth } = record;
  const isOfAge = dateOfBirth === null ? null : isAdult(dateOfBirth, dayInZone(now, timeZone));
  const isUnderweight = weightFindings(record).length > 0;
  const { ways, reason } = suggestWays({ answers, scoff, isAdult: isOfAge, isUnderweight });
  return {
    way: row.way,
    numbersOff: numbersOffOf(row),
    suggested: { ways: waysFor(prescribes, ways), reason },
    prescribes,
    mode,
  };
}

/**
 * Chooses how a client works on nutrition, and hides or shows their numbers. Idempotent.
 * @throws NOT_FOUND, NOT_A_CLIENT, CONSENT_REQUIRED for a mode, and FORBIDDEN for a way outside the coach's scope of practice
 */
export async function setClientWay(
  tx: Tx<CoachScope, 'NOT_A_CLIENT' | 'CONSENT_REQUIRED'>,
  {
    clientId,
    way,
    numbersHidden,
    glp1,
  }: {
    clientId: string;
    way?: NutritionWay | undefined;
    numbersHidden?: boolean | undefined;
    glp1?: boolean | undefined;
  },
  of: OfCoach,
): Promise<ClientWay> {
  const client = await lockRelationship(tx, clientId);
  if (!client) throw refuse('NOT_FOUND');
  if (!isCurrentStatus(client.status)) throw refuse(tx, 'NOT_A_CLIENT');
  const before = await requireWay(tx, clientId);
  if (way && way !== before.way) {
    if (waysFor(false, [way]).length === 0) requirePrescribing(of.actor);
    await updateWay(tx, clientId, way);
    await expireLabel(tx, clientId);
    audit(tx, { action: 'health.way_changed', clientId, before: { way: before.way }, after: { way } });
  }
  if (numbersHidden === true && (await hideNumbers(tx, clientId, { by: 'coach', now: of.today.now }))) {
    audit(tx, { action: 'health.numbers_hidden', clientId });
    await announceNumbers(tx, client.personId);
  }
  if (numbersHidden === false && (await showNumbers(tx, clientId))) {
    audit(tx, { action: 'health.numbers_shown', clientId });
    await announceNumbers(tx, client.personId);
  }
  if (glp1 !== undefined) await setMode(tx, { clientId, personId: client.personId }, glp1, of.today.now);
  return getClientWay(tx, clientId, of);
}

/** Changes the mode, which neither the audit log nor the notification of the client names. */
async function setMode(
  tx: Tx<CoachScope, 'CONSENT_REQUIRED'>,
  { clientId, personId }: { clientId: string; personId: string | null },
  glp1: boolean,
  now: Date,
): Promise<void> {
  const { mode } = await readNutritionHealth(tx, clientId);
  if (!mode.hasConsent) throw refuse(tx, 'CONSENT_REQUIRED');
  if (mode.glp1 === glp1) return;
  await setNutritionMode(tx, clientId, glp1, now);
  audit(tx, { action: 'health.way_changed', clientId });
  if (!personId) return;
  await notify(tx, {
    userId: personId,
    type: 'safety_notice',
    title: 'Your coach changed how you work on nutrition',
    message: 'Open your nutrition page to see it.',
    metadata: { client_id: clientId, coach_id: tx.scope.coachId },
  });
}

/** Saves whether the coach sets nutrition targets and meal plans. Idempotent. */
export async function saveScopeOfPractice(
  tx: Tx<CoachScope>,
  prescribes: boolean,
  { actor }: Pick<ActiveCoach, 'actor'>,
): Promise<{ prescribes: boolean }> {
  if (mayPrescribe(actor) !== prescribes) await changeScopeOfPractice(tx, prescribes);
  return { prescribes };
}
