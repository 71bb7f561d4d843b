import { Stack } from '@mantine/core';
import type { UnitSystem } from '@stridewell/contract/units';
import { useState } from 'react';
import { ClientFoodLog } from '../features/foodlogs/client-food-log.tsx';
import { ClientHabits } from '../features/habits/client-habits.tsx';
import { ClientMealPlans } from '../features/meals/client-meal-plans.tsx';
import { NutritionPanel } from '../features/targets/nutrition-panel.tsx';
import { ReferralCard } from '../features/targets/referral-card.tsx';
import { ClientWayCard } from '../features/ways/client-way-card.tsx';
import { usePhone } from '../lib/use-phone.ts';
import { FilterTabs } from '../ui/filter-tabs.tsx';

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

const SECTION_LABELS = { target: 'Target', trend: 'Trend', food: 'Food', approach: 'Approach' };
type Section = keyof typeof SECTION_LABELS;
const SECTIONS = Object.keys(SECTION_LABELS) as Section[];

/** Targets, meal plans, food log and habits of a client. A phone shows one of these sections at a time. */
export function ClientNutrition({ isFormer, prescribes, adapts, units, firstName, ...of }: ClientNutritionProps) {
  const { coachId, clientId, today } = of;
  const isPhone = usePhone();
  const [section, setSection] = useState<Section>('target');
  const shows = (name: Section) => !isPhone || name === section;
  const named = { coachId, clientId, firstName };
  return (
    <Stack gap={20}>
      {isPhone && (
        <FilterTabs
          label="Part of the nutrition"
          data={SECTIONS.map((value) => ({ value, label: SECTION_LABELS[value] }))}
          value={section}
          onChange={(value) => setSection(SECTIONS.find((one) => one === value) ?? 'target')}
        />
      )}
      <NutritionPanel
        {...named}
        readOnly={isFormer}
        prescribes={prescribes}
        adapts={adapts}
        units={units}
        hasTarget={shows('target')}
        hasTrend={shows('trend')}
      />
      {shows('target') && <ReferralCard {...named} readOnly={isFormer} />}
      {shows('food') && (
        <>
          <ClientMealPlans {...named} today={today} />
          <ClientFoodLog {...named} readOnly={isFormer} />
        </>
      )}
      {shows('approach') && (
        <>
          <ClientHabits coachId={coachId} clientId={clientId} readOnly={isFormer} />
          <ClientWayCard {...named} today={today} readOnly={isFormer} />
        </>
      )}
    </Stack>
  );
}
