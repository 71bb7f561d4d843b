import type { CoachTool } from '@stridewell/contract/assistant/assistant.questions.rules';
import type { COACH_TOOLS } from '@stridewell/contract/assistant/assistant.tools';
import type { Plan } from '@stridewell/contract/billing/billing.rules';
import { dayInZone } from '@stridewell/contract/time';
import type { UnitSystem } from '@stridewell/contract/units';
import type { z } from 'zod';
import { refuse } from '../../core/refusals.ts';
import type { ActiveCoach } from '../../core/tenancy/access.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { type Person, selectPeople } from './assistant.data.ts';
import type { Client, Found } from './assistant.facts.rules.ts';

/** Context of every tool of a coach. */
export type Desk = {
  tx: Tx<CoachScope>;
  coachId: string;
  now: Date;
  today: string;
  timeZone: string;
  currency: string;
  plan: Plan;
  units: UnitSystem;
  /** Whether nutrition is within the coach's scope of practice. */
  prescribes: boolean;
  /** Clients, former clients and invited people of the coach. */
  people: readonly Person[];
  /** @throws NOT_FOUND */
  clientOf: (clientId: string) => Client;
};

type InputOf<Tool extends CoachTool> = z.output<(typeof COACH_TOOLS)[Tool]['input']>;
export type ToolReaders = { [Tool in CoachTool]: (desk: Desk, input: InputOf<Tool>) => Promise<Found> };

/** Opens the desk of a coach in a transaction. */
export async function openDesk(tx: Tx<CoachScope>, { actor, coach }: ActiveCoach, now: Date): Promise<Desk> {
  const people = await selectPeople(tx);
  return {
    tx,
    now,
    people,
    coachId: coach.id,
    today: dayInZone(now, coach.timeZone),
    timeZone: coach.timeZone,
    currency: coach.currency,
    plan: actor.plan.plan,
    units: actor.unitSystem,
    prescribes: coach.prescribesNutrition,
    clientOf(clientId) {
      const person = people.find((one) => one.clientId === clientId);
      if (!person) throw refuse('NOT_FOUND');
      return { clientId, name: person.name };
    },
  };
}
