import { Anchor, Badge, Card, Group, Stack, Text } from '@mantine/core';
import type { MealPlanSummary } from '@stridewell/contract/meals/meals';
import { IconArchive, IconArchiveOff, IconCopy, IconDots, IconTrash } from '@tabler/icons-react';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf } from '../../lib/errors.ts';
import { countLabel } from '../../lib/format.ts';
import { newId } from '../../lib/ids.ts';
import { toast } from '../../lib/toasts.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { LateMenu } from '../../ui/late-menu.tsx';
import { ListToolbar } from '../../ui/list-toolbar.tsx';
import { Muted } from '../../ui/muted.tsx';
import rows from '../../ui/rows.module.css';
import {
  mealPlanQuery,
  mealPlansQuery,
  useArchiveMealPlan,
  useDeleteMealPlan,
  useSaveMealPlan,
} from './meals.queries.ts';

const matches = ({ name }: MealPlanSummary, text: string): boolean =>
  text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => name.toLowerCase().includes(word));

/** The coach's templates, the built-in ones, and archived ones. */
export function MealPlanList({ coachId }: { coachId: string }) {
  const { data } = useSuspenseQuery(mealPlansQuery(coachId));
  const [text, setText] = useState('');
  const shown = data.plans.filter((plan) => matches(plan, text));
  const own = shown.filter(({ builtIn, archived }) => !builtIn && !archived);
  const sections = [
    { title: 'Your meal plans', plans: own },
    { title: 'Templates', plans: shown.filter(({ builtIn }) => builtIn) },
    { title: 'Archived', plans: shown.filter(({ archived }) => archived) },
  ].filter(({ plans }) => plans.length > 0);
  return (
    <Stack gap="lg">
      {data.plans.length > 5 && <ListToolbar search={{ label: 'Search meal plans', typed: text, type: setText }} />}
      {own.length === 0 && !text && (
        <EmptyState title="No meal plans of your own yet">
          Start with a new meal plan, or copy one of the templates below and make it yours.
        </EmptyState>
      )}
      {shown.length === 0 && (
        <EmptyState title={`No meal plans found for “${text}”`} role="status">
          Search covers the names of meal plans.
        </EmptyState>
      )}
      {sections.map(({ title, plans }) => (
        <Stack key={title} gap="xs" component="section" aria-label={title}>
          <Text component="h2" fw={650} m={0}>
            {title}
          </Text>
          <Card padding={0} component="ul" className={rows.divided}>
            {plans.map((plan) => (
              <PlanRow key={plan.id} coachId={coachId} plan={plan} />
            ))}
          </Card>
        </Stack>
      ))}
    </Stack>
  );
}

function PlanRow({ coachId, plan }: { coachId: string; plan: MealPlanSummary }) {
  const { id, name, builtIn, days, clients, archived } = plan;
  const copy = useCopyMealPlan(coachId);
  const remove = useRemoveMealPlan(coachId);
  const archive = useArchiveMealPlan(coachId);
  const setArchived = () =>
    archive.mutateAsync({ planId: id, archived: !archived }).then(
      () => toast.success(archived ? `${name} is back` : `${name} archived`),
      (error) => toast.error('Nothing was changed', messageOf(error, 'Please try again.')),
    );
  return (
    <Group component="li" gap="sm" px={16} py={10} wrap="nowrap">
      <Stack gap={2} flex={1} miw={0}>
        <Group gap="xs">
          <Anchor component={Link} to={`/coach/${coachId}/nutrition/${id}`} fw={600} c="inherit" py={10} my={-10}>
            {name}
          </Anchor>
          {clients > 0 && <Badge color="pine">{countLabel(clients, 'client')}</Badge>}
        </Group>
        <Muted>{days === 7 ? 'A week that repeats' : `${countLabel(days, 'day')} that repeat`}</Muted>
      </Stack>
      <LateMenu
        position="bottom-end"
        target={(button) => <IconButton {...button} label={`Actions for ${name}`} icon={IconDots} />}
      >
        {(Menu) => (
          <>
            <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => void copy(plan)}>
              Make a copy
            </Menu.Item>
            {!builtIn && (
              <Menu.Item
                leftSection={archived ? <IconArchiveOff size={16} /> : <IconArchive size={16} />}
                onClick={() => void setArchived()}
              >
                {archived ? 'Restore' : 'Archive'}
              </Menu.Item>
            )}
            {!builtIn && (
              <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => void remove(plan)}>
                Delete
              </Menu.Item>
            )}
          </>
        )}
      </LateMenu>
    </Group>
  );
}

/** Copies a meal plan into a new one and opens it. */
export function useCopyMealPlan(coachId: string) {
  const queries = useQueryClient();
  const save = useSaveMealPlan(coachId);
  const navigate = useNavigate();
  return async ({ id, name, builtIn }: Pick<MealPlanSummary, 'id' | 'name' | 'builtIn'>) => {
    try {
      const { plan } = await queries.fetchQuery(mealPlanQuery(coachId, id));
      const planId = newId();
      const copyName = builtIn ? name : `${name} (copy)`.slice(0, 80);
      await save.mutateAsync({ planId, basedOn: 0, plan: { ...plan, name: copyName } });
      await navigate({ to: `/coach/${coachId}/nutrition/${planId}` });
    } catch (error) {
      toast.error('The meal plan was not copied', messageOf(error, 'Please try again.'));
    }
  };
}

/** Deletes a meal plan, with a way to undo it. */
function useRemoveMealPlan(coachId: string) {
  const queries = useQueryClient();
  const remove = useDeleteMealPlan(coachId);
  const save = useSaveMealPlan(coachId);
  return async ({ id, name }: MealPlanSummary) => {
    try {
      const { plan } = await queries.fetchQuery(mealPlanQuery(coachId, id));
      await remove.mutateAsync(id);
      const restore = () =>
        save.mutateAsync({ planId: id, basedOn: 0, plan }).then(
          () => toast.success(`${name} is back`),
          (error) => toast.error('The meal plan was not restored', messageOf(error, 'Please try again.')),
        );
      toast.success(`${name} deleted`, 'Clients keep the plan they follow.', {
        label: 'Undo',
        run: () => void restore(),
      });
    } catch (error) {
      toast.error('Nothing was deleted', messageOf(error, 'Please try again.'));
    }
  };
}
