import { emptyDays } from '@stridewell/contract/programs/programs.rules';
import { v7 as uuidv7 } from 'uuid';
import type { EventHandlers } from '../../core/events/handlers.ts';
import { isOpenRelationship, lockStart } from '../../core/relationships/relationships.data.ts';
import type { Services } from '../../core/services.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { assignProgram, usualDates } from '../programs/programs.assign.service.ts';
import { readProgram } from '../programs/programs.service.ts';
import { readClient } from './planner.client.service.ts';
import { findCoach } from './planner.data.ts';
import { starterScopeOf } from './planner.scopes.ts';
import { programBlocks } from './planner.screen.service.ts';

/**
 * Assigns the program that the coach chose at the invitation. Waits until the client has accepted and the onboarding is
 * finished, and while an answer or the record speaks against training or the program has empty days.
 */
async function startProgram(tx: Tx<CoachScope, 'EMPTY_DAYS'>, clientId: string, now: Date): Promise<void> {
  const start = await lockStart(tx, clientId);
  if (!start || start.programId === null || !isOpenRelationship(start)) return;
  const [client, coach, program] = await Promise.all([
    readClient(tx, clientId, now),
    findCoach(tx),
    readProgram(tx, start.programId),
  ]);
  if (!coach || !program || emptyDays(program).length > 0 || programBlocks(client).length > 0) return;
  const assignment = { id: uuidv7(), clientId };
  const terms = { programId: start.programId, assignments: [assignment], ...usualDates(program, { now, coach }) };
  await assignProgram(tx, terms, { now, coach });
}

/** Refusals that the checks above rule out. */
const ANSWERS = { EMPTY_DAYS: null };

/** Assigns the chosen program of a client once all conditions are met. Idempotent. */
export const startChosenProgram = (
  { db, now }: Pick<Services, 'db' | 'now'>,
  { coachId, clientId }: { coachId: string; clientId: string },
): Promise<void> => db.write(starterScopeOf(coachId), (tx) => startProgram(tx, clientId, now()), ANSWERS);

const afterStep = { inJob: startChosenProgram };

/**
 * Each of these events can be the last condition: coach and client can answer the health questions before or after the
 * acceptance, and correct them or record a doctor's agreement later, even while the client is archived.
 */
export const startHandlers: EventHandlers = {
  'relationship.accepted': afterStep,
  'onboarding.completed': afterStep,
  'health.answered': afterStep,
  'record.updated': afterStep,
  'relationship.restored': afterStep,
};
