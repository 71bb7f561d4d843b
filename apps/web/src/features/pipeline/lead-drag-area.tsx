import { useDroppable } from '@dnd-kit/core';
import type { Lead } from '@stridewell/contract/pipeline';
import { LEAD_STATUSES, type LeadStatus } from '@stridewell/contract/pipeline.rules';
import { type ReactNode, useState } from 'react';
import { DragContext } from '../../components/drag-context.tsx';
import classes from './pipeline-board.module.css';

type LeadDragAreaProps = { leads: readonly Lead[]; onMove: (lead: Lead, to: LeadStatus) => void; children: ReactNode };

/** Lets leads be dragged between columns. The same moves exist as keys and in the menu of each lead. */
export function LeadDragArea({ leads, onMove, children }: LeadDragAreaProps) {
  const [dragged, setDragged] = useState<Lead | null>(null);
  return (
    <DragContext
      overlay={dragged && <div className={classes.dragged}>{dragged.name}</div>}
      onDragStart={({ active }) => setDragged(leads.find(({ id }) => id === active.id) ?? null)}
      onDragEnd={({ over }) => {
        setDragged(null);
        const to = LEAD_STATUSES.find((status) => status === over?.id);
        if (dragged && to && to !== dragged.status) onMove(dragged, to);
      }}
      onDragCancel={() => setDragged(null)}
    >
      {children}
    </DragContext>
  );
}

/** A column that leads can be dropped on. */
export function useDropColumn(status: LeadStatus) {
  const { setNodeRef, isOver } = useDroppable({ id: status });
  return { ref: setNodeRef, 'data-over': isOver || undefined };
}
