import type { BoardColumn as LeadColumn } from '@stridewell/contract/pipeline/pipeline';
import { LEAD_STATUS_LABELS, type LeadStatus } from '@stridewell/contract/pipeline/pipeline.rules';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { numberText } from '../../lib/format.ts';
import { Board, type BoardColumn, useMovedFocus } from '../../ui/board.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { LeadCard } from './lead-card.tsx';
import { LostDialog } from './lost-dialog.tsx';
import { boardQuery, type Move, useMoveLead } from './pipeline.queries.ts';
import { amountsText } from './pipeline.wording.ts';

type PipelineBoardProps = { coachId: string; q: string; whenNone: ReactNode };

/** The leads in a column for each status. */
export function PipelineBoard({ coachId, q, whenNone }: PipelineBoardProps) {
  const query = useQuery(boardQuery(coachId, q));
  const move = useMoveLead(coachId);
  const [lost, setLost] = useState<Move['lead'] | null>(null);
  const [said, setSaid] = useState('');
  const keepFocus = useMovedFocus(query.data);
  const run = (wanted: Move) => {
    keepFocus(wanted.lead.id);
    void move(wanted).then((moved) => {
      setSaid(moved ? `${wanted.lead.name} moved to ${LEAD_STATUS_LABELS[wanted.to]}` : '');
    });
  };
  return (
    <QueryBoundary query={query} failed="The pipeline could not be loaded" skeleton={420}>
      {({ columns, today }) => {
        if (columns.every(({ count }) => count === 0)) {
          return q ? (
            <EmptyState role="status" title={`No leads found for “${q}”`}>
              Search covers names, email addresses, phone numbers and sources.
            </EmptyState>
          ) : (
            whenNone
          );
        }
        const onMove = (id: string, to: LeadStatus) => {
          const lead = columns.flatMap(({ leads }) => leads).find((one) => one.id === id);
          if (!lead) return;
          if (to === 'lost') setLost(lead);
          else run({ lead, to, lostReason: null });
        };
        return (
          <>
            <Board
              label="Leads by status"
              columns={columns.map((column) => toColumn(coachId, column, today))}
              onMove={onMove}
              said={said}
            />
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

const toColumn = (
  coachId: string,
  { status, count, values, leads }: LeadColumn,
  today: string,
): BoardColumn<LeadStatus> => ({
  id: status,
  label: LEAD_STATUS_LABELS[status],
  count: numberText(count),
  aside: amountsText(values),
  items: leads.map((lead) => ({
    id: lead.id,
    name: lead.name,
    column: status,
    href: `/coach/${coachId}/pipeline/${lead.id}`,
    details: <LeadCard lead={lead} today={today} />,
  })),
  whenEmpty: 'No leads here.',
  more: count > leads.length && (
    <Link to="." search={{ view: 'list', status }}>
      Show all {numberText(count)}
    </Link>
  ),
});
