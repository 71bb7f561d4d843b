import { Group, Text, Textarea, TextInput } from '@mantine/core';
import { MEAL_BOUNDS } from '@stridewell/contract/meals/meals.parts.rules';
import type { MealOption, PlannedMeal } from '@stridewell/contract/meals/meals.plan.rules';
import { totalsOfOption } from '@stridewell/contract/meals/meals.totals.rules';
import {
  IconArrowDown,
  IconArrowUp,
  IconClock,
  IconCopy,
  IconDots,
  IconPlus,
  IconTrash,
  IconX,
} from '@tabler/icons-react';
import { useState } from 'react';
import { CommittedText } from '../../ui/committed-text.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { LateMenu } from '../../ui/late-menu.tsx';
import { Muted } from '../../ui/muted.tsx';
import { FoodEntry } from './food-entry.tsx';
import { FoodLine } from './food-line.tsx';
import classes from './meal-grid.module.css';
import { clipboard, deleteAt } from './meals.clipboard.ts';
import { spotMark, useBuilder, useEditor } from './meals.context.ts';
import { addFoods, addOption, deleteOption, findMeal, findOption, shiftMeal } from './meals.edits.ts';
import { planEnergyText } from './meals.wording.ts';

type MealCardProps = { meal: PlannedMeal; dayName: string };

/** A meal of a day: its options, and a field that adds foods. */
export function MealCard({ meal, dayName }: MealCardProps) {
  const { editor } = useBuilder();
  const [hasNote, setNote] = useState(meal.note !== '');
  const change = (recipe: (draft: PlannedMeal) => void) =>
    editor.edit((draft) => {
      const found = findMeal(draft, meal.key)?.meal;
      if (found) recipe(found);
    });
  return (
    <section
      className={classes.meal}
      aria-label={`${meal.name}, ${dayName}`}
      {...spotMark({ at: 'meal', key: meal.key })}
    >
      <Group gap={4} wrap="nowrap">
        <CommittedText
          value={meal.name}
          onCommit={(name) =>
            name &&
            change((draft) => {
              draft.name = name;
            })
          }
        >
          {(field) => (
            <TextInput
              variant="unstyled"
              size="xs"
              flex={1}
              miw={0}
              aria-label={`Name of the meal ${meal.name}`}
              maxLength={MEAL_BOUNDS.name}
              classNames={{ input: classes.mealName ?? '' }}
              {...field}
            />
          )}
        </CommittedText>
        <TextInput
          type="time"
          variant="unstyled"
          size="xs"
          aria-label={`Time of ${meal.name}`}
          leftSection={meal.time === '' ? <IconClock size={14} aria-hidden /> : undefined}
          classNames={{ input: classes.time ?? '' }}
          value={meal.time}
          onChange={({ currentTarget: { value } }) =>
            change((draft) => {
              draft.time = value;
            })
          }
        />
        <MealMenu meal={meal} onNote={() => setNote(true)} />
      </Group>
      {meal.options.map((option, index) => (
        <Option key={option.key} meal={meal} option={option} number={index + 1} dayName={dayName} />
      ))}
      {hasNote && (
        <CommittedText
          value={meal.note}
          onCommit={(note) =>
            change((draft) => {
              draft.note = note;
            })
          }
        >
          {(field) => (
            <Textarea
              size="xs"
              autosize
              aria-label={`Note for ${meal.name}, ${dayName}`}
              placeholder="Note for the client"
              maxLength={MEAL_BOUNDS.note}
              {...field}
            />
          )}
        </CommittedText>
      )}
    </section>
  );
}

function MealMenu({ meal, onNote }: { meal: PlannedMeal; onNote: () => void }) {
  const { editor } = useBuilder();
  return (
    <LateMenu
      position="bottom-end"
      target={(button) => <IconButton {...button} size="sm" label={`Actions for ${meal.name}`} icon={IconDots} />}
    >
      {(Menu) => (
        <>
          {meal.options.length < MEAL_BOUNDS.options && (
            <Menu.Item
              leftSection={<IconPlus size={16} />}
              onClick={() => editor.edit((draft) => addOption(draft, meal.key))}
            >
              Add option
            </Menu.Item>
          )}
          <Menu.Item onClick={onNote}>Write a note</Menu.Item>
          <Menu.Item
            leftSection={<IconCopy size={16} />}
            onClick={() => clipboard.copy(editor, { at: 'meal', key: meal.key })}
          >
            Copy meal
          </Menu.Item>
          <Menu.Item onClick={() => clipboard.paste(editor, { at: 'meal', key: meal.key })}>Paste after</Menu.Item>
          <Menu.Item
            leftSection={<IconArrowUp size={16} />}
            onClick={() => editor.edit((draft) => shiftMeal(draft, meal.key, -1))}
          >
            Move up
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArrowDown size={16} />}
            onClick={() => editor.edit((draft) => shiftMeal(draft, meal.key, 1))}
          >
            Move down
          </Menu.Item>
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} />}
            onClick={() => deleteAt(editor, { at: 'meal', key: meal.key })}
          >
            Delete meal
          </Menu.Item>
        </>
      )}
    </LateMenu>
  );
}

type OptionProps = { meal: PlannedMeal; option: MealOption; number: number; dayName: string };

function Option({ meal, option, number, dayName }: OptionProps) {
  const { editor } = useBuilder();
  const foods = useEditor((state) => state.foods);
  const { kcal } = totalsOfOption(option, foods);
  const isOne = meal.options.length === 1;
  const label = isOne
    ? `Add foods to ${meal.name}, ${dayName}`
    : `Add foods to option ${number} of ${meal.name}, ${dayName}`;
  return (
    <div className={classes.option}>
      <Group gap={4} wrap="nowrap" justify="space-between">
        {isOne ? (
          <span />
        ) : (
          <CommittedText
            value={option.name}
            onCommit={(name) =>
              editor.edit((draft) => {
                const found = findOption(draft, option.key);
                if (found) found.name = name;
              })
            }
          >
            {(field) => (
              <TextInput
                variant="unstyled"
                size="xs"
                flex={1}
                miw={0}
                aria-label={`Name of option ${number} of ${meal.name}, ${dayName}`}
                placeholder={`Option ${number}`}
                maxLength={MEAL_BOUNDS.name}
                {...field}
              />
            )}
          </CommittedText>
        )}
        {option.foods.length > 0 && (
          <Muted size="xs" className={classes.sum}>
            {planEnergyText(kcal)}
          </Muted>
        )}
        {!isOne && (
          <IconButton
            size="sm"
            label={`Delete option ${number} of ${meal.name}`}
            icon={IconX}
            onClick={() => editor.edit((draft) => deleteOption(draft, meal.key, option.key))}
          />
        )}
      </Group>
      <ul className={classes.lines}>
        {option.foods.map((food) => (
          <FoodLine key={food.key} food={food} />
        ))}
      </ul>
      {option.foods.length < MEAL_BOUNDS.items ? (
        <div data-adds="foods">
          <FoodEntry
            label={label}
            onAdd={(added) =>
              editor.edit((draft) =>
                addFoods(draft, option.key, added.slice(0, MEAL_BOUNDS.items - option.foods.length)),
              )
            }
          />
        </div>
      ) : (
        <Text size="xs">A meal can have up to {MEAL_BOUNDS.items} foods.</Text>
      )}
    </div>
  );
}
