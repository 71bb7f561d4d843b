import { Button, Card, Group, SimpleGrid, Stack, Switch, Text, Title } from '@mantine/core';
import type { Flow, FlowInput } from '@stridewell/contract/flows/flows';
import { CAP_DAYS, OUTCOME_DAYS } from '@stridewell/contract/flows/flows.rules';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { numberText } from '../../lib/format.ts';
import { onIntent } from '../../lib/intent.ts';
import { toast } from '../../lib/toasts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { late } from '../../ui/late.tsx';
import { Muted } from '../../ui/muted.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { StatTile } from '../../ui/stat-tile.tsx';
import { flowsQuery, useDeleteFlow, useSaveFlow } from './flows.queries.ts';
import { evidenceText, ruleText, shareText } from './flows.wording.ts';
import { RunList } from './run-list.tsx';

const RuleForm = late(async () => (await import('./rule-form.tsx')).RuleForm);

/** Rules that send messages to clients who went quiet, and what they did. */
export function ReEngagementPage({ coachId }: { coachId: string }) {
  const [edited, setEdited] = useState<Flow | 'new' | null>(null);
  const [deleted, setDeleted] = useState<Flow | null>(null);
  const add = (
    <Button {...onIntent(RuleForm.prepare)} leftSection={<IconPlus size={18} />} onClick={() => setEdited('new')}>
      New rule
    </Button>
  );
  return (
    <Stack gap="lg">
      <PageHeader
        title="Re-engagement"
        lead="Messages in your words to clients who went quiet. They stop when the client is back."
        actions={add}
      />
      <QueryBoundary
        query={useQuery(flowsQuery(coachId))}
        failed="Your rules could not be loaded"
        skeleton={260}
        isEmpty={({ flows }) => flows.length === 0}
        empty={
          <EmptyState title="Your rules will appear here">
            Choose how long a client is quiet before they hear from you, and write the message. Nothing is sent until
            you add a rule.
          </EmptyState>
        }
      >
        {({ flows }) => (
          <Stack gap="md">
            {flows.map((flow) => (
              <Rule
                key={flow.id}
                coachId={coachId}
                flow={flow}
                onEdit={() => setEdited(flow)}
                onDelete={() => setDeleted(flow)}
              />
            ))}
          </Stack>
        )}
      </QueryBoundary>
      <Muted>
        A client gets at most one automatic message in {CAP_DAYS} days, over all rules, and none at night. Both of you
        see that it was sent automatically. Clients can turn these messages off in their profile. None is sent while a
        payment is overdue, during a pause, or before you have read the client’s last message.
      </Muted>
      <RunList coachId={coachId} />
      {edited && <RuleForm coachId={coachId} flow={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      {deleted && <RuleDeletion coachId={coachId} flow={deleted} onClose={() => setDeleted(null)} />}
    </Stack>
  );
}

const SWITCH = 'Send these messages';

type RuleProps = { coachId: string; flow: Flow; onEdit: () => void; onDelete: () => void };

function Rule({ coachId, flow, onEdit, onDelete }: RuleProps) {
  const save = useSaveFlow(coachId);
  const { id: flowId, version: basedOn, name, trigger, steps, quiet, holdOut, isOn, open, messages } = flow;
  const turn = (next: boolean) => {
    const changed: FlowInput = { name, trigger, steps, quiet, holdOut, isOn: next };
    save.mutate(
      { flowId, flow: changed, basedOn },
      { onSuccess: () => toast.success(next ? 'Rule turned on' : 'Rule turned off', name) },
    );
  };
  return (
    <Card component="section" aria-label={name}>
      <Stack gap="md">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Stack gap={4} miw={0}>
            <Title order={2} size="h3" style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Title>
            <Text>{ruleText(flow)}</Text>
          </Stack>
          <Group gap={4} wrap="nowrap">
            <IconButton {...onIntent(RuleForm.prepare)} label={`Edit ${name}`} icon={IconPencil} onClick={onEdit} />
            <IconButton label={`Delete ${name}`} icon={IconTrash} onClick={onDelete} />
          </Group>
        </Group>
        <ProblemAlert error={save.error} fallback="Nothing was changed. Please try again." />
        <Switch
          size="md"
          label={SWITCH}
          aria-label={`${SWITCH}: ${name}`}
          checked={isOn}
          // Not disabled while it is saved, which would take the focus away.
          onChange={({ currentTarget: { checked } }) => !save.isPending && turn(checked)}
        />
        <SimpleGrid cols={{ base: 2, sm: holdOut > 0 || flow.heldOut.known > 0 ? 4 : 3 }} spacing="md">
          <StatTile small label="Messages sent" value={numberText(messages)} />
          <StatTile small label="Waiting for the next step" value={numberText(open)} />
          <StatTile small label={`Back within ${OUTCOME_DAYS} days`} value={shareText(flow.reached)} />
          {(holdOut > 0 || flow.heldOut.known > 0) && (
            <StatTile
              small
              label="Back without a message"
              value={shareText(flow.heldOut)}
              note={holdOut > 0 ? `${holdOut}% held out to compare` : undefined}
            />
          )}
        </SimpleGrid>
        <Muted>{evidenceText(flow)}</Muted>
      </Stack>
    </Card>
  );
}

type RuleDeletionProps = { coachId: string; flow: Flow; onClose: () => void };

function RuleDeletion({ coachId, flow: { id, name }, onClose }: RuleDeletionProps) {
  const remove = useDeleteFlow(coachId);
  const onDeleted = () => {
    toast.success('Rule deleted', name);
    onClose();
  };
  return (
    <ConfirmDialog
      opened
      title="Delete this rule?"
      confirmLabel="Delete rule"
      action={remove}
      fallback="It is still there, so please try again."
      onConfirm={() => remove.mutate(id, { onSuccess: onDeleted })}
      onClose={onClose}
    >
      {name} sends nothing more. What it did stays in the history.
    </ConfirmDialog>
  );
}
