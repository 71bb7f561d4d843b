import { Group, Stack, Text } from '@mantine/core';
import { type UnitSystem, weightUnit } from '@stridewell/contract/units';
import { useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { Muted } from '../../ui/muted.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { platesFor } from './workouts.editing.ts';

/** Weight of a full-size bar. */
const BAR = { metric: 20, imperial: 45 } as const;

type PlatesDialogProps = { weight: number | null; units: UnitSystem; onClose: () => void };

/** Which plates go on each side of the bar. `weight` is in the person's unit. */
export function PlatesDialog({ weight, units, onClose }: PlatesDialogProps) {
  const [total, setTotal] = useState<number | string>(weight ?? BAR[units]);
  const [bar, setBar] = useState<number | string>(BAR[units]);
  const unit = weightUnit(units);
  const { plates, missing } = platesFor(Number(total) || 0, Number(bar) || 0, units);
  const isLight = (Number(total) || 0) < (Number(bar) || 0);
  return (
    <Dialog opened onClose={onClose} title="Plates">
      <Stack gap="md">
        <Group grow>
          <NumberInput
            data-autofocus
            label={`Weight, ${unit}`}
            inputMode="decimal"
            min={0}
            max={2200}
            value={total}
            onChange={setTotal}
          />
          <NumberInput label={`Bar, ${unit}`} inputMode="decimal" min={0} max={100} value={bar} onChange={setBar} />
        </Group>
        <div role="status">
          {isLight ? (
            <Text>The bar alone weighs more.</Text>
          ) : (
            <Text size="xl" fw={650}>
              {plates.length > 0 ? plates.join(' + ') : 'The bar alone'}
            </Text>
          )}
          {plates.length > 0 && <Muted>On each side, from the inside out</Muted>}
          {missing > 0 && !isLight && (
            <Muted>
              {missing} {unit} cannot be loaded with these plates.
            </Muted>
          )}
        </div>
      </Stack>
    </Dialog>
  );
}
