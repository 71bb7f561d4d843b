import { Checkbox, Input } from '@mantine/core';
import { type AvailabilitySlot, DAY_PARTS, RECORD_LABELS, WEEKDAYS } from '@stridewell/contract/records.rules';
import { DAY_PART_LABELS, WEEKDAY_LABELS } from './clients.record.ts';
import classes from './record-form.module.css';

type AvailabilityFieldProps = { value?: AvailabilitySlot[]; onChange?: (slots: AvailabilitySlot[]) => void };

/** When a client can train: morning, afternoon and evening of each weekday. */
export function AvailabilityField({ value = [], onChange }: AvailabilityFieldProps) {
  const toggle = (slot: AvailabilitySlot, free: boolean) =>
    onChange?.(free ? [...value, slot] : value.filter((one) => one !== slot));
  return (
    <Input.Wrapper label={RECORD_LABELS.availability} labelElement="div" size="md">
      <table className={classes.slots} aria-label={RECORD_LABELS.availability}>
        <thead>
          <tr>
            <td />
            {DAY_PARTS.map((part) => (
              <th key={part} scope="col">
                {DAY_PART_LABELS[part]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {WEEKDAYS.map((weekday) => (
            <tr key={weekday}>
              <th scope="row">{WEEKDAY_LABELS[weekday]}</th>
              {DAY_PARTS.map((part) => (
                <td key={part}>
                  {/* biome-ignore lint/a11y/noLabelWithoutControl: the name is on the box itself. */}
                  <label>
                    <Checkbox
                      size="md"
                      aria-label={`${WEEKDAY_LABELS[weekday]} ${part}`}
                      checked={value.includes(`${weekday}_${part}`)}
                      onChange={({ currentTarget: { checked } }) => toggle(`${weekday}_${part}`, checked)}
                    />
                  </label>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Input.Wrapper>
  );
}
