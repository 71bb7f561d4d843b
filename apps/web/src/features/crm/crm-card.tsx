import { Anchor, Box, Button, Group, Stack, Text } from '@mantine/core';
import type { CrmConnection, CrmIssueRow, CrmState } from '@stridewell/contract/crm/crm';
import { CRM_ISSUES, CRM_PROBLEMS, CRM_RESULTS, type CrmResult } from '@stridewell/contract/crm/crm.rules';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { agoInSentence, countLabel } from '../../lib/format.ts';
import { toast } from '../../lib/toasts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { late } from '../../ui/late.tsx';
import { Muted } from '../../ui/muted.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import rows from '../../ui/rows.module.css';
import { SectionCard } from '../../ui/section-card.tsx';
import { crmQuery, useConnectCrm, useDisconnectCrm, useFinishErasure, useSyncCrm } from './crm.queries.ts';

const CrmSettingsForm = late(async () => (await import('./crm-settings-form.tsx')).CrmSettingsForm);

type Props = { coachId: string; timeZone: string };
type CrmCardProps = Props & {
  /** How the visit to HubSpot ended that the coach comes back from. */
  result: CrmResult | undefined;
};

/** Leads and clients in HubSpot. */
export const CrmCard = ({ coachId, timeZone, result }: CrmCardProps) => (
  <SectionCard title="HubSpot">
    <Stack gap="md">
      <Text>
        Keep leads and clients in step with your HubSpot contacts, and leads with its deals. Weights, answers, pain,
        food, photos, messages and notes are never sent.
      </Text>
      {result && (
        <Notice tone={result === 'connected' ? 'info' : 'warning'} role="status">
          {CRM_RESULTS[result]}
        </Notice>
      )}
      <QueryBoundary query={useQuery(crmQuery(coachId))} failed="HubSpot could not be loaded" skeleton={120}>
        {(state) => <Content coachId={coachId} timeZone={timeZone} state={state} />}
      </QueryBoundary>
    </Stack>
  </SectionCard>
);

function Content({ coachId, timeZone, state: { isAvailable, connection, erasures } }: Props & { state: CrmState }) {
  return (
    <>
      {erasures.length > 0 && <Erasures coachId={coachId} timeZone={timeZone} erasures={erasures} />}
      {connection && <Connection coachId={coachId} timeZone={timeZone} connection={connection} />}
      {!connection && isAvailable && <ConnectButton coachId={coachId} label="Connect HubSpot" variant="light" />}
      {!connection && !isAvailable && (
        <Muted>HubSpot is not set up on this installation. Your operator can turn it on.</Muted>
      )}
    </>
  );
}

type ConnectButtonProps = { coachId: string; label: string; variant: 'light' | 'filled' };

function ConnectButton({ coachId, label, variant }: ConnectButtonProps) {
  const connect = useConnectCrm(coachId);
  return (
    <>
      <ProblemAlert error={connect.error} fallback="HubSpot was not opened. Please try again." />
      <Group>
        <Button variant={variant} loading={connect.isPending} onClick={() => connect.mutate()}>
          {label}
        </Button>
      </Group>
    </>
  );
}

