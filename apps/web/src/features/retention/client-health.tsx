import { Stack, Text } from '@mantine/core';
import type { ClientHealth, HealthItem } from '@stridewell/contract/clients/clients';
import { HEALTH_PART_NAMES } from '../../shared/figure-text.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Muted } from '../../ui/muted.tsx';
import { healthMoveText, pointsText } from './retention.wording.ts';

/** The Client Health Score item by item, with what moved it since last week. */
export function ClientHealthItems({ health }: { health: ClientHealth }) {
  const { score, label, scoreBefore, items } = health;
  return (
    <Stack gap="xs">
      <div>
        <Text fw={600}>{`${score} of 100, ${label.toLowerCase()}`}</Text>
        <Muted>{healthMoveText(health)}</Muted>
      </div>
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
    </Stack>
  );
}

function shareText(part: HealthItem['part'], share: number | null): string {
  if (share === null) return 'Nothing due now';
  if (part === 'visits') return share === 0 ? 'No visit for weeks' : 'Fewer points each day without a visit';
  return part === 'plan_answer' ? `${share}% followed, as they say` : `${share}% of what was due`;
}
