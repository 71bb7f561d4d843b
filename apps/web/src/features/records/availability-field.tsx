import { Checkbox, Input } from '@mantine/core';
import type { AvailabilitySlot } from '@stridewell/contract/records/records.options.rules';
import { RECORD_LABELS } from '@stridewell/contract/records/records.rules';
import { AvailabilityTable } from './availability-table.tsx';

type AvailabilityFieldProps = { value?: AvailabilitySlot[]; onChange?: (slots: AvailabilitySlot[]) => void };

/** The times of the week at which a client can train. */
export const AvailabilityField = ({ value = [], onChange }: AvailabilityFieldProps) => (
  <Input.Wrapper label={RECORD_LABELS.availability} labelElement="div" size="md">
    <AvailabilityTable label={RECORD_LABELS.availability}>
      {(slot, name) => (
        // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox has its own name.
        <label>
          <Checkbox
            size="md"
            aria-label={name}
            checked={value.includes(slot)}
            onChange={({ currentTarget: { checked } }) =>
              onChange?.(checked ? [...value, slot] : value.filter((one) => one !== slot))
            }
          />
        </label>
      )}
    </AvailabilityTable>
  </Input.Wrapper>
);
