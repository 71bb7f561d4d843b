import { Anchor, Button, Card, Group, Stack, Text } from '@mantine/core';
import type { OwnMealPlan as OwnPlan } from '@stridewell/contract/meals/meals';
import { OWN_MEAL_PLAN_PDF_URL } from '@stridewell/contract/meals/meals.files.rules';
import { amountOfFood } from '@stridewell/contract/meals/meals.naming.rules';
import { addDays } from '@stridewell/contract/time';
import { IconAlertTriangle, IconChevronLeft, IconChevronRight, IconShoppingCart } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { clockText, dayText, listText } from '../../lib/format.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { late } from '../../ui/late.tsx';
import { Muted } from '../../ui/muted.tsx';
import { Notice } from '../../ui/notice.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import classes from './meal-grid.module.css';
import { ownMealPlanQuery, ownShoppingQuery } from './meals.queries.ts';
import { totalsText, warningText } from './meals.wording.ts';

const ShoppingList = late(async () => (await import('./shopping-list.tsx')).ShoppingList);

const RecipeDialog = late(async () => (await import('./recipe-dialog.tsx')).RecipeDialog);

type Meal = OwnPlan['meals'][number];
/** The tick of a planned meal. */
export type TickOf = (planned: {
  planId: string;
  date: string;
  meal: Meal;
  option: Meal['options'][number];
}) => ReactNode;

/** A day of the client's plan, with the shopping list. */
export function OwnMealPlan({ tickOf }: { tickOf: TickOf }) {
  const [date, setDate] = useState<string>();
  const [isShopping, setShopping] = useState(false);
  const query = useQuery({ ...ownMealPlanQuery(date), placeholderData: keepPreviousData });
  const shown = query.data?.date;
  return (
    <Stack gap="md">
      {shown && (
        <Group justify="space-between" gap="sm">
          <Group gap={4}>
            <IconButton
              label="Show the day before"
              icon={IconChevronLeft}
              onClick={() => setDate(addDays(shown, -1))}
            />
            <Text fw={650}>{dayText(shown, { weekday: 'long', month: 'short', day: 'numeric' })}</Text>
            <IconButton label="Show the next day" icon={IconChevronRight} onClick={() => setDate(addDays(shown, 1))} />
          </Group>
          {query.data?.plan && (
            <Button
              variant="default"
              leftSection={<IconShoppingCart size={18} stroke={1.75} />}
              onClick={() => setShopping(true)}
            >
              Shopping list
            </Button>
          )}
        </Group>
      )}
      <QueryBoundary
        query={query}
        failed="Your meal plan could not be loaded"
        skeleton={320}
        isEmpty={({ plan }) => plan === null}
        empty={
          <EmptyState
            title="No meal plan on this day"
            action={
              <Button variant="light" renderRoot={(props) => <Link to="/client/nutrition" {...props} />}>
                Log food
              </Button>
            }
          >
            Your coach has planned no meals for this day.
          </EmptyState>
        }
      >
        {({ date: day, plan }) => plan && <PlanDay plan={plan} date={day} tickOf={tickOf} />}
      </QueryBoundary>
      {isShopping && shown && <ShoppingDialog from={shown} onClose={() => setShopping(false)} />}
    </Stack>
  );
}

function PlanDay({ plan, date, tickOf }: { plan: OwnPlan; date: string; tickOf: TickOf }) {
  return (
    <Stack gap="md">
      <Stack gap={2}>
        <Text fw={600}>
          {plan.name}, {plan.dayName}
        </Text>
        {plan.totals && <Muted>{totalsText(plan.totals)}</Muted>}
        {plan.notes && <Text style={{ whiteSpace: 'pre-line' }}>{plan.notes}</Text>}
        <Anchor href={OWN_MEAL_PLAN_PDF_URL} size="sm" download py={12} my={-8} style={{ alignSelf: 'flex-start' }}>
          Download as PDF
        </Anchor>
      </Stack>
      {plan.unchecked.length > 0 && (
        <Notice tone="warning">Foods are not checked for {listText(plan.unchecked)}. Please read the labels.</Notice>
      )}
      {plan.meals.map((meal) => (
        <Card key={meal.key} component="section" aria-label={meal.name}>
          <Group justify="space-between">
            <Text component="h2" fw={650} m={0}>
              {meal.name}
            </Text>
            {meal.time && <Muted>{clockText(meal.time)}</Muted>}
          </Group>
          {meal.note && <Muted>{meal.note}</Muted>}
          {meal.options.map((option, index) => (
            <Stack key={option.key} gap={2} mt={8}>
              {meal.options.length > 1 && <Text fw={600}>{option.name || `Option ${index + 1}`}</Text>}
              <ul className={classes.lines}>
                {option.foods.map((food) => (
                  <PlannedLine key={food.key} food={food} />
                ))}
              </ul>
              {option.totals && <Muted size="xs">{totalsText(option.totals)}</Muted>}
              {tickOf({ planId: plan.id, date, meal, option })}
            </Stack>
          ))}
        </Card>
      ))}
    </Stack>
  );
}

type ShownFood = OwnPlan['meals'][number]['options'][number]['foods'][number];

function PlannedLine({ food }: { food: ShownFood }) {
  const warning = warningText(food.warnings, null);
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <Text>
        {food.isRecipe ? (
          <>
            {food.text}{' '}
            <Anchor component="button" type="button" mih={44} onClick={() => setOpen(true)}>
              {food.name}
            </Anchor>
          </>
        ) : (
          amountOfFood(food.text, food.name)
        )}
      </Text>
      {isOpen && <RecipeDialog foodId={food.foodId} name={food.name} onClose={() => setOpen(false)} />}
      {food.swaps.map((swap) => {
        const swapWarning = warningText(swap.warnings, null);
        return (
          <Muted key={`${swap.foodId} ${swap.text}`} size="sm">
            or {amountOfFood(swap.text, swap.name)}
            {swapWarning && ` (${swapWarning})`}
          </Muted>
        );
      })}
      {warning && (
        <Text size="sm" c="var(--warning-text)" className={classes.warning}>
          <IconAlertTriangle size={14} aria-hidden />
          {warning}
        </Text>
      )}
    </li>
  );
}

function ShoppingDialog({ from, onClose }: { from: string; onClose: () => void }) {
  const [wanted, setWanted] = useState({ days: 7, people: 1 });
  const query = useQuery({ ...ownShoppingQuery({ from, ...wanted }), placeholderData: keepPreviousData });
  return (
    <Dialog opened onClose={onClose} title="Shopping list" size="lg">
      <QueryBoundary query={query} failed="The shopping list could not be loaded" skeleton={240}>
        {({ aisles }) => <ShoppingList aisles={aisles} value={wanted} onChange={setWanted} />}
      </QueryBoundary>
    </Dialog>
  );
}
