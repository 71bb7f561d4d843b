import { Anchor, Stack, Text } from '@mantine/core';
import type { StoredRecord } from '@stridewell/contract/records';
import { dayInZone } from '@stridewell/contract/time';
import type { UnitSystem } from '@stridewell/contract/units';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { dayInSentence } from '../../lib/format.ts';
import { AvailabilityTable } from './availability-table.tsx';
import classes from './client-details.module.css';
import { recordQuery } from './clients.queries.ts';
import { RECORD_SECTIONS, recordRows } from './clients.record.ts';

type ClientDetailsProps = { coachId: string; clientId: string; today: string; timeZone: string; units: UnitSystem };

/** The client's record to read, with a link to edit each section. */
export function ClientDetails(props: ClientDetailsProps) {
  return (
    <QueryBoundary
      query={useQuery(recordQuery(props.coachId, props.clientId))}
      failed="The details could not be loaded"
      loading="Loading the details"
      skeleton={720}
    >
      {(stored) => <RecordDetails {...props} stored={stored} />}
    </QueryBoundary>
  );
}

type RecordDetailsProps = ClientDetailsProps & { stored: StoredRecord };

function RecordDetails({ coachId, clientId, today, timeZone, units, stored }: RecordDetailsProps) {
  const { record, updatedAt, updatedBy } = stored;
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
          {id === 'training' && record.availability.length > 0 && (
            <div className={classes.availability}>
              <AvailabilityTable label="Availability">
                {(slot) => (record.availability.includes(slot) ? <strong>Free</strong> : '–')}
              </AvailabilityTable>
            </div>
          )}
        </SectionCard>
      ))}
      {updatedAt && (
        <Text size="sm" c="dimmed">
          Last edited by {updatedBy === 'client' ? 'the client' : 'you'},{' '}
          {dayInSentence(dayInZone(new Date(updatedAt), timeZone), today)}
        </Text>
      )}
    </Stack>
  );
}
