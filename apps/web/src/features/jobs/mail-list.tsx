import { Button, Card, Group, Stack, Text } from '@mantine/core';
import type { SentMail } from '@stridewell/contract/jobs/jobs';
import { MAIL_STATUSES, type MailStatus } from '@stridewell/contract/jobs/jobs.rules';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../lib/errors.ts';
import { useSearchText } from '../../lib/search-text.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { toast } from '../../lib/toasts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterTabs } from '../../ui/filter-tabs.tsx';
import { ListToolbar } from '../../ui/list-toolbar.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Muted } from '../../ui/muted.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import rows from '../../ui/rows.module.css';
import { mailsQuery, useDiscardMail, useSendMailAgain } from './jobs.queries.ts';
import type { JobsSearch } from './jobs.search.ts';
import { MAIL_STATUS_LABELS, mailStanding, mailTitle } from './jobs.wording.ts';
import classes from './jobs-table.module.css';

const FILTER = [
  { value: 'all', label: 'All' },
  ...(['failed', 'queued', 'sent', 'discarded'] as const).map((value) => ({ value, label: MAIL_STATUS_LABELS[value] })),
];

type MailListProps = { search: JobsSearch; onSearch: (search: JobsSearch) => void };

/** The mails of the last 30 days, with what can be done about failed ones. */
export function MailList({ search: { status, to = '' }, onSearch }: MailListProps) {
  const query = useInfiniteQuery(mailsQuery({ status, to }));
  const find = (next: { status?: MailStatus | undefined; to: string }) =>
    onSearch({ tab: 'mail', to: next.to, ...(next.status && { status: next.status }) });
  const text = useSearchText(to, (typed) => find({ status, to: typed.trim() }));
  const isSearched = status !== undefined || to !== '';
  return (
    <Stack gap="md">
      <ListToolbar
        search={{ label: 'Search by address', ...text }}
        tabs={
          <FilterTabs
            label="Status"
            data={FILTER}
            value={status ?? 'all'}
            onChange={(value) => find({ status: MAIL_STATUSES.find((name) => name === value), to })}
          />
        }
      />
      <QueryBoundary
        query={query}
        failed="The emails could not be loaded"
        skeleton={420}
        isEmpty={({ pages }) => pages[0]?.mails.length === 0}
        empty={
          <EmptyState title={isSearched ? 'No emails match' : 'No email yet'} role="status">
            {isSearched
              ? 'Emails are kept for 30 days. Try another status or address.'
              : 'Emails from the last 30 days will appear here.'}
          </EmptyState>
        }
      >
        {({ pages }) => (
          <div>
            <Card padding={0} component="ul" className={rows.divided} aria-label="Emails">
              {pages.flatMap(({ mails }) => mails.map((mail) => <MailRow key={mail.id} mail={mail} />))}
            </Card>
            <LoadMore query={query} label="Show older emails" failed="Older emails could not be loaded" />
          </div>
        )}
      </QueryBoundary>
    </Stack>
  );
}

function MailRow({ mail }: { mail: SentMail }) {
  const timeZone = useTimeZone();
  const again = useSendMailAgain();
  const [discarding, setDiscarding] = useState(false);
  const send = () =>
    again.mutateAsync(mail.id).then(
      () => toast.success(`Sending again to ${mail.recipient}`),
      (error: unknown) => toast.error(messageOf(error, 'The email was not sent. Please try again.')),
    );
  const hasFailed = mail.status === 'failed';
  return (
    <li className={classes.mail}>
      <Stack gap={2} miw={0} flex="1 1 320px">
        <Text fw={500} className={classes.name}>
          {mailTitle(mail)}
        </Text>
        <Muted className={classes.name}>To {mail.recipient}</Muted>
        {mail.error && (
          <Text size="sm" className={`${classes.name} ${hasFailed ? classes.failed : ''}`}>
            {mail.error}
          </Text>
        )}
      </Stack>
      {hasFailed && (
        <Group gap="xs">
          <Button size="compact-sm" variant="default" loading={again.isPending} onClick={() => void send()}>
            Send again
          </Button>
          <Button size="compact-sm" variant="subtle" color="gray" onClick={() => setDiscarding(true)}>
            Discard
          </Button>
        </Group>
      )}
      <Muted className={classes.standing}>{mailStanding(mail, timeZone)}</Muted>
      {discarding && <DiscardDialog mail={mail} onClose={() => setDiscarding(false)} />}
    </li>
  );
}

/** Asks before a failed mail is given up. */
function DiscardDialog({ mail, onClose }: { mail: SentMail; onClose: () => void }) {
  const discard = useDiscardMail();
  const confirm = () =>
    discard.mutateAsync(mail.id).then(
      () => {
        toast.success('Email discarded');
        onClose();
      },
      // The dialog shows the failure.
      () => undefined,
    );
  return (
    <ConfirmDialog
      title="Discard this email?"
      confirmLabel="Discard email"
      cancelLabel="Keep"
      action={discard}
      fallback="The email was not discarded. Please try again."
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {`${mail.recipient} does not get it, and it cannot be sent later.`}
    </ConfirmDialog>
  );
}
