import { Anchor, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import type { Sequence } from '@stridewell/contract/flows/flows.sequences';
import { isReaching } from '@stridewell/contract/flows/flows.sequences.rules';
import { SEQUENCE_TEMPLATES } from '@stridewell/contract/flows/flows.templates';
import { IconMail, IconTrash, IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { countLabel, numberText } from '../../lib/format.ts';
import { toast } from '../../lib/toasts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { late } from '../../ui/late.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { StatTile } from '../../ui/stat-tile.tsx';
import { sequenceQuery, useDeleteSequence, useTestSequence, useUpdateRuns } from './flows.sequences.ts';
import { peopleText, triggerText } from './flows.words.ts';
import { SequenceRuns } from './sequence-runs.tsx';

/** With the schema of a flow, which the page does not wait for. */
const SequenceBuilder = late(async () => (await import('./sequence-builder.tsx')).SequenceBuilder);
const AddPeople = late(async () => (await import('./add-people.tsx')).AddPeople);

type SequencePageProps = { coachId: string; coachName: string; sequenceId: string; template: string | undefined };

/** One flow: its builder, and the people in it. With a template, a new one. */
export function SequencePage({ coachId, coachName, sequenceId, template }: SequencePageProps) {
  const navigate = useNavigate();
  const isNew = template !== undefined;
  const query = useQuery({ ...sequenceQuery(coachId, sequenceId), enabled: !isNew });
  const back = (
    <Anchor component={Link} to={`/coach/${coachId}/flows`} size="sm">
      Flows
    </Anchor>
  );
  if (isNew) {
    const found = SEQUENCE_TEMPLATES.find(({ key }) => key === template) ?? null;
    const onSaved = () => void navigate({ to: `/coach/${coachId}/flows/${sequenceId}`, replace: true });
    return (
      <Stack gap="lg" maw={760} mx="auto">
        <Stack gap={4}>
          {back}
          <PageHeader title="New flow" lead={found?.about} />
        </Stack>
        <SequenceBuilder
          key={sequenceId}
          coachId={coachId}
          coachName={coachName}
          sequenceId={sequenceId}
          stored={null}
          template={found}
          onSaved={onSaved}
        />
      </Stack>
    );
  }
  return (
    <Stack gap="lg" maw={760} mx="auto">
      {back}
      <QueryBoundary query={query} failed="This flow could not be loaded" skeleton={420}>
        {(sequence) => <Stored coachId={coachId} coachName={coachName} sequence={sequence} />}
      </QueryBoundary>
    </Stack>
  );
}

type StoredProps = { coachId: string; coachName: string; sequence: Sequence };

function Stored({ coachId, coachName, sequence }: StoredProps) {
  const { id, version, name, trigger, metrics } = sequence;
  const [dialog, setDialog] = useState<'add' | 'delete' | null>(null);
  const close = () => setDialog(null);
  return (
    <Stack gap="lg">
      <PageHeader title={name} lead={triggerText(trigger)} />
      <SimpleGrid cols={{ base: 2, xs: 5 }} spacing="md">
        <StatTile small label="Started" value={numberText(metrics.started)} />
        <StatTile small label="In it now" value={numberText(metrics.open)} />
        <StatTile small label="Finished" value={numberText(metrics.done)} />
        <StatTile small label="Left" value={numberText(metrics.left)} />
        <StatTile small label="Replied" value={numberText(metrics.replied)} />
      </SimpleGrid>
      <Actions
        coachId={coachId}
        sequence={sequence}
        onAdd={() => setDialog('add')}
        onDelete={() => setDialog('delete')}
      />
      <Outdated coachId={coachId} sequence={sequence} />
      <SequenceRuns coachId={coachId} sequenceId={id} />
      <SequenceBuilder
        key={version}
        coachId={coachId}
        coachName={coachName}
        sequenceId={id}
        stored={sequence}
        template={null}
        onSaved={() => undefined}
      />
      {dialog === 'add' && <AddPeople coachId={coachId} sequenceId={id} onClose={close} />}
      {dialog === 'delete' && <Deletion coachId={coachId} sequence={sequence} onClose={close} />}
    </Stack>
  );
}

type ActionsProps = { coachId: string; sequence: Sequence; onAdd: () => void; onDelete: () => void };

function Actions({ coachId, sequence, onAdd, onDelete }: ActionsProps) {
  const test = useTestSequence(coachId);
  const sendTest = () =>
    test.mutate(sequence.id, {
      onSuccess: ({ mails }) => toast.success(`Sent ${countLabel(mails, 'test email')}`, 'Only you get them.'),
    });
  return (
    <Stack gap="sm">
      <ProblemAlert error={test.error} fallback="The test was not sent. Please try again." />
      <Group gap="sm">
        <Button variant="light" leftSection={<IconUserPlus size={18} />} disabled={!sequence.isOn} onClick={onAdd}>
          Add people
        </Button>
        {sequence.steps.some(({ kind }) => isReaching(kind)) && (
          <Button variant="light" leftSection={<IconMail size={18} />} loading={test.isPending} onClick={sendTest}>
            Send a test to yourself
          </Button>
        )}
        <Button variant="subtle" color="red" leftSection={<IconTrash size={18} />} onClick={onDelete}>
          Delete flow
        </Button>
      </Group>
    </Stack>
  );
}

/** People who follow an earlier version of the flow. */
function Outdated({ coachId, sequence: { id, outdated } }: { coachId: string; sequence: Sequence }) {
  const move = useUpdateRuns(coachId);
  if (outdated === 0) return null;
  return (
    <Stack gap="sm">
      <ProblemAlert error={move.error} fallback="No one was moved. Please try again." />
      <Group gap="sm">
        <Text>
          {peopleText(outdated)} {outdated === 1 ? 'follows' : 'follow'} an earlier version.
        </Text>
        <Button
          size="compact-md"
          variant="light"
          loading={move.isPending}
          onClick={() => move.mutate(id, { onSuccess: ({ moved }) => toast.success(`Moved ${peopleText(moved)}`, '') })}
        >
          Move to the latest version
        </Button>
      </Group>
    </Stack>
  );
}

type DeletionProps = { coachId: string; sequence: Sequence; onClose: () => void };

function Deletion({ coachId, sequence: { id, name, metrics }, onClose }: DeletionProps) {
  const remove = useDeleteSequence(coachId);
  const navigate = useNavigate();
  const onDeleted = () => {
    toast.success('Flow deleted', name);
    onClose();
    void navigate({ to: `/coach/${coachId}/flows` });
  };
  return (
    <ConfirmDialog
      opened
      title="Delete this flow?"
      confirmLabel="Delete flow"
      action={remove}
      fallback="It is still there, so please try again."
      onConfirm={() => remove.mutate(id, { onSuccess: onDeleted })}
      onClose={onClose}
    >
      {metrics.open > 0
        ? `${name} ends for ${peopleText(metrics.open)}. Its history stays.`
        : `${name} will not start again. Its history stays.`}
    </ConfirmDialog>
  );
}
