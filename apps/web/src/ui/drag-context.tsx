import {
  DndContext,
  type DndContextProps,
  DragOverlay,
  PointerSensor,
  pointerWithin,
  useDraggable,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import type { ReactNode } from 'react';

/** A press that moves less than this many pixels is a click. */
const DRAG_DISTANCE = 6;

type DragContextProps = Pick<DndContextProps, 'onDragStart' | 'onDragMove' | 'onDragEnd' | 'onDragCancel'> & {
  /** Element that follows the pointer. */
  overlay: ReactNode;
  children: ReactNode;
};

/** Lets parts be dragged with the pointer. Whatever can be dragged also moves by keys and menus, so nothing is announced. */
export function DragContext({ overlay, children, ...handlers }: DragContextProps) {
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: DRAG_DISTANCE } }));
  return (
    <DndContext
      accessibility={{ screenReaderInstructions: { draggable: '' } }}
      sensors={sensors}
      collisionDetection={pointerWithin}
      autoScroll
      {...handlers}
    >
      {children}
      <DragOverlay dropAnimation={null}>{overlay}</DragOverlay>
    </DndContext>
  );
}

/** A part that can be dragged with the pointer, unless it is disabled. */
export function useDragged(id: string, { disabled = false } = {}) {
  const { setNodeRef, listeners, isDragging } = useDraggable({ id, disabled });
  return { ref: setNodeRef, 'data-dragging': isDragging || undefined, ...listeners };
}
