import { Box, Group, Stack, Text } from '@mantine/core';
import type { LeadEvent } from '@stridewell/contract/pipeline/pipeline';
import { dayInZone } from '@stridewell/contract/time';
import { dayInSentence, timeOfDay } from '../../lib/format.ts';
import { LongText } from '../../ui/long-text.tsx';
import { Muted } from '../../ui/muted.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { eventText } from './pipeline.wording.ts';

type LeadTimelineProps = { events: readonly LeadEvent[]; today: string; timeZone: string };

/** History of a lead, newest first. */
export const LeadTimeline = ({ events, today, timeZone }: LeadTimelineProps) => (
  <SectionCard title="Timeline">
    <Stack component="ol" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
      {events.map((event) => (
        <li key={event.id}>
          <Group justify="space-between" gap="xs" align="baseline">
            <Text fw={500}>{eventText(event)}</Text>
            <Muted>
              {dayInSentence(dayInZone(new Date(event.at), timeZone), today)}, {timeOfDay(event.at, timeZone)}
            </Muted>
          </Group>
          {event.text && (
            <Box style={{ whiteSpace: 'pre-line' }}>
              <LongText text={event.text} />
            </Box>
          )}
        </li>
      ))}
    </Stack>
  </SectionCard>
);
