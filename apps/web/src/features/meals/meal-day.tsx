import { Group, Stack, Text, TextInput } from '@mantine/core';
import { brokenConstraints } from '@stridewell/contract/meals/meals.constraints.rules';
import { MEAL_BOUNDS } from '@stridewell/contract/meals/meals.parts.rules';
import type { MealPlanDay } from '@stridewell/contract/meals/meals.plan.rules';
import { totalsOfDay } from '@stridewell/contract/meals/meals.totals.rules';
import {
  IconAdjustments,
  IconArrowLeft,
  IconArrowRight,
  IconCopy,
  IconDots,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { memo, useState } from 'react';
import { messageOf } from '../../lib/errors.ts';
import { energySentence } from '../../lib/format.ts';
import { rpc } from '../../lib/rpc.ts';
import { toast } from '../../lib/toasts.ts';
import { CommittedText } from '../../ui/committed-text.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { LateMenu } from '../../ui/late-menu.tsx';
import { Muted } from '../../ui/muted.tsx';
import { MealCard } from './meal-card.tsx';
import classes from './meal-grid.module.css';
import { clipboard, deleteAt } from './meals.clipboard.ts';
import { spotMark, useAim, useBuilder, useEditor } from './meals.context.ts';
import { duplicateDay, findDay, newMeal, replaceDay, shiftDay } from './meals.edits.ts';
import { planEnergyText, totalsText, unknownText } from './meals.wording.ts';

/** A day of the plan: its sums against the target, and its meals. */
export const MealDay = memo(function MealDay({ day }: { day: MealPlanDay }) {
  const { editor } = useBuilder();
  return (
    <section className={classes.day} aria-label={day.name} {...spotMark({ at: 'day', key: day.key })}>
      <Group gap={4} wrap="nowrap">
        <CommittedText
          value={day.name}
          onCommit={(name) =>
            editor.edit((draft) => {
              const found = findDay(draft, day.key);
              if (found && name) found.name = name;
            })
          }
        >
          {(field) => (
            <TextInput
              variant="unstyled"
              flex={1}
              miw={0}
              aria-label={`Name of the day ${day.name}`}
              maxLength={MEAL_BOUNDS.name}
              classNames={{ input: classes.dayName ?? '' }}
              {...field}
            />
          )}
        </CommittedText>
        <DayMenu day={day} />
      </Group>
      <DayTotals day={day} />
      <DayProblems day={day} />
      {day.meals.map((meal) => (
        <MealCard key={meal.key} meal={meal} dayName={day.name} />
      ))}
      {day.meals.length < MEAL_BOUNDS.meals && (
        <button
          type="button"
          className={classes.add}
          onClick={() => editor.edit((draft) => void findDay(draft, day.key)?.meals.push(newMeal('Meal')))}
        >
          <IconPlus size={14} aria-hidden /> Add meal
        </button>
      )}
    </section>
  );
});

function DayTotals({ day }: { day: MealPlanDay }) {
  const foods = useEditor((state) => state.foods);
  const aim = useAim();
  const totals = totalsOfDay(day, foods);
  return (
    <Stack gap={0} px={6} aria-live="polite">
      <Text size="xs">
        {totalsText(totals)}
        {aim && `. Target ${planEnergyText(aim.kcal)}`}
      </Text>
      {totals.unknown > 0 && <Muted size="xs">{unknownText(totals.unknown)}</Muted>}
    </Stack>
  );
}

/** The plan's limits on meals, cooking time, budget and batch cooking that the day breaks. */
function DayProblems({ day }: { day: MealPlanDay }) {
  const plan = useEditor((state) => state.plan);
  const foods = useEditor((state) => state.foods);
  return brokenConstraints(day, plan, foods).map(({ sentence }) => (
    <Muted key={sentence} size="xs" px={6}>
      {sentence}
    </Muted>
  ));
}

function DayMenu({ day }: { day: MealPlanDay }) {
  const { coachId, editor } = useBuilder();
  const aim = useAim();
  const isFull = useEditor(({ plan }) => plan.days.length >= MEAL_BOUNDS.days);
  const isOnly = useEditor(({ plan }) => plan.days.length === 1);
  const [isFitting, setFitting] = useState(false);
  const fitPortions = async () => {
    if (!aim) {
      toast.error('Set a target first', 'Portions are fitted to the daily target of the plan.');
      return;
    }
    setFitting(true);
    try {
      const fitted = await rpc.meals.fitMealPlan({ coachId, day, aim });
      editor.edit((draft) => replaceDay(draft, fitted.day));
      const undo = { label: 'Undo', run: () => editor.undo() };
      toast.success(
        fitted.fits ? `${day.name} fits the target` : `${day.name} comes close`,
        energySentence(fitted.sentence),
        undo,
      );
    } catch (error) {
      toast.error('The portions were not changed', messageOf(error, 'Please try again.'));
    } finally {
      setFitting(false);
    }
  };
  return (
    <LateMenu
      position="bottom-end"
      target={(button) => (
        <IconButton {...button} size="sm" loading={isFitting} label={`Actions for ${day.name}`} icon={IconDots} />
      )}
    >
      {(Menu) => (
        <>
          <Menu.Item leftSection={<IconAdjustments size={16} />} onClick={() => void fitPortions()}>
            Fit portions to the target
          </Menu.Item>
          <Menu.Item
            leftSection={<IconCopy size={16} />}
            onClick={() => clipboard.copy(editor, { at: 'day', key: day.key })}
          >
            Copy day
          </Menu.Item>
          <Menu.Item onClick={() => clipboard.paste(editor, { at: 'day', key: day.key })}>Paste</Menu.Item>
          {!isFull && (
            <Menu.Item onClick={() => editor.edit((draft) => duplicateDay(draft, day.key))}>Duplicate day</Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconArrowLeft size={16} />}
            onClick={() => editor.edit((draft) => shiftDay(draft, day.key, -1))}
          >
            Move left
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArrowRight size={16} />}
            onClick={() => editor.edit((draft) => shiftDay(draft, day.key, 1))}
          >
            Move right
          </Menu.Item>
          {!isOnly && (
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={16} />}
              onClick={() => deleteAt(editor, { at: 'day', key: day.key })}
            >
              Delete day
            </Menu.Item>
          )}
        </>
      )}
    </LateMenu>
  );
}
