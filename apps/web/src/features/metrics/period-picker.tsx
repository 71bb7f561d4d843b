import { Group, SegmentedControl, Text, TextInput } from '@mantine/core';
import {
  movePeriod,
  PERIOD_KINDS,
  type Period,
  type PeriodKind,
} from '@stridewell/contract/metrics/metrics.periods.rules';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { IconButton } from '../../ui/icon-button.tsx';
import { type BusinessSearch, periodOf } from './metrics.search.ts';
import { periodLabel } from './metrics.wording.ts';

const LABELS: Record<PeriodKind, string> = { month: 'Month', quarter: 'Quarter', year: 'Year', custom: 'Custom' };
const KINDS = PERIOD_KINDS.map((value) => ({ value, label: LABELS[value] }));

type PeriodPickerProps = { search: BusinessSearch; today: string; onSearch: (search: Record<string, unknown>) => void };

/** The period of the page: a month, a quarter, a year or free days, with the ones before and after it. */
export function PeriodPicker({ search, today, onSearch }: PeriodPickerProps) {
  const { period: kind = 'month', currency } = search;
  const period = periodOf(search, today);
  const show = (wanted: Period, as: PeriodKind = kind) =>
    onSearch({ period: as, ...(as === 'custom' ? wanted : { from: wanted.from }), currency });
  const move = (count: number) => show(movePeriod(period, count));
  return (
    <Group gap="sm" data-reads>
      <SegmentedControl
        bg="var(--hover)"
        size="sm"
        aria-label="Period"
        data={KINDS}
        value={kind}
        onChange={(value) => {
          const next = PERIOD_KINDS.find((name) => name === value) ?? 'month';
          if (next === 'custom') show({ from: period.from, to: [period.to, today].sort()[0] ?? today }, next);
          else onSearch({ period: next, currency });
        }}
      />
      {kind === 'custom' ? (
        <Days period={period} onChange={show} />
      ) : (
        <Group gap={4} wrap="nowrap">
          <IconButton label={`${LABELS[kind]} before`} icon={IconChevronLeft} onClick={() => move(-1)} />
          <Text component="span" fw={600} miw={110} ta="center" aria-live="polite">
            {periodLabel(period)}
          </Text>
          <IconButton
            label={`${LABELS[kind]} after`}
            icon={IconChevronRight}
            disabled={period.to >= today}
            onClick={() => move(1)}
          />
        </Group>
      )}
    </Group>
  );
}

/** Days that make no period are kept in the field and not asked about. */
function Days({ period, onChange }: { period: Period; onChange: (period: Period) => void }) {
  const change = (next: Period) => {
    if (next.from && next.to && next.from <= next.to) onChange(next);
  };
  return (
    <Group gap="xs" wrap="nowrap">
      <TextInput
        type="date"
        size="sm"
        aria-label="From"
        defaultValue={period.from}
        max={period.to}
        onChange={({ currentTarget }) => change({ ...period, from: currentTarget.value })}
      />
      <TextInput
        type="date"
        size="sm"
        aria-label="To"
        defaultValue={period.to}
        min={period.from}
        onChange={({ currentTarget }) => change({ ...period, to: currentTarget.value })}
      />
    </Group>
  );
}
