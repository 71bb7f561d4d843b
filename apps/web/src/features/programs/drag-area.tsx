import { type DragEndEvent, type DragMoveEvent, useDroppable } from '@dnd-kit/core';
import { createContext, type ReactNode, use, useEffect, useRef, useState } from 'react';
import { countLabel } from '../../lib/format.ts';
import { DragContext } from '../../ui/drag-context.tsx';
import classes from './program-grid.module.css';
import { useBuilder } from './programs.context.ts';
import { findExercise, moveExercises } from './programs.edits.ts';

/** Where the dragged exercises would land: in a day, before an exercise or at the end. */
type Landing = { dayKey: string; before: string | null };

const LandingContext = createContext<Landing | null>(null);

/** The first line of the day whose middle is below the pointer. */
function lineBelow(day: Element, y: number): string | null {
  for (const line of day.querySelectorAll<HTMLElement>('[data-line]')) {
    const { top, height } = line.getBoundingClientRect();
    if (y < top + height / 2) return line.dataset.line ?? null;
  }
  return null;
}

function landingAt({ over }: DragMoveEvent | DragEndEvent, pointerY: number): Landing | null {
  if (!over) return null;
  const dayKey = String(over.id);
  const day = document.querySelector(`[data-day="${CSS.escape(dayKey)}"]`);
  return day && { dayKey, before: lineBelow(day, pointerY) };
}

/** Lets exercises be dragged between days. The same moves exist as keys and in the panel. */
export function DragArea({ children }: { children: ReactNode }) {
  const { editor } = useBuilder();
  const [dragged, setDragged] = useState<string | null>(null);
  const [landing, setLanding] = useState<Landing | null>(null);
  // The library's distances include what was scrolled meanwhile.
  const pointerY = useRef(0);
  useEffect(() => {
    if (dragged === null) return undefined;
    const follow = ({ clientY }: PointerEvent) => {
      pointerY.current = clientY;
    };
    window.addEventListener('pointermove', follow);
    return () => window.removeEventListener('pointermove', follow);
  }, [dragged]);
  const stop = () => {
    setDragged(null);
    setLanding(null);
  };
  return (
    <DragContext
      overlay={dragged && <Dragged exerciseKey={dragged} />}
      onDragStart={({ active }) => {
        const key = String(active.id);
        if (!editor.getSnapshot().selected.has(key)) editor.moveTo({ at: 'exercise', key });
        setDragged(key);
      }}
      onDragMove={(event) => {
        const next = landingAt(event, pointerY.current);
        if (next?.dayKey !== landing?.dayKey || next?.before !== landing?.before) setLanding(next);
      }}
      onDragEnd={(event) => {
        const target = landingAt(event, pointerY.current);
        const { selected } = editor.getSnapshot();
        if (target) editor.edit((draft) => moveExercises(draft, selected, target.dayKey, target.before));
        stop();
      }}
      onDragCancel={stop}
    >
      <LandingContext value={landing}>{children}</LandingContext>
    </DragContext>
  );
}

function Dragged({ exerciseKey }: { exerciseKey: string }) {
  const { editor } = useBuilder();
  const { program, selected } = editor.getSnapshot();
  const name = findExercise(program, exerciseKey)?.exercise.name;
  return <div className={classes.dragged}>{selected.size > 1 ? countLabel(selected.size, 'exercise') : name}</div>;
}

/** A day that exercises can be dropped on. `before`: the exercise they would land before; null for the end. */
export function useDropDay(dayKey: string) {
  const { editor } = useBuilder();
  const { setNodeRef } = useDroppable({ id: dayKey, disabled: editor.past.days.has(dayKey) });
  const landing = use(LandingContext);
  const isOver = landing?.dayKey === dayKey;
  return { ref: setNodeRef, isOver, before: isOver ? landing.before : null };
}
