import { Anchor, SimpleGrid, Stack } from '@mantine/core';
import type { StoredRecord } from '@stridewell/contract/records/records';
import { dayInZone } from '@stridewell/contract/time';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { dayInSentence } from '../../lib/format.ts';
import { Fact } from '../../ui/fact.tsx';
import { Muted } from '../../ui/muted.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { AvailabilityTable } from './availability-table.tsx';
import classes from './record-details.module.css';
import { RECORD_SECTIONS, type ReaderContext, recordRows } from './records.form.ts';
import { recordQuery } from './records.queries.ts';

type RecordDetailsProps = ReaderContext & { coachId: string; clientId: string; timeZone: string };

/** The client's record to read, with a link to edit each section. */
export function RecordDetails(props: RecordDetailsProps) {
  return (
    <QueryBoundary
      query={useQuery(recordQuery(props.coachId, props.clientId))}
      failed="The details could not be loaded"
      loading="Loading the details"
      skeleton={720}
    >
      {(stored) => <Sections {...props} stored={stored} />}
    </QueryBoundary>
  );
}

function Sections({ coachId, clientId, timeZone, stored, ...reader }: RecordDetailsProps & { stored: StoredRecord }) {
  const { record, updatedAt, updatedBy } = stored;
  const half = Math.ceil(RECORD_SECTIONS.length / 2);
  return (
    <>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
        {[RECORD_SECTIONS.slice(0, half), RECORD_SECTIONS.slice(half)].map((sections) => (
          <Stack key={sections[0]?.id} gap="lg">
            {sections.map(({ id, title }) => (
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
                <SimpleGrid
                  component="dl"
                  cols={{ base: 1, sm: 2 }}
                  spacing="lg"
                  verticalSpacing={14}
                  className={classes.list}
                >
                  {recordRows(record, id, reader).map(({ label, text }) => (
                    <Fact key={label} label={label}>
                      {text ?? <em>Not known yet</em>}
                    </Fact>
                  ))}
                </SimpleGrid>
                {id === 'training' && record.availability.length > 0 && (
                  <Muted component="div" maw={420} mt="md">
                    <AvailabilityTable label="Availability">
                      {(slot) => (record.availability.includes(slot) ? <strong>Free</strong> : '–')}
                    </AvailabilityTable>
                  </Muted>
                )}
              </SectionCard>
            ))}
          </Stack>
        ))}
      </SimpleGrid>
      {updatedAt && (
        <Muted>
          Last edited by {updatedBy === 'client' ? 'the client' : 'you'},{' '}
          {dayInSentence(dayInZone(new Date(updatedAt), timeZone), reader.today)}
        </Muted>
      )}
    </>
  );
}
