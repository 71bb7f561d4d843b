import { Badge, Box, Button, Group, Stack, Text } from '@mantine/core';
import type { OwnDomain } from '@stridewell/contract/domains/domains';
import { useState } from 'react';
import { agoInSentence, momentLabel } from '../../lib/format.ts';
import { toast } from '../../lib/toasts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Muted } from '../../ui/muted.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import rows from '../../ui/rows.module.css';
import { SectionCard } from '../../ui/section-card.tsx';
import { useCheckDomain, useRemoveDomain } from './domains.queries.ts';
import { PROBLEM_TEXTS, STATUS_TEXTS } from './domains.wording.ts';
import { RecordRow } from './record-row.tsx';

type Props = { coachId: string; timeZone: string; domain: OwnDomain };

/** The coach's domain: its status, the records to set, and what can be done with it. */
export function DomainCard({ coachId, timeZone, domain }: Props) {
  const { status, address, addressesInstead, ownership, checkedAt } = domain;
  const check = useCheckDomain(coachId);
  const [isRemoving, setRemoving] = useState(false);
  const { label, color } = STATUS_TEXTS[status];
  const checkNow = () =>
    check.mutate(undefined, {
      onSuccess({ domain: checked }) {
        if (checked.problem) toast.error('Not verified', PROBLEM_TEXTS[checked.problem]);
        else toast.success('Domain verified', checked.domain);
      },
    });
  return (
    <SectionCard title="Your domain" aside={<Badge {...(color && { color })}>{label}</Badge>}>
      <Stack gap="md">
        <Text fw={600} size="lg" style={{ overflowWrap: 'anywhere' }}>
          {domain.domain}
        </Text>
        <Standing domain={domain} timeZone={timeZone} />
        <Text>{recordsText(domain)}</Text>
        <Box component="ul" m={0} p={0} className={rows.divided} style={{ listStyle: 'none' }}>
          <RecordRow name={`${address.type} record`} record={address} purpose="Leads the domain here" />
          <RecordRow name={`${ownership.type} record`} record={ownership} purpose="Proves that the domain is yours" />
        </Box>
        {addressesInstead.length > 0 && status === 'waiting' && (
          <Muted>
            Some providers allow no CNAME record for a domain without a name in front, like example.com. There, add{' '}
            {addressesInstead.map(({ type, value }) => `${type} ${value}`).join(' and ')} instead.
          </Muted>
        )}
        <ProblemAlert error={check.error} fallback="The domain was not checked. Please try again." />
        <Group gap="sm">
          <Button variant={status === 'verified' ? 'default' : 'filled'} loading={check.isPending} onClick={checkNow}>
            Check now
          </Button>
          <Button variant="subtle" color="red" onClick={() => setRemoving(true)}>
            Remove domain
          </Button>
        </Group>
        {checkedAt && <Muted>Last checked {agoInSentence(checkedAt, timeZone)}</Muted>}
      </Stack>
      <RemoveDialog coachId={coachId} domain={domain} opened={isRemoving} onClose={() => setRemoving(false)} />
    </SectionCard>
  );
}

/** Says what to do with the records and when we check them. After a move, a claim is only checked on request. */
function recordsText({ status, problem }: OwnDomain): string {
  if (status !== 'waiting') return 'Keep these two records. Without them, the domain stops working.';
  if (problem === 'moved') return 'To get the domain back, add these two records and check them here.';
  return 'Add these two records where you manage the DNS of your domain. We check them every hour for three days, then daily for a month.';
}

function Standing({ domain: { domain, status, problem, stopsAt }, timeZone }: Omit<Props, 'coachId'>) {
  if (stopsAt) {
    return (
      <Notice tone="warning" title={`Works until ${momentLabel(stopsAt, timeZone)}`}>
        {problem && PROBLEM_TEXTS[problem]}
      </Notice>
    );
  }
  if (problem) {
    return <Notice tone={status === 'waiting' ? 'info' : 'warning'}>{PROBLEM_TEXTS[problem]}</Notice>;
  }
  return status === 'verified' ? <Text>Your clients can sign in at https://{domain}.</Text> : null;
}

type RemoveProps = { coachId: string; domain: OwnDomain; opened: boolean; onClose: () => void };

function RemoveDialog({ coachId, domain: { domain, verifiedAt }, ...dialog }: RemoveProps) {
  const remove = useRemoveDomain(coachId);
  const confirm = () =>
    remove.mutate(undefined, {
      onSuccess() {
        dialog.onClose();
        toast.success('Domain removed', domain);
      },
    });
  return (
    <ConfirmDialog
      {...dialog}
      title="Remove the domain?"
      confirmLabel="Remove domain"
      action={remove}
      fallback="The domain was not removed. Please try again."
      onConfirm={confirm}
    >
      {verifiedAt
        ? `${domain} stops working at once. Your clients sign in at the usual address again, and a sender address is removed, too.`
        : 'You can add it again later. It then gets another TXT record.'}
    </ConfirmDialog>
  );
}
