import { Text } from '@mantine/core';
import type { Prospect, ProspectColumn } from '@stridewell/contract/prospects/prospects';
import {
  isOpenProspect,
  PROSPECT_LOST_LABELS,
  PROSPECT_STAGE_LABELS,
  type ProspectStage,
  TOUCH_LABELS,
} from '@stridewell/contract/prospects/prospects.rules';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { onDayInSentence } from '../../lib/format.ts';
import { Board, type BoardColumn, useMovedFocus } from '../../ui/board.tsx';
import { ChoiceDialog } from '../../ui/choice-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Muted } from '../../ui/muted.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { type ProspectMove, prospectBoardQuery, useMoveProspect } from './prospects.queries.ts';
import { countText, isLate } from './prospects.wording.ts';

type ProspectBoardProps = { q: string; today: string; whenNone: ReactNode };

/** The prospects in a column for each stage. */
export function ProspectBoard({ q, today, whenNone }: ProspectBoardProps) {
  const query = useQuery(prospectBoardQuery(q));
  const move = useMoveProspect();
  const [lost, setLost] = useState<Prospect | null>(null);
  const [said, setSaid] = useState('');
  const keepFocus = useMovedFocus(query.data);
  const run = (wanted: ProspectMove) => {
    keepFocus(wanted.prospect.id);
    void move(wanted).then((moved) => {
      setSaid(moved ? `${wanted.prospect.name} moved to ${PROSPECT_STAGE_LABELS[wanted.to]}` : '');
    });
  };
  return (
    <QueryBoundary query={query} failed="The pipeline could not be loaded" skeleton={420}>
      {({ columns }) => {
        if (columns.every(({ count }) => count === 0)) return q ? <NoneFound q={q} /> : whenNone;
        const onMove = (id: string, to: ProspectStage) => {
          const prospect = columns.flatMap(({ prospects }) => prospects).find((one) => one.id === id);
          if (!prospect) return;
          if (to === 'lost') setLost(prospect);
          else run({ prospect, to, lostReason: null });
        };
        return (
          <>
            <Board
              label="Prospects by stage"
              columns={columns.map((column) => toColumn(column, { q, today }))}
              onMove={onMove}
              said={said}
            />
            {lost && (
              <ChoiceDialog
                title={`Why was ${lost.name} lost?`}
                label="Reason"
                choices={PROSPECT_LOST_LABELS}
                confirmLabel="Move to Lost"
                onConfirm={(lostReason) => {
                  setLost(null);
                  run({ prospect: lost, to: 'lost', lostReason });
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

const NoneFound = ({ q }: { q: string }) => (
  <EmptyState role="status" title={`No prospects found for “${q}”`}>
    Search matches the start of names, businesses and email addresses.
  </EmptyState>
);

const toColumn = (
  { stage, count, prospects }: ProspectColumn,
  { q, today }: { q: string; today: string },
): BoardColumn<ProspectStage> => ({
  id: stage,
  label: PROSPECT_STAGE_LABELS[stage],
  count: countText(count),
  items: prospects.map((prospect) => ({
    id: prospect.id,
    name: prospect.name,
    column: stage,
    href: `/operator/pipeline/${prospect.id}`,
    details: <CardFacts prospect={prospect} today={today} />,
  })),
  whenEmpty: 'No prospects here.',
  more: count > prospects.length && (
    <Link to="/operator/pipeline" search={{ view: 'list', stage, ...(q && { q }) }}>
      Show all {countText(count)}
    </Link>
  ),
});

const WRAPPED = { overflowWrap: 'anywhere' } as const;

/** Characters of a next step on a card, so that its day is always seen. */
const STEP_SHOWN = 60;

/** The beginning of a longer step. Cuts between characters, and not within one that has two code units. */
const excerpt = (step: string) => {
  const characters = Array.from(step);
  return characters.length > STEP_SHOWN ? `${characters.slice(0, STEP_SHOWN).join('').trimEnd()}…` : step;
};

function CardFacts({ prospect, today }: { prospect: Prospect; today: string }) {
  const { business, firstTouch, heardFrom, nextStep, nextStepOn, stage, lostReason } = prospect;
  return (
    <>
      {business && (
        <Muted lineClamp={2} style={WRAPPED}>
          {business}
        </Muted>
      )}
      <Muted lineClamp={2} style={WRAPPED}>
        {[TOUCH_LABELS[firstTouch], heardFrom].filter(Boolean).join(', ')}
      </Muted>
      {lostReason && <Muted>{PROSPECT_LOST_LABELS[lostReason]}</Muted>}
      {nextStepOn && isOpenProspect(stage) && (
        <Text size="sm" style={WRAPPED} c={isLate(prospect, today) ? 'var(--risk-high-text)' : 'dimmed'}>
          {excerpt(nextStep) || 'Next step'}, due {onDayInSentence(nextStepOn, today)}
        </Text>
      )}
    </>
  );
}
