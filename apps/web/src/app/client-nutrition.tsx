import type { UnitSystem } from '@stridewell/contract/units';
import { ClientFoodLog } from '../features/foodlogs/client-food-log.tsx';
import { ClientHabits } from '../features/habits/client-habits.tsx';
import { ClientMealPlans } from '../features/meals/client-meal-plans.tsx';
import { NutritionPanel } from '../features/targets/nutrition-panel.tsx';
import { ReferralCard } from '../features/targets/referral-card.tsx';
import { ClientWayCard } from '../features/ways/client-way-card.tsx';

type ClientNutritionProps = {
  coachId: string;
  clientId: string;
  firstName: string;
  today: string;
  units: UnitSystem;
  /** The coaching has ended, so nothing can be changed. */
  isFormer: boolean;
  /** Whether the coach prescribes nutrition. */
  prescribes: boolean;
  /** Whether the plan has weekly reviews of targets. */
  adapts: boolean;
};

/** Targets, meal plans, food log and habits of a client. */
export function ClientNutrition({ isFormer, prescribes, adapts, units, firstName, ...of }: ClientNutritionProps) {
  const { coachId, clientId, today } = of;
  const named = { coachId, clientId, firstName };
  return (
    <NutritionPanel {...named} readOnly={isFormer} prescribes={prescribes} adapts={adapts} units={units}>
      <ReferralCard {...named} readOnly={isFormer} />
      <ClientMealPlans {...named} today={today} />
      <ClientFoodLog {...named} readOnly={isFormer} />
      <ClientHabits coachId={coachId} clientId={clientId} readOnly={isFormer} />
      <ClientWayCard {...named} today={today} readOnly={isFormer} />
    </NutritionPanel>
  );
}
