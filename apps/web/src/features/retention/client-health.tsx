import { Button, Stack, Text } from '@mantine/core';
import type { ClientHealth, HealthItem } from '@stridewell/contract/clients/clients.health';
import { useState } from 'react';
import { usePhone } from '../../lib/use-phone.ts';
import { HEALTH_PART_NAMES } from '../../shared/figure-text.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Muted } from '../../ui/muted.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { healthMoveText, pointsText } from './retention.wording.ts';

/** The Client Health Score of a client. Phones show its items after a tap. */
export function ClientHealthCard({ health }: { health: ClientHealth }) {
  const isPhone = usePhone();
  const [isOpen, setOpen] = useState(false);
  return (
    <SectionCard title="Client Health Score">
      <Stack gap="xs" align="stretch">
        <ScoreLine health={health} />
        {isPhone && !isOpen ? (
          <Button variant="light" size="sm" onClick={() => setOpen(true)}>
            Show its items
          </Button>
        ) : (
          <HealthItems health={health} />
        )}
      </Stack>
    </SectionCard>
  );
}

export const ScoreLine = ({ health }: { health: ClientHealth }) => (
  <div>
    <Text fw={600}>{`${health.score} of 100, ${health.label.toLowerCase()}`}</Text>
    <Muted>{healthMoveText(health)}</Muted>
  </div>
);

/** The items of a Client Health Score, with how each moved it since last week. */
export function HealthItems({ health: { scoreBefore, items } }: { health: ClientHealth }) {
  return (
    <>
      <DataTable<HealthItem>
        label="Items of the Client Health Score"
        columns={[
          {
            header: 'Item',
            rowHeader: true,
            cell: ({ part, share }) => (
              <>
                <Text span size="sm" fw={500} display="block">
                  {HEALTH_PART_NAMES[part]}
                </Text>
                <Muted span>{shareText(part, share)}</Muted>
              </>
            ),
          },
          { header: 'Points', figure: true, cell: ({ points, most }) => `${points} of ${most}` },
          ...(scoreBefore === null
            ? []
            : [{ header: 'In a week', figure: true, cell: ({ change }: HealthItem) => pointsText(change) }]),
        ]}
        rows={items}
        keyOf={({ part }) => part}
      />
      <Muted>The last days count most. Items with nothing due are left out, and their points go to the others.</Muted>
    </>
  );
}

function shareText(part: HealthItem['part'], share: number | null): string {
  if (share === null) return 'Nothing due now';
  if (part === 'visits') return share === 0 ? 'No visit for weeks' : 'Fewer points each day without a visit';
  return part === 'plan_answer' ? `${share}% followed, as they say` : `${share}% of what was due`;
}
