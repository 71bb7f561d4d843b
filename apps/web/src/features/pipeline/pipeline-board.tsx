import { Group, Text, Title, VisuallyHidden } from '@mantine/core';
import type { BoardColumn, Lead } from '@stridewell/contract/pipeline';
import { LEAD_STATUS_LABELS, type LeadStatus } from '@stridewell/contract/pipeline.rules';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { Muted } from '../../components/muted.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { numberText } from '../../lib/format.ts';
import { LeadCard } from './lead-card.tsx';
import { LeadDragArea, useDropColumn } from './lead-drag-area.tsx';
import { LostDialog } from './lost-dialog.tsx';
import { boardQuery, type Move, useMoveLead } from './pipeline.queries.ts';
import { amountsText } from './pipeline.wording.ts';
import classes from './pipeline-board.module.css';

type PipelineBoardProps = { coachId: string; q: string; whenNone: ReactNode };

/** The leads in a column for each status. */
export function PipelineBoard({ coachId, q, whenNone }: PipelineBoardProps) {
  const query = useQuery(boardQuery(coachId, q));
  const move = useMoveLead(coachId);
  const [lost, setLost] = useState<Lead | null>(null);
  const [said, setSaid] = useState('');
  // A moved card is a new element in another column, and keeps the focus.
  const focused = useRef<string | null>(null);
  const { data } = query;
  useEffect(() => {
    const card = data && focused.current && document.querySelector(`[data-lead="${focused.current}"] a`);
    if (!(card instanceof HTMLElement) || document.activeElement === card) return;
    if (document.activeElement === document.body) card.focus();
    focused.current = null;
  }, [data]);
  const run = (wanted: Move) => {
    focused.current = wanted.lead.id;
    void move(wanted).then((moved) => {
      setSaid(moved ? `${wanted.lead.name} moved to ${LEAD_STATUS_LABELS[wanted.to]}` : '');
    });
  };
  const onMove = (lead: Lead, to: LeadStatus) => (to === 'lost' ? setLost(lead) : run({ lead, to, lostReason: null }));
  return (
    <QueryBoundary query={query} failed="The pipeline could not be loaded" skeleton={420}>
      {({ columns, today }) => {
        if (columns.every(({ count }) => count === 0)) {
          return q ? (
            <EmptyState role="status" title={`No leads found for “${q}”`}>
              The search looks at names, email addresses, phone numbers and sources.
            </EmptyState>
          ) : (
            whenNone
          );
        }
        return (
          <>
            <LeadDragArea leads={columns.flatMap(({ leads }) => leads)} onMove={onMove}>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard. */}
              <section className={classes.board} aria-label="Leads by status" tabIndex={0}>
                {columns.map((column) => (
                  <Column key={column.status} {...{ coachId, column, today, onMove }} />
                ))}
              </section>
            </LeadDragArea>
            <VisuallyHidden role="status">{said}</VisuallyHidden>
            {lost && (
              <LostDialog
                name={lost.name}
                onConfirm={(lostReason) => {
                  setLost(null);
                  run({ lead: lost, to: 'lost', lostReason });
                }}
                onClose={() => setLost(null)}
              />
            )}
          </>
        );
      }}
    </QueryBoundary>
  );
}

type ColumnProps = {
  coachId: string;
  column: BoardColumn;
  today: string;
  onMove: (lead: Lead, to: LeadStatus) => void;
};

function Column({ coachId, column: { status, count, values, leads }, today, onMove }: ColumnProps) {
  const label = LEAD_STATUS_LABELS[status];
  const hidden = count - leads.length;
  return (
    <section className={classes.column} aria-label={label} {...useDropColumn(status)}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Group gap={6} wrap="nowrap">
          <Title order={2} size="h4">
            {label}
          </Title>
          <Text size="sm" c="dimmed">
            {numberText(count)}
          </Text>
        </Group>
        <Text size="sm" fw={600}>
          {amountsText(values)}
        </Text>
      </Group>
      <ul className={classes.cards}>
        {leads.map((lead) => (
          <LeadCard key={lead.id} {...{ coachId, lead, today, onMove }} />
        ))}
      </ul>
      {count === 0 && <Muted>No leads here.</Muted>}
      {hidden > 0 && (
        <Link to="." search={{ view: 'list', status }}>
          Show all {numberText(count)}
        </Link>
      )}
    </section>
  );
}
