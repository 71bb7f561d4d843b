import {
  DndContext,
  DragOverlay,
  PointerSensor,
  pointerWithin,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import type { Lead } from '@stridewell/contract/pipeline';
import { LEAD_STATUSES, type LeadStatus } from '@stridewell/contract/pipeline.rules';
import { type ReactNode, useState } from 'react';
import classes from './pipeline-board.module.css';

/** A press that moves less than this many pixels is a click. */
const DRAG_DISTANCE = 6;

type LeadDragAreaProps = { leads: readonly Lead[]; onMove: (lead: Lead, to: LeadStatus) => void; children: ReactNode };

/** Lets leads be dragged between columns. The same moves exist as keys and in the menu of each lead. */
export function LeadDragArea({ leads, onMove, children }: LeadDragAreaProps) {
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: DRAG_DISTANCE } }));
  const [dragged, setDragged] = useState<Lead | null>(null);
  return (
    <DndContext
      accessibility={{ screenReaderInstructions: { draggable: '' } }}
      sensors={sensors}
      collisionDetection={pointerWithin}
      autoScroll
      onDragStart={({ active }) => setDragged(leads.find(({ id }) => id === active.id) ?? null)}
      onDragEnd={({ over }) => {
        setDragged(null);
        const to = LEAD_STATUSES.find((status) => status === over?.id);
        if (dragged && to && to !== dragged.status) onMove(dragged, to);
      }}
      onDragCancel={() => setDragged(null)}
    >
      {children}
      <DragOverlay dropAnimation={null}>{dragged && <div className={classes.dragged}>{dragged.name}</div>}</DragOverlay>
    </DndContext>
  );
}

/** A column that leads can be dropped on. */
export function useDropColumn(status: LeadStatus) {
  const { setNodeRef, isOver } = useDroppable({ id: status });
  return { ref: setNodeRef, 'data-over': isOver || undefined };
}

/** A card that can be dragged with the pointer. */
export function useDragLead(id: string) {
  const { setNodeRef, listeners, isDragging } = useDraggable({ id });
  return { ref: setNodeRef, 'data-dragging': isDragging || undefined, ...listeners };
}