function Connection({ coachId, timeZone, connection }: Props & { connection: CrmConnection }) {
  const { account, accountUrl, syncedAt, failing, contacts, dealCount, issues, issueCount } = connection;
  const [asked, setAsked] = useState<'settings' | 'disconnect' | null>(null);
  const sync = useSyncCrm(coachId);
  const close = () => setAsked(null);
  const isLost = failing?.problem === 'reconnect';
  return (
    <>
      <div>
        <Anchor href={accountUrl} target="_blank" rel="noreferrer" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {account}
        </Anchor>
        <Muted>
          {`${countLabel(contacts, 'contact')}, ${countLabel(dealCount, 'deal')}`}
          {syncedAt ? `, last synced ${agoInSentence(syncedAt, timeZone)}` : failing ? '' : ', first sync in progress'}
        </Muted>
      </div>
      {failing && (
        <Notice tone="warning" title={`Not in step since ${agoInSentence(failing.since, timeZone)}`}>
          {CRM_PROBLEMS[failing.problem]}
          {failing.detail && ` HubSpot does not know “${failing.detail}”.`}
        </Notice>
      )}
      {issues.length > 0 && <Issues coachId={coachId} issues={issues} count={issueCount} />}
      {isLost && <ConnectButton coachId={coachId} label="Connect again" variant="filled" />}
      <ProblemAlert error={sync.error} fallback="The sync was not started. Please try again." />
      <Group gap="xs">
        {!isLost && (
          <>
            <Button variant="default" onClick={() => setAsked('settings')}>
              Settings
            </Button>
            <Button
              variant="default"
              loading={sync.isPending}
              onClick={() => sync.mutate(undefined, { onSuccess: () => toast.success('Sync started') })}
            >
              Sync now
            </Button>
          </>
        )}
        <Button variant="default" onClick={() => setAsked('disconnect')}>
          Disconnect
        </Button>
      </Group>
      {asked === 'settings' && <CrmSettingsForm coachId={coachId} connection={connection} onClose={close} />}
      <DisconnectDialog coachId={coachId} opened={asked === 'disconnect'} onClose={close} />
    </>
  );
}

type IssuesProps = { coachId: string; issues: readonly CrmIssueRow[]; count: number };

const Issues = ({ coachId, issues, count }: IssuesProps) => (
  <div>
    <Text component="h3" fw={600} m={0} mb="xs">
      {countLabel(count, 'contact')} not in step
    </Text>
    <Box component="ul" m={0} p={0} className={rows.divided} style={{ listStyle: 'none' }}>
      {issues.map(({ kind, id, name, issue, detail, url }) => (
        <Box key={`${kind} ${id}`} component="li" py="xs">
          <Anchor
            component={Link}
            to={kind === 'lead' ? `/coach/${coachId}/pipeline/${id}` : `/coach/${coachId}/client/${id}`}
            style={{ overflowWrap: 'anywhere' }}
          >
            {name}
          </Anchor>
          <Muted style={{ overflowWrap: 'anywhere' }}>
            {CRM_ISSUES[issue]}
            {detail && ` HubSpot says: ${detail}`}{' '}
            {url && (
              <Anchor href={url} target="_blank" rel="noreferrer" inherit>
                Open in HubSpot
              </Anchor>
            )}
          </Muted>
        </Box>
      ))}
    </Box>
    {count > issues.length && <Muted>The first {issues.length} are listed.</Muted>}
  </div>
);

function Erasures({ coachId, timeZone, erasures }: Props & Pick<CrmState, 'erasures'>) {
  const finish = useFinishErasure(coachId);
  return (
    <Notice tone="warning" title="Delete in HubSpot">
      <Stack gap="xs">
        <Text size="sm">
          People who deleted their accounts here are still in HubSpot. We could not delete them, so please do it there.
        </Text>
        <ProblemAlert error={finish.error} fallback="This was not noted. Please try again." />
        {erasures.map(({ id, url, since }) => (
          <Group key={id} gap="sm">
            <Anchor href={url} target="_blank" rel="noreferrer" size="sm">
              Open in HubSpot
            </Anchor>
            <Text size="sm">since {agoInSentence(since, timeZone)}</Text>
            <Button
              variant="default"
              loading={finish.isPending && finish.variables === id}
              onClick={() => finish.mutate(id)}
            >
              Mark as deleted
            </Button>
          </Group>
        ))}
      </Stack>
    </Notice>
  );
}

function DisconnectDialog({ coachId, ...dialog }: { coachId: string; opened: boolean; onClose: () => void }) {
  const disconnect = useDisconnectCrm(coachId);
  return (
    <ConfirmDialog
      {...dialog}
      title="Disconnect HubSpot?"
      confirmLabel="Disconnect HubSpot"
      action={disconnect}
      fallback="HubSpot is still connected. Please try again."
      onConfirm={() =>
        disconnect.mutate(undefined, {
          onSuccess() {
            dialog.onClose();
            toast.success('HubSpot disconnected');
          },
        })
      }
    >
      Our access to your HubSpot account ends. Contacts and deals stay there, and leads and clients stay here.
    </ConfirmDialog>
  );
}
