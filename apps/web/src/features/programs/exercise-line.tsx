import type { ProgramExercise } from '@stridewell/contract/programs/programs';
import { setsText } from '@stridewell/contract/programs/programs.wording.rules';
import { type MouseEvent, memo } from 'react';
import { useDragged } from '../../ui/drag-context.tsx';
import { EntryField } from './entry-field.tsx';
import classes from './program-grid.module.css';
import { useBuilder, useEditor, usePlace } from './programs.context.ts';
import { openText } from './programs.editor.ts';
import { openAt } from './programs.keys.ts';

type ExerciseLineProps = {
  exercise: ProgramExercise;
  /** Its place in a group, like A1. */
  mark: string;
  /** How its group is done. */
  title: string | null;
  isDropTarget: boolean;
  isPast: boolean;
};

/** One exercise of a day with its sets. Memoized, because an edit changes one of hundreds. */
export const ExerciseLine = memo(function ExerciseLine(props: ExerciseLineProps) {
  const { exercise, mark, title, isDropTarget, isPast } = props;
  const { editor, units } = useBuilder();
  const place = { at: 'exercise' as const, key: exercise.key };
  const text = useEditor((state) => openText(state, place));
  const isSelected = useEditor(({ selected }) => selected.has(exercise.key));
  const { ref: placeRef, ...placeProps } = usePlace(place);
  const { ref: dragRef, ...drag } = useDragged(exercise.key, { disabled: isPast });
  const sets = setsText(exercise.sets, units);
  if (text !== null) {
    return (
      <li>
        <EntryField place={place} initialText={text} label={`Edit ${exercise.name}`} />
      </li>
    );
  }
  const onMouseDown = (event: MouseEvent) => {
    if (!event.shiftKey && !event.ctrlKey && !event.metaKey) return;
    // Keeps the focus from selecting this exercise alone.
    event.preventDefault();
    if (event.shiftKey) editor.extendTo(place);
    else editor.toggle(place);
  };
  return (
    <li data-drop={isDropTarget || undefined} className={classes.item}>
      {title && <p className={classes.groupTitle}>{title}</p>}
      <button
        type="button"
        data-line={exercise.key}
        className={classes.line}
        aria-pressed={isSelected}
        {...drag}
        {...placeProps}
        ref={(element) => {
          placeRef(element);
          dragRef(element);
        }}
        onMouseDown={onMouseDown}
        onClick={(event) => {
          if (!event.shiftKey && !event.ctrlKey && !event.metaKey) editor.moveTo(place);
        }}
        onDoubleClick={() => openAt(editor, units)}
      >
        <span className={classes.name}>
          {mark && <span className={classes.mark}>{mark} </span>}
          {exercise.name}
        </span>{' '}
        {exercise.exerciseId === null && (
          <>
            <span className={classes.custom}>Custom</span>{' '}
          </>
        )}
        <span className={classes.sets}>{sets}</span>
      </button>
    </li>
  );
});
