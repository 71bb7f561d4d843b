import { Group, SegmentedControl, Select, TextInput } from '@mantine/core';
import type { InteractionReport } from '@stridewell/contract/reports/reports';
import { REPORT_MAX_DAYS } from '@stridewell/contract/reports/reports.rules';
import { addDays, daysBetween } from '@stridewell/contract/time';
import { useState } from 'react';
import type { ReportSearch } from './reports.search.ts';

const LENGTHS = [7, 30, 90, 365];
/** Options that a list of clients shows at once. */
const SHOWN_CLIENTS = 50;

type ReportToolbarProps = {
  report: InteractionReport;
  search: ReportSearch;
  onSearch: (search: ReportSearch) => void;
};

/** Chooses the days and the client of a report. */
export function ReportToolbar({ report: { today, period, clients }, search, onSearch }: ReportToolbarProps) {
  const days = daysBetween(period.from, period.to) + 1;
  const length = period.to === today ? LENGTHS.find((count) => count === days) : undefined;
  const { client } = search;
  // The fields keep what is typed, also while a new report is loading, so that they do not lose the focus.
  const [shown, setShown] = useState(period);
  const change = (next: { from: string; to: string }) => {
    setShown(next);
    // An incomplete date is kept in its field and not asked about.
    if (next.from && next.to && next.from <= next.to && daysBetween(next.from, next.to) < REPORT_MAX_DAYS)
      onSearch({ from: next.from, to: next.to, client });
  };
  return (
    <Group gap="sm" data-reads>
      <SegmentedControl
        aria-label="Period"
        size="sm"
        bg="var(--hover)"
        data={LENGTHS.map((count) => ({ value: String(count), label: `${count} days` }))}
        value={length === undefined ? '' : String(length)}
        onChange={(value) => change({ from: addDays(today, 1 - Number(value)), to: today })}
      />
      <Group gap="xs" wrap="nowrap">
        <TextInput
          type="date"
          size="sm"
          aria-label="From"
          value={shown.from}
          max={shown.to}
          onChange={({ currentTarget }) => change({ from: currentTarget.value, to: shown.to })}
        />
        <TextInput
          type="date"
          size="sm"
          aria-label="To"
          value={shown.to}
          min={shown.from}
          max={today}
          onChange={({ currentTarget }) => change({ from: shown.from, to: currentTarget.value })}
        />
      </Group>
      <Select
        aria-label="Client"
        size="sm"
        placeholder="All clients"
        searchable
        clearable
        limit={SHOWN_CLIENTS}
        nothingFoundMessage="No client with this name"
        data={clients.map(({ clientId, name }) => ({ value: clientId, label: name }))}
        value={client ?? null}
        onChange={(chosen) => onSearch({ from: search.from, to: search.to, client: chosen ?? undefined })}
      />
    </Group>
  );
}
