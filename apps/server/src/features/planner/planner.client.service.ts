import type { HealthAnswers } from '@stridewell/contract/onboarding/onboarding.health.rules';
import type { PlannerFacts } from '@stridewell/contract/planner/planner';
import type { Screening } from '@stridewell/contract/planner/planner.drafts';
import type { ProgramGoal } from '@stridewell/contract/planner/planner.rules';
import type { ClientRecord } from '@stridewell/contract/records/records.fields';
import { refuse } from '../../core/refusals.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { getOnboarding } from '../onboarding/onboarding.service.ts';
import { getTrainingHistory, type TrainingHistory } from '../workouts/workouts.training.service.ts';
import { findStatus } from './planner.data.ts';
import { factsOf } from './planner.facts.rules.ts';
import { isKnown } from './planner.loads.rules.ts';
import { screenClient } from './planner.screening.rules.ts';

/** The client's data for a draft. `health` is null without answers, or without the client's consent. */
export type PlannedClient = {
  clientId: string;
  name: string;
  record: ClientRecord;
  health: HealthAnswers | null;
  history: TrainingHistory;
  today: string;
  isFormer: boolean;
  /** Whether the onboarding is finished. */
  onboarded: boolean;
};

/** Statuses in which a client can no longer get a program. */
const FORMER = ['archived', 'ended', 'declined'];

/** @throws NOT_FOUND */
export async function readClient(tx: Tx<CoachScope>, clientId: string, now: Date): Promise<PlannedClient> {
  const [status, state] = await Promise.all([findStatus(tx, clientId), getOnboarding(tx, clientId, now)]);
  if (status === undefined) throw refuse('NOT_FOUND');
  const { fullName, record, consent, health, today, completed } = state;
  const hasConsent = consent !== null && consent.withdrawnAt === null;
  return {
    clientId,
    name: fullName,
    record,
    health: hasConsent ? (health?.answers ?? null) : null,
    history: await getTrainingHistory(tx, clientId, today),
    today,
    isFormer: FORMER.includes(status),
    onboarded: completed,
  };
}

/** Screens a client for a program with a goal. */
export function screen(client: PlannedClient, goal: ProgramGoal | null): Screening {
  const { blocks, cautions } = screenClient(client, goal);
  const former = client.isFormer ? ['You no longer coach this client. Restore the client to draft a program.'] : [];
  return { blocks: [...former, ...blocks], cautions };
}

/** @throws NOT_FOUND */
export async function getPlannerRecord(
  tx: Tx<CoachScope>,
  clientId: string,
  now: Date,
): Promise<{
  clientId: string;
  name: string;
  facts: PlannerFacts;
  screening: Screening;
  history: { workouts: number; exercises: number; maxima: number };
}> {
  const client = await readClient(tx, clientId, now);
  const { name, history } = client;
  const facts = factsOf(client);
  return {
    clientId,
    name,
    facts,
    screening: screen(client, facts.goal.value),
    history: {
      workouts: history.workouts,
      exercises: history.exercises.filter(isKnown).length,
      maxima: history.exercises.filter(({ oneRepMaxKg }) => oneRepMaxKg !== null).length,
    },
  };
}
