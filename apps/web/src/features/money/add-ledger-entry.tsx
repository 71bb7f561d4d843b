import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { onIntent } from '../../lib/intent.ts';
import type { LedgerEntryProps } from './ledger-entry-dialog.tsx';

const loadDialog = () => import('./ledger-entry-dialog.tsx');
const LedgerEntryDialog = lazy(loadDialog);

/** The button on the business card with its dialog. */
export function AddLedgerEntry({ coachId, today, currency }: LedgerEntryProps) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button
        size="compact-sm"
        variant="light"
        leftSection={<IconPlus size={14} stroke={2} />}
        onClick={open}
        {...onIntent(loadDialog)}
      >
        Add entry
      </Button>
      {opened && (
        <Suspense fallback={null}>
          <LedgerEntryDialog coachId={coachId} today={today} currency={currency} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
