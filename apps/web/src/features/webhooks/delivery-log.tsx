import { Badge, Code, Group, Stack } from '@mantine/core';
import type { WebhookDelivery } from '@stridewell/contract/webhooks/webhooks';
import { sentEventLabel } from '@stridewell/contract/webhooks/webhooks.rules';
import { IconListDetails, IconRefresh } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { countLabel, momentLabel, numberText } from '../../lib/format.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { toast } from '../../lib/toasts.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Fact } from '../../ui/fact.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Muted } from '../../ui/muted.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { deliveriesQuery, useSendAgain } from './webhooks.queries.ts';
import { answerText, deliveryStanding } from './webhooks.wording.ts';

type DeliveryLogProps = { coachId: string; endpointId: string; isOn: boolean };

/** The deliveries of a webhook in the last 30 days, newest first. */
export function DeliveryLog({ isOn, ...of }: DeliveryLogProps) {
  const query = useInfiniteQuery(deliveriesQuery(of));
  const timeZone = useTimeZone();
  const again = useSendAgain(of);
  const [shown, setShown] = useState<WebhookDelivery | null>(null);
  const sendAgain = ({ eventId, type }: WebhookDelivery) =>
    again.mutate(eventId, { onSuccess: () => toast.success('Event sent again', sentEventLabel(type)) });
  return (
    <SectionCard title="Log">
      <Stack gap="md">
        <ProblemAlert error={again.error} fallback="The event was not sent. Please try again." />
        <QueryBoundary
          query={query}
          failed="The log could not be loaded"
          skeleton={200}
          isEmpty={({ pages }) => pages[0]?.deliveries.length === 0}
          empty={
            <Muted>Nothing has been sent yet. Events arrive within a minute or two, and stay here for 30 days.</Muted>
          }
        >
          {({ pages }) => (
            <>
              <DataTable<WebhookDelivery>
                label="Log"
                columns={[
                  {
                    header: 'Event',
                    rowHeader: true,
                    cell: ({ type, createdAt }) => (
                      <>
                        {sentEventLabel(type)}
                        <Muted>{momentLabel(createdAt, timeZone)}</Muted>
                      </>
                    ),
                  },
                  { header: 'Status', from: 'sm', cell: (delivery) => <DeliveryBadge delivery={delivery} /> },
                  { header: 'Answer', from: 'sm', cell: answerText },
                  { header: 'Attempts', figure: true, from: 'sm', cell: ({ attempts }) => attempts },
                ]}
                rows={pages.flatMap(({ deliveries }) => deliveries)}
                keyOf={({ eventId }) => eventId}
                phoneLine={(delivery) => `${deliveryStanding(delivery).label} · ${answerText(delivery)}`}
                actions={(delivery) => (
                  <Group gap={4} wrap="nowrap" justify="flex-end">
                    <IconButton
                      label={`Show details of “${sentEventLabel(delivery.type)}”`}
                      icon={IconListDetails}
                      onClick={() => setShown(delivery)}
                    />
                    {isOn && (
                      <IconButton
                        label={`Send “${sentEventLabel(delivery.type)}” again`}
                        icon={IconRefresh}
                        onClick={() => sendAgain(delivery)}
                      />
                    )}
                  </Group>
                )}
              />
              <LoadMore query={query} label="Show older deliveries" failed="Older deliveries could not be loaded" />
            </>
          )}
        </QueryBoundary>
      </Stack>
      <Dialog opened={shown !== null} onClose={() => setShown(null)} title="Delivery">
        {shown && <Details delivery={shown} timeZone={timeZone} />}
      </Dialog>
    </SectionCard>
  );
}

function DeliveryBadge({ delivery }: { delivery: WebhookDelivery }) {
  const { label, color } = deliveryStanding(delivery);
  return <Badge {...(color && { color })}>{label}</Badge>;
}

function Details({ delivery, timeZone }: { delivery: WebhookDelivery; timeZone: string }) {
  const { eventId, type, occurredAt, attempts, dueAt, lastAttempt } = delivery;
  return (
    <Stack component="dl" gap="sm" m={0}>
      <Fact label="Event">
        {sentEventLabel(type)} <Code>{type}</Code>
      </Fact>
      <Fact label="Webhook ID">
        <Code style={{ overflowWrap: 'anywhere' }}>{eventId}</Code>
      </Fact>
      <Fact label="Time of the event">{momentLabel(occurredAt, timeZone)}</Fact>
      <Fact label="Latest attempt">
        {lastAttempt ? `${momentLabel(lastAttempt.at, timeZone)} (${countLabel(attempts, 'attempt')})` : 'Not sent yet'}
      </Fact>
      {dueAt && <Fact label="Next attempt">{momentLabel(dueAt, timeZone)}</Fact>}
      {lastAttempt && (
        <Fact label="Answer">
          {answerText(delivery)}, {numberText(lastAttempt.milliseconds)} ms
          {lastAttempt.answer && (
            <Code block mt="xs" mah={240} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
              {lastAttempt.answer}
            </Code>
          )}
        </Fact>
      )}
    </Stack>
  );
}
