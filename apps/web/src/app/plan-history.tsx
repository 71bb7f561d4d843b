import { Button, List, Stack, Text } from '@mantine/core';
import type { MealPlanSummary } from '@stridewell/contract/meals/meals';
import type { PlanChange } from '@stridewell/contract/programs/programs';
import { dayInZone } from '@stridewell/contract/time';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { clientMealPlansQuery } from '../features/meals/meals.queries.ts';
import { mealPlanDates } from '../features/meals/meals.wording.ts';
import { clientProgramsQuery } from '../features/programs/programs.queries.ts';
import { countLabel, dayInSentence } from '../lib/format.ts';
import { QueryBoundary } from '../ui/query-boundary.tsx';
import { SectionCard } from '../ui/section-card.tsx';

const CHANGES_SHOWN = 3;

type Entry = { id: string; name: string; day: string; changes: readonly string[] };

const ofProgram = ({ id, at, programName, changes }: PlanChange, timeZone: string): Entry => ({
  id,
  name: programName,
  day: dayInZone(new Date(at), timeZone),
  changes,
});

/** A meal plan stands on the day on which it starts. */
const ofMealPlan = ({ id, name, owner }: MealPlanSummary, today: string): Entry[] =>
  owner ? [{ id, name, day: owner.startDay, changes: [`Meal plan. ${mealPlanDates(owner, today)}`] }] : [];

type PlanHistoryProps = {
  coachId: string;
  clientId: string;
  /** Of the coach. */
  timeZone: string;
};

/** Changes of a client's programs, and their meal plans, in one list with the latest first. */
export function PlanHistory({ coachId, clientId, timeZone }: PlanHistoryProps) {
  const { data: programs } = useQuery(clientProgramsQuery(coachId, clientId));
  const mealPlans = useQuery(clientMealPlansQuery(coachId, clientId));
  if (!programs) return null;
  return (
    <QueryBoundary query={mealPlans} failed="The plan history could not be loaded" skeleton={120}>
      {({ plans }) => {
        const entries = [
          ...programs.history.map((change) => ofProgram(change, timeZone)),
          ...plans.flatMap((plan) => ofMealPlan(plan, programs.today)),
        ].sort((a, b) => b.day.localeCompare(a.day));
        if (entries.length === 0) return null;
        return (
          <SectionCard title="Plan history">
            <Stack gap="md" component="ol" m={0} p={0} style={{ listStyle: 'none' }}>
              {entries.map((entry) => (
                <HistoryEntry key={entry.id} entry={entry} today={programs.today} />
              ))}
            </Stack>
          </SectionCard>
        );
      }}
    </QueryBoundary>
  );
}

function HistoryEntry({ entry: { name, day, changes }, today }: { entry: Entry; today: string }) {
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen ? changes : changes.slice(0, CHANGES_SHOWN);
  const left = changes.length - shown.length;
  return (
    <li>
      <Text size="sm">
        <Text span inherit fw={600}>
          {name}
        </Text>
        , {dayInSentence(day, today)}
      </Text>
      <List size="sm" c="dimmed">
        {shown.map((change) => (
          <List.Item key={change}>{change}</List.Item>
        ))}
      </List>
      {left > 0 && (
        <Button variant="subtle" size="compact-sm" onClick={() => setOpen(true)}>
          Show {countLabel(left, 'more change')}
        </Button>
      )}
    </li>
  );
}
