import { Button, Group, Stack, Text } from '@mantine/core';
import { Dialog } from '../../ui/dialog.tsx';
import { Muted } from '../../ui/muted.tsx';
import rows from '../../ui/rows.module.css';
import { clientCount, type LeftClient } from './clients.bulk.ts';

export type BulkReport = { done: string; left: readonly LeftClient[] };

/** Result of a bulk action that left some clients unchanged. */
export function BulkResult({ report: { done, left }, onClose }: { report: BulkReport; onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} title={`${clientCount(left.length)} unchanged`}>
      <Stack gap="md">
        <Text>{done}</Text>
        <ul className={rows.divided} aria-label="Unchanged">
          {left.map(({ clientId, fullName, reason }) => (
            <Group key={clientId} component="li" justify="space-between" gap="sm" mih={40} py={4}>
              <Text span>{fullName}</Text>
              <Muted span>{reason}</Muted>
            </Group>
          ))}
        </ul>
        <Group justify="flex-end">
          <Button mih={{ base: 44, sm: 36 }} onClick={onClose} data-autofocus>
            Close
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
