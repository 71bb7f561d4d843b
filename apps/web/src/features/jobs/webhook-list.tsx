import { Button, Card, Stack, Text } from '@mantine/core';
import type { ReceivedWebhook } from '@stridewell/contract/jobs/jobs';
import { WEBHOOK_STATUSES } from '@stridewell/contract/jobs/jobs.rules';
import { useInfiniteQuery } from '@tanstack/react-query';
import { messageOf } from '../../lib/errors.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { toast } from '../../lib/toasts.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterTabs } from '../../ui/filter-tabs.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Muted } from '../../ui/muted.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import rows from '../../ui/rows.module.css';
import { useReplayWebhook, webhooksQuery } from './jobs.queries.ts';
import type { JobsSearch } from './jobs.search.ts';
import { WEBHOOK_STATUS_LABELS, webhookStanding, webhookSubject } from './jobs.wording.ts';
import classes from './jobs-table.module.css';

const FILTER = [
  { value: 'all', label: 'All' },
  ...WEBHOOK_STATUSES.map((value) => ({ value, label: WEBHOOK_STATUS_LABELS[value] })),
];

type WebhookListProps = { search: JobsSearch; onSearch: (search: JobsSearch) => void };

/** Events that the payment provider sent. */
export function WebhookList({ search: { event }, onSearch }: WebhookListProps) {
  const query = useInfiniteQuery(webhooksQuery(event));
  return (
    <Stack gap="md">
      <FilterTabs
        label="Status"
        data={FILTER}
        value={event ?? 'all'}
        onChange={(value) => {
          const chosen = WEBHOOK_STATUSES.find((name) => name === value);
          onSearch({ tab: 'webhooks', ...(chosen && { event: chosen }) });
        }}
      />
      <QueryBoundary
        query={query}
        failed="The events could not be loaded"
        skeleton={420}
        isEmpty={({ pages }) => pages[0]?.webhooks.length === 0}
        empty={
          <EmptyState title="No events" role="status">
            Events from the payment provider about plans and client payments will appear here.
          </EmptyState>
        }
      >
        {({ pages }) => (
          <div>
            <Card padding={0} component="ul" className={rows.divided} aria-label="Events">
              {pages.flatMap(({ webhooks }) => webhooks.map((one) => <WebhookRow key={one.id} webhook={one} />))}
            </Card>
            <LoadMore query={query} label="Show older events" failed="Older events could not be loaded" />
          </div>
        )}
      </QueryBoundary>
    </Stack>
  );
}

function WebhookRow({ webhook }: { webhook: ReceivedWebhook }) {
  const timeZone = useTimeZone();
  const { id, type, status, error } = webhook;
  const replay = useReplayWebhook();
  const start = () =>
    replay.mutateAsync(id).then(
      () => toast.success('Replaying the event'),
      (problem: unknown) => toast.error(messageOf(problem, 'The event was not replayed. Please try again.')),
    );
  return (
    <li className={classes.mail}>
      <Stack gap={2} miw={0} flex="1 1 320px">
        <Text fw={500} className={classes.name}>
          {type}
        </Text>
        <Muted className={classes.name}>{webhookSubject(webhook)}</Muted>
        <Muted className={classes.name}>{id}</Muted>
        {error && (
          <Text size="sm" className={`${classes.name} ${status === 'ignored' ? '' : classes.failed}`}>
            {error}
          </Text>
        )}
      </Stack>
      {(status === 'failed' || status === 'done' || status === 'retrying') && (
        <Button size="compact-sm" variant="default" loading={replay.isPending} onClick={() => void start()}>
          Replay
        </Button>
      )}
      <Muted className={classes.standing}>{webhookStanding(webhook, timeZone)}</Muted>
    </li>
  );
}
