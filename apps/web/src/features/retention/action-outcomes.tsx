import { Anchor, Stack, Text } from '@mantine/core';
import type { ActionOutcome, ActionOutcomes } from '@stridewell/contract/retention/retention';
import { FOLLOWED, type Followed, type TakenActionKind } from '@stridewell/contract/retention/retention.rules';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listText, numberText } from '../../lib/format.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Muted } from '../../ui/muted.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { actionOutcomesQuery } from './retention.queries.ts';

const KIND_TEXTS: Readonly<Record<TakenActionKind, string>> = {
  nudge: 'Short nudge',
  message: 'Personal message',
  call: 'Call',
  payment: 'Talk about a payment',
  plan: 'Adjusted plan',
  pause: 'Paused payment',
};
const ACT_TEXTS: Readonly<Record<Followed, string>> = {
  message: 'wrote',
  workout: 'trained',
  checkIn: 'checked in',
  visit: 'opened the app',
};

const shareText = (count: number, total: number): string =>
  total === 0 ? 'Not known yet' : `${numberText(count)} of ${numberText(total)}`;

/** Like “5 trained and 7 opened the app”. */
const actsText = ({ acts }: ActionOutcome): string =>
  listText(FOLLOWED.filter((kind) => acts[kind] > 0).map((kind) => `${numberText(acts[kind])} ${ACT_TEXTS[kind]}`));

const phoneText = ({ active, counted, stayed, older }: ActionOutcome): string =>
  counted === 0
    ? 'What followed is not known yet'
    : `Active after it: ${shareText(active, counted)}. Still a client: ${shareText(stayed, older).toLowerCase()}.`;

/** Clients' acts after the actions of the coach. */
export function ActionOutcomesCard({ coachId }: { coachId: string }) {
  return (
    <SectionCard title="Your actions, and what followed">
      <QueryBoundary
        query={useQuery(actionOutcomesQuery(coachId))}
        failed="What followed your actions could not be loaded"
        skeleton={120}
      >
        {(outcomes) => <Outcomes coachId={coachId} outcomes={outcomes} />}
      </QueryBoundary>
    </SectionCard>
  );
}

function Outcomes({ coachId, outcomes: { actions, times } }: { coachId: string; outcomes: ActionOutcomes }) {
  if (actions.length === 0) {
    return <Text>Once you act on a level, this shows what the client did within two weeks.</Text>;
  }
  return (
    <Stack gap="sm">
      <DataTable<ActionOutcome>
        label="Actions of the last year"
        columns={[
          { header: 'Action', rowHeader: true, cell: ({ action }) => KIND_TEXTS[action] },
          { header: 'Times', figure: true, cell: ({ taken }) => numberText(taken) },
          {
            header: 'Active within two weeks',
            from: 'sm',
            cell: (row) => (
              <Stack component="span" gap={0}>
                <Text span size="sm">
                  {shareText(row.active, row.counted)}
                </Text>
                {row.active > 0 && <Muted component="span">{actsText(row)}</Muted>}
              </Stack>
            ),
          },
          {
            header: 'Still a client after four weeks',
            from: 'sm',
            cell: ({ stayed, older }) => shareText(stayed, older),
          },
        ]}
        phoneLine={phoneText}
        rows={actions}
        keyOf={({ action }) => action}
      />
      {times.now.counted + times.later.counted > 0 && (
        <Text size="sm">
          {`Suggested at once, clients were active within two weeks in ${shareText(times.now.active, times.now.counted).toLowerCase()} cases. Suggested a day or two later: ${shareText(times.later.active, times.later.counted).toLowerCase()}.`}
        </Text>
      )}
      <Muted>
        These are counts, not effects: some clients would have come back anyway. Only the suggested day is left to
        chance.{' '}
        <Anchor component={Link} to={`/coach/${coachId}/engagement/model`} inherit underline="always">
          Effects over all coaches
        </Anchor>
      </Muted>
    </Stack>
  );
}
