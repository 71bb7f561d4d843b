import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { FOOD_BOUNDS } from '@stridewell/contract/foods/foods.rules';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { countLabel, momentLabel, numberText } from '../../lib/format.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { toast } from '../../lib/toasts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Muted } from '../../ui/muted.tsx';
import rows from '../../ui/rows.module.css';
import { foodImportsQuery, useUndoFoodImport } from './foods.queries.ts';
import { undoneText } from './foods.wording.ts';

/** Imports that can still be undone. Shows nothing without any. */
export function PastImports() {
  const { data } = useQuery(foodImportsQuery());
  const [undone, setUndone] = useState<string | null>(null);
  const timeZone = useTimeZone();
  if (!data || data.imports.length === 0) return null;
  return (
    <Stack component="section" gap={4} aria-label="Earlier imports">
      <Text fw={600}>Earlier imports</Text>
      <Muted>An import can be undone for {FOOD_BOUNDS.undoDays} days.</Muted>
      <Box component="ul" className={rows.divided} m={0} p={0} style={{ listStyle: 'none' }}>
        {data.imports.map(({ id, createdAt, source, added, changed }) => (
          <Group key={id} component="li" justify="space-between" wrap="nowrap" gap="sm" py="xs">
            <Stack gap={0} miw={0}>
              <Text style={{ overflowWrap: 'anywhere' }}>{source || 'Foods without a source'}</Text>
              <Muted>
                {momentLabel(createdAt, timeZone)}: {countLabel(added, 'food')} added, {numberText(changed)} changed
              </Muted>
            </Stack>
            <Button
              variant="default"
              mih={44}
              flex="none"
              aria-label={`Undo the import from ${momentLabel(createdAt, timeZone)}`}
              onClick={() => setUndone(id)}
            >
              Undo
            </Button>
          </Group>
        ))}
      </Box>
      {undone && <UndoDialog importId={undone} onClose={() => setUndone(null)} />}
    </Stack>
  );
}

function UndoDialog({ importId, onClose }: { importId: string; onClose: () => void }) {
  const undo = useUndoFoodImport();
  const confirm = () =>
    void undo.mutateAsync(importId).then(
      (result) => {
        toast.success('Import undone', undoneText(result));
        onClose();
      },
      // The question shows why.
      () => undefined,
    );
  return (
    <ConfirmDialog
      title="Undo this import?"
      confirmLabel="Undo import"
      cancelLabel="Keep foods"
      action={undo}
      fallback="Nothing was changed. Please try again."
      onConfirm={confirm}
      onClose={onClose}
    >
      Foods that it added are removed, and foods that it changed get their former values. Added foods that are in use
      are hidden: plans and logs keep their figures. Foods that were changed since stay as they are.
    </ConfirmDialog>
  );
}
