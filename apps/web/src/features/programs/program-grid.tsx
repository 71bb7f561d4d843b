import { Text } from '@mantine/core';
import type { ProgramWeek } from '@stridewell/contract/programs/programs';
import { weeksOf } from '@stridewell/contract/programs/programs.rules';
import { useRouter } from '@tanstack/react-router';
import { memo, useEffect, useRef } from 'react';
import { DragArea } from './drag-area.tsx';
import { PhaseHead } from './phase-head.tsx';
import { ProgramDayCell } from './program-day.tsx';
import classes from './program-grid.module.css';
import { useGridClipboard } from './programs.clipboard.ts';
import { readPlace, useBuilder, useEditor } from './programs.context.ts';
import { useGridKeys } from './programs.keys.ts';
import { WeekHead } from './week-head.tsx';

/** The weeks of a program with their days side by side. Arrow keys move through it, and typing adds an exercise. */
export function ProgramGrid() {
  const phases = useEditor(({ program }) => program.phases);
  const onKeyDown = useGridKeys();
  const clipboard = useGridClipboard();
  const { editor } = useBuilder();
  const numbers = new Map(weeksOf({ phases }).map(({ week, number }) => [week.key, number]));
  return (
    <DragArea>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the places inside arrive here. */}
      <div
        className={classes.grid}
        onKeyDown={onKeyDown}
        onFocus={({ target }) => {
          const place = readPlace(target);
          if (place) editor.setCursor(place);
        }}
        {...clipboard}
      >
        {phases.map((phase) => (
          <section key={phase.key} className={classes.phase} aria-label={phase.name || 'Weeks'}>
            <PhaseHead phase={phase} />
            {phase.weeks.map((week) => (
              <Week key={week.key} week={week} number={numbers.get(week.key) ?? 0} />
            ))}
          </section>
        ))}
      </div>
    </DragArea>
  );
}

/** Memoized, because an edit changes one week of many. */
const Week = memo(function Week({ week, number }: { week: ProgramWeek; number: number }) {
  const { past } = useBuilder().editor;
  const isPast = number <= past.weeks;
  const isFirstToEdit = past.weeks > 0 && number === past.weeks + 1;
  const ref = useRef<HTMLDivElement>(null);
  const router = useRouter();
  useEffect(() => {
    if (!isFirstToEdit) return;
    // The page opens at the first week that can still change. The router scrolls to the top once it has rendered a page.
    const show = () => ref.current?.scrollIntoView({ block: 'start' });
    show();
    return router.subscribe('onRendered', ({ pathChanged }) => pathChanged && show());
  }, [isFirstToEdit, router]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw its own frame.
    <div
      ref={ref}
      className={classes.week}
      role="group"
      aria-label={isPast ? `Week ${number}, past` : `Week ${number}`}
      data-past={isPast || undefined}
    >
      <WeekHead week={week} number={number} isPast={isPast} />
      <div className={classes.days}>
        {week.days.map((day) => (
          <ProgramDayCell key={day.key} day={day} weekNumber={number} isPast={past.days.has(day.key)} />
        ))}
      </div>
    </div>
  );
});

/** Keys of the grid, for the help below it. */
export function KeyHints() {
  return (
    <Text size="sm" c="dimmed" className={classes.hints}>
      Type to add, like <code>bench press 4x8-10 100kg @rir2 rest 2:00</code>. <kbd>Enter</kbd> to edit, arrows to move,{' '}
      <kbd>Alt</kbd> with arrows to reorder, <kbd>G</kbd> with <kbd>Ctrl</kbd> for a superset. Copy and paste sets, days
      and weeks.
    </Text>
  );
}
