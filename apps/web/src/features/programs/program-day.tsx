import type { ProgramDay, Workout } from '@stridewell/contract/programs/programs';
import { newDay } from '@stridewell/contract/programs/programs.create.rules';
import { GROUP_FORMAT_LABELS, PROGRAM_BOUNDS } from '@stridewell/contract/programs/programs.rules';
import { workoutMinutes } from '@stridewell/contract/programs/programs.volume.rules';
import { dayTitle, markOf } from '@stridewell/contract/programs/programs.wording.rules';
import { IconCopy, IconDots, IconPlus, IconTrash } from '@tabler/icons-react';
import { memo } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { LateMenu } from '../../ui/late-menu.tsx';
import { useDropDay } from './drag-area.tsx';
import { EntryField } from './entry-field.tsx';
import { ExerciseLine } from './exercise-line.tsx';
import classes from './program-grid.module.css';
import { useBuilder, useEditor, usePlace } from './programs.context.ts';
import { openText, type ProgramEditor } from './programs.editor.ts';
import { copyDay, deleteDay, findDay, newKey } from './programs.edits.ts';

/** How a group is done, above its first exercise. Supersets need no words: their marks say it. */
function groupTitle({ exercises, groups }: Workout, index: number): string | null {
  const letter = exercises[index]?.group;
  if (!letter || exercises[index - 1]?.group === letter) return null;
  const group = groups.find((one) => one.letter === letter);
  if (!group || group.format === 'superset') return null;
  return `${GROUP_FORMAT_LABELS[group.format]}${group.minutes === null ? '' : `, ${group.minutes} min`}`;
}

function duplicateDay(editor: ProgramEditor, dayKey: string): void {
  const day = findDay(editor.getSnapshot().program, dayKey)?.day;
  if (!day) return;
  const copy = copyDay(day);
  editor.edit(
    (draft) => {
      const days = findDay(draft, dayKey)?.week.days;
      days?.splice(days.findIndex(({ key }) => key === dayKey) + 1, 0, copy);
    },
    { at: 'day', key: copy.key },
  );
}

type ProgramDayProps = { day: ProgramDay; weekNumber: number; isPast: boolean };

/** One day with its exercises. Memoized, because an edit changes one day of many. */
export const ProgramDayCell = memo(function ProgramDayCell({ day, weekNumber, isPast }: ProgramDayProps) {
  const { workout } = day;
  const title = dayTitle(day);
  const { isOver, before, ref } = useDropDay(day.key);
  return (
    <section
      ref={ref}
      data-day={day.key}
      className={classes.day}
      aria-label={`Week ${weekNumber}, ${title}`}
      data-over={isOver || undefined}
      data-past={isPast || undefined}
    >
      <DayHead day={day} weekNumber={weekNumber} title={title} isPast={isPast} />
      {workout.exercises.length > 0 && (
        <ul className={classes.lines}>
          {workout.exercises.map((exercise, index) => (
            <ExerciseLine
              key={exercise.key}
              exercise={exercise}
              mark={markOf(workout.exercises, index)}
              title={groupTitle(workout, index)}
              isDropTarget={isOver && before === exercise.key}
              isPast={isPast}
            />
          ))}
        </ul>
      )}
      {!isPast && (
        <AddExercise
          dayKey={day.key}
          label={`Add exercise to week ${weekNumber}, ${title}`}
          isDropTarget={isOver && before === null}
        />
      )}
    </section>
  );
});

function DayHead({ day, weekNumber, title, isPast }: ProgramDayProps & { title: string }) {
  const place = usePlace({ at: 'day', key: day.key });
  const minutes = day.workout.duration ?? (day.workout.exercises.length > 0 ? workoutMinutes(day.workout) : null);
  return (
    <div className={classes.dayHead}>
      <button type="button" className={classes.dayName} {...place}>
        <span className={classes.dayTitle}>{title}</span>
        {minutes !== null && <span className={classes.minutes}>{minutes} min</span>}
      </button>
      {!isPast && <DayMenu day={day} weekNumber={weekNumber} title={title} />}
    </div>
  );
}

/** Menu of a day. */
function DayMenu({ day, weekNumber, title }: Omit<ProgramDayProps, 'isPast'> & { title: string }) {
  const { editor } = useBuilder();
  const weekDays = useEditor(({ program }) => findDay(program, day.key)?.week.days.length ?? 0);
  return (
    <LateMenu
      position="bottom-end"
      target={(button) => (
        <IconButton
          {...button}
          label={`Actions for ${title}, week ${weekNumber}`}
          icon={IconDots}
          iconSize={16}
          size="sm"
          tabIndex={-1}
        />
      )}
    >
      {(Menu) => (
        <>
          <Menu.Item
            leftSection={<IconCopy size={16} />}
            disabled={weekDays >= PROGRAM_BOUNDS.days}
            onClick={() => duplicateDay(editor, day.key)}
          >
            Duplicate
          </Menu.Item>
          <Menu.Item
            leftSection={<IconPlus size={16} />}
            disabled={weekDays >= PROGRAM_BOUNDS.days}
            onClick={() =>
              editor.edit((draft) => {
                const days = findDay(draft, day.key)?.week.days;
                days?.splice(
                  days.findIndex(({ key }) => key === day.key) + 1,
                  0,
                  newDay(newKey, `Day ${weekDays + 1}`),
                );
              })
            }
          >
            Add day after
          </Menu.Item>
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} />}
            disabled={weekDays <= 1}
            onClick={() => editor.edit((draft) => void deleteDay(draft, day.key))}
          >
            Delete day
          </Menu.Item>
        </>
      )}
    </LateMenu>
  );
}

/** The field that adds exercises; a button until it is used, because a program has dozens of them. */
function AddExercise({ dayKey, label, isDropTarget }: { dayKey: string; label: string; isDropTarget: boolean }) {
  const { editor } = useBuilder();
  const place = { at: 'add' as const, key: dayKey };
  const text = useEditor((state) => openText(state, place));
  const placeProps = usePlace(place);
  if (text !== null) return <EntryField place={place} initialText={text} label={label} />;
  return (
    <button
      type="button"
      className={classes.add}
      aria-label={label}
      data-drop={isDropTarget || undefined}
      {...placeProps}
      onClick={() => editor.openField(place)}
    >
      <IconPlus size={14} aria-hidden /> Add exercise
    </button>
  );
}
