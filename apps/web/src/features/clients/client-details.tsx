import { Anchor, Skeleton, Stack, Text } from '@mantine/core';
import type { StoredRecord } from '@stridewell/contract/records';
import { DAY_PARTS, WEEKDAYS } from '@stridewell/contract/records.rules';
import { dayInZone, relativeDayLabel } from '@stridewell/contract/time';
import type { UnitSystem } from '@stridewell/contract/units';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { LoadError } from '../../components/load-error.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import classes from './client-details.module.css';
import { recordQuery } from './clients.queries.ts';
import { DAY_PART_LABELS, RECORD_SECTIONS, recordRows, WEEKDAY_LABELS } from './clients.record.ts';

type ClientDetailsProps = { coachId: string; clientId: string; today: string; timeZone: string; units: UnitSystem };

/** The record to read: every section with a way to edit it, and what is not known said. */
export function ClientDetails({ coachId, clientId, today, timeZone, units }: ClientDetailsProps) {
  const query = useQuery(recordQuery(coachId, clientId));
  if (query.isError) {
    return <LoadError title="The details could not be loaded" error={query.error} onRetry={() => query.refetch()} />;
  }
  if (query.isPending) {
    return (
      <Stack gap="lg" aria-busy="true" aria-label="Loading the details">
        {RECORD_SECTIONS.map(({ id }) => (
          <Skeleton key={id} h={180} radius="lg" />
        ))}
      </Stack>
    );
  }
  const { record, updatedAt, updatedBy } = query.data;
  return (
    <Stack gap="lg" className={classes.details}>
      {RECORD_SECTIONS.map(({ id, title }) => (
        <SectionCard
          key={id}
          title={title}
          aside={
            <Anchor
              component={Link}
              to={`/coach/${coachId}/client/${clientId}/edit`}
              hash={id}
              size="sm"
              aria-label={`Edit ${title.toLowerCase()}`}
            >
              Edit
            </Anchor>
          }
        >
          <dl className={classes.list}>
            {recordRows(record, id, { units, today }).map(({ label, text }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd data-empty={text === null || undefined}>{text ?? 'Not known yet'}</dd>
              </div>
            ))}
          </dl>
          {id === 'training' && record.availability.length > 0 && <Availability record={record} />}
        </SectionCard>
      ))}
      {updatedAt && (
        <Text size="sm" c="dimmed">
          Last edited by {updatedBy === 'client' ? 'the client' : 'you'},{' '}
          {relativeDayLabel(dayInZone(new Date(updatedAt), timeZone), today)}
        </Text>
      )}
    </Stack>
  );
}

function Availability({ record }: { record: StoredRecord['record'] }) {
  return (
    <table className={classes.availability}>
      <caption>Availability</caption>
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
            {DAY_PARTS.map((part) => {
              const free = record.availability.includes(`${weekday}_${part}`);
              return (
                <td key={part} data-free={free || undefined}>
                  {free ? 'Free' : '–'}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
