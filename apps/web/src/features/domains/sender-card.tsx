import { Badge, Box, Button, Group, Stack, Text } from '@mantine/core';
import type { OwnDomain, OwnSender } from '@stridewell/contract/domains/domains';
import { useState } from 'react';
import { agoInSentence } from '../../lib/format.ts';
import { toast } from '../../lib/toasts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Muted } from '../../ui/muted.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import rows from '../../ui/rows.module.css';
import { SectionCard } from '../../ui/section-card.tsx';
import { useCheckDomain, useRemoveSender } from './domains.queries.ts';
import { dkimText, spfPurpose, spfText } from './domains.wording.ts';
import { RecordRow } from './record-row.tsx';
import { ChangeSender } from './sender-form.tsx';

type Props = { coachId: string; timeZone: string; domain: OwnDomain | null; sender: OwnSender };

/** The sender address: whether it is used, the records to set, and what can be done with it. */
export function SenderCard({ coachId, timeZone, domain, sender }: Props) {
  const { address, isReady, spf, dkim, checkedAt } = sender;
  const check = useCheckDomain(coachId);
  const [opened, setOpened] = useState<'change' | 'remove' | null>(null);
  const close = () => setOpened(null);
  const isVerified = domain !== null && domain.verifiedAt !== null;
  const checkNow = () =>
    check.mutate(undefined, {
      onSuccess({ sender: checked }) {
        if (checked?.isReady && !checked.isUnreachable) toast.success('Both records found', address);
        else toast.error('Not verified yet', checked?.isUnreachable ? UNREACHABLE : 'See what is missing below.');
      },
    });
  return (
    <SectionCard
      title="Sender address"
      aside={<Badge {...(!isReady && { color: 'gray' })}>{isReady ? 'Ready' : 'Waiting for DNS'}</Badge>}
    >
      <Stack gap="md">
        <Text fw={600} size="lg" style={{ overflowWrap: 'anywhere' }}>
          {address}
        </Text>
        {sender.isUnreachable && <Notice tone="info">{UNREACHABLE}</Notice>}
        {!isVerified && (
          <Notice tone="warning">Your domain is not verified, so emails come from our address for now.</Notice>
        )}
        <Text>
          {isReady
            ? 'While your brand is published, its emails come from this address. Keep these two records.'
            : 'Add these two records where you manage the DNS of your domain. Until we find both, emails come from our address.'}{' '}
          Replies go to the email of your account. Emails about signing in always come from our address.
        </Text>
        <Box component="ul" m={0} p={0} className={rows.divided} style={{ listStyle: 'none' }}>
          <RecordRow
            name="SPF record (TXT)"
            record={spf.record}
            purpose={spfPurpose(spf)}
            aside={<Found state={spf.state} />}
            problem={spfText(spf)}
          />
          <RecordRow
            name="DKIM record (TXT)"
            record={dkim.record}
            purpose="Holds the key that proves that your emails are genuine"
            aside={<Found state={dkim.state} />}
            problem={dkimText(dkim.state)}
          />
        </Box>
        <Dmarc sender={sender} />
        <ProblemAlert error={check.error} fallback="The records were not checked. Please try again." />
        <Group gap="sm">
          <Button
            variant={isReady || !isVerified ? 'default' : 'filled'}
            loading={check.isPending}
            aria-label="Check now: records of the sender address"
            onClick={checkNow}
          >
            Check now
          </Button>
          {isVerified && (
            <Button variant="default" onClick={() => setOpened('change')}>
              Change address
            </Button>
          )}
          <Button variant="subtle" color="red" onClick={() => setOpened('remove')}>
            Remove address
          </Button>
        </Group>
        {checkedAt && <Muted>Last checked {agoInSentence(checkedAt, timeZone)}</Muted>}
      </Stack>
      {opened === 'change' && <ChangeSender coachId={coachId} sender={sender} onClose={close} />}
      <RemoveDialog coachId={coachId} sender={sender} opened={opened === 'remove'} onClose={close} />
    </SectionCard>
  );
}

const UNREACHABLE = 'The DNS servers of this domain did not answer, so nothing has changed. Please try again later.';

function Found({ state }: { state: OwnSender['spf']['state'] | OwnSender['dkim']['state'] }) {
  if (state === 'unchecked') return null;
  if (state === 'found') return <Badge>Found</Badge>;
  return <Badge color="yellow">{state === 'missing' ? 'Missing' : 'Needs a change'}</Badge>;
}

/** Advice: a DMARC record is not needed. */
function Dmarc({ sender: { hasDmarc, spf } }: { sender: OwnSender }) {
  if (hasDmarc === null) return null;
  if (hasDmarc) return <Muted>Your domain has a DMARC record, and these emails comply with it.</Muted>;
  return (
    <Muted style={{ overflowWrap: 'anywhere' }}>
      Your domain has no DMARC record. We recommend one: a TXT record with the name _dmarc.{spf.record.name} and the
      value v=DMARC1; p=none
    </Muted>
  );
}

type RemoveProps = { coachId: string; sender: OwnSender; opened: boolean; onClose: () => void };

function RemoveDialog({ coachId, sender: { address }, ...dialog }: RemoveProps) {
  const remove = useRemoveSender(coachId);
  const confirm = () =>
    remove.mutate(undefined, {
      onSuccess() {
        dialog.onClose();
        toast.success('Sender address removed', address);
      },
    });
  return (
    <ConfirmDialog
      {...dialog}
      title="Remove the sender address?"
      confirmLabel="Remove address"
      action={remove}
      fallback="The address was not removed. Please try again."
      onConfirm={confirm}
    >
      Emails come from our address at once. If you add it again, it gets another DKIM record.
    </ConfirmDialog>
  );
}
