import { type AvailabilitySlot, DAY_PARTS, WEEKDAYS } from '@stridewell/contract/records/records.options.rules';
import type { ReactNode } from 'react';
import classes from './availability-table.module.css';
import { DAY_PART_LABELS, WEEKDAY_LABELS } from './records.form.ts';

type AvailabilityTableProps = {
  label: string;
  /** Renders one part of one day; `name` is its accessible name. */
  children: (slot: AvailabilitySlot, name: string) => ReactNode;
};

/** Morning, afternoon and evening of each weekday. */
export const AvailabilityTable = ({ label, children }: AvailabilityTableProps) => (
  <table className={classes.slots} aria-label={label}>
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
            <td key={part}>{children(`${weekday}_${part}`, `${WEEKDAY_LABELS[weekday]} ${part}`)}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
