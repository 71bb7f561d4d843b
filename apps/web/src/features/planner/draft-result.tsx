import { Button, Card, Group, List, Stack, Text, Title } from '@mantine/core';
import type { PlannerDraft } from '@stridewell/contract/planner/planner';
import { DRAFT_FALLBACK_TEXTS } from '@stridewell/contract/planner/planner.rules';
import type { ClientProgram, Program } from '@stridewell/contract/programs/programs';
import { describeChanges } from '@stridewell/contract/programs/programs.changes.rules';
import { IconRefresh } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { countLabel, listText } from '../../lib/format.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Muted } from '../../ui/muted.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { ProvenanceLine } from './draft-provenance.tsx';
import { compareWith } from './planner.comparison.ts';
import { useOpenDraft } from './planner.queries.ts';
import classes from './planner-page.module.css';

/** Changes that are listed at first. */
const CHANGES_SHOWN = 8;
const VIOLATIONS_SHOWN = 5;

/** The client of a draft, with the program that it changes and the version of the unpublished change it would replace. */
export type DraftClient = {
  clientId: string;
  name: string;
  present: ClientProgram | null;
  unpublished: number;
};

type DraftResultProps = {
  coachId: string;
  draft: PlannerDraft;
  client: DraftClient | null;
  /** Shows a program to read. */
  outline: (program: Program) => ReactNode;
  /** Asks when the client starts with a template. */
  assign: (programId: string, program: Program, client: DraftClient, onClose: () => void) => ReactNode;
  onAgain: () => void;
};

/** A drafted program with its reasons. Nothing reaches a client before the coach publishes or assigns it. */
export function DraftResult({ coachId, draft, client, outline, assign, onAgain }: DraftResultProps) {
  const { program, reasons, provenance } = draft;
  // With a model, the violations are those of its refused answers.
  const isIncomplete = provenance.promptHash === null && !provenance.fallback && provenance.violations.length > 0;
  return (
    <Stack gap="lg">
      <Stack gap={4}>
        <Group justify="space-between" gap="sm">
          <Title order={2}>{program.name}</Title>
          <Group gap="sm">
            <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={onAgain}>
              Another version
            </Button>
            {client?.present ? (
              <EditForClient coachId={coachId} draft={draft} client={client} />
            ) : (
              <EditAsTemplate coachId={coachId} draft={draft} client={client} assign={assign} />
            )}
          </Group>
        </Group>
        <ProvenanceLine provenance={provenance} edits={[]} />
      </Stack>
      {provenance.fallback && <Notice tone="warning">{DRAFT_FALLBACK_TEXTS[provenance.fallback]}</Notice>}
      {isIncomplete && (
        <Notice tone="warning" title="Some rules could not be kept">
          <List size="sm" spacing={4}>
            {[...new Set(provenance.violations)].slice(0, VIOLATIONS_SHOWN).map((violation) => (
              <List.Item key={violation}>{violation}</List.Item>
            ))}
          </List>
        </Notice>
      )}
      {reasons.skipped.length > 0 && (
        <Notice tone="warning" title="What this draft leaves out">
          <List size="sm" spacing={4}>
            {reasons.skipped.map((reason) => (
              <List.Item key={reason}>{reason}</List.Item>
            ))}
          </List>
        </Notice>
      )}
      {outline(program)}
      <Muted>The other weeks of each phase follow from its first. The builder shows them all.</Muted>
      {client?.present && <Changes present={client.present.program} program={program} name={client.name} />}
      <Reasons reasons={reasons} />
    </Stack>
  );
}

/** Folded, because the plan itself comes first. */
function Reasons({ reasons }: Pick<PlannerDraft, 'reasons'>) {
  return (
    <Card padding="md" component="section" aria-label="Why this program">
      <details className={classes.reasons}>
        <summary>Why this program</summary>
        <Stack gap="sm" mt="sm">
          <List spacing={4} size="sm">
            <List.Item>{reasons.split}</List.Item>
            <List.Item>{reasons.sets}</List.Item>
            <List.Item>{reasons.progression}</List.Item>
          </List>
          <Title order={3}>Why these exercises</Title>
          <List spacing={4} size="sm">
            {reasons.exercises.map(({ exerciseId, name, reason }) => (
              <List.Item key={exerciseId}>
                <Text span inherit fw={600}>
                  {name}
                </Text>
                : {reason}
              </List.Item>
            ))}
          </List>
        </Stack>
      </details>
    </Card>
  );
}

type ChangesProps = { present: Program; program: Program; name: string };

/** Differences for the client: exercises first, then every change in sentences. */
function Changes({ present, program, name }: ChangesProps) {
  const changes = useMemo(() => describeChanges(present, program), [present, program]);
  const { keptWeeks, stays, added, removed } = useMemo(() => compareWith(present, program), [present, program]);
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen ? changes : changes.slice(0, CHANGES_SHOWN);
  return (
    <Card padding="md" component="section" aria-label="Changes">
      <Stack gap="sm">
        <Title order={3}>What changes for {name}</Title>
        {changes.length === 0 && <Text size="sm">Nothing: this is the program that {name} follows now.</Text>}
        {keptWeeks > 0 && (
          <Text size="sm">
            {keptWeeks === 1
              ? 'Week 1 has started and stays as it is.'
              : `Weeks 1 to ${keptWeeks} have started and stay as they are.`}
          </Text>
        )}
        <Names label="Added" names={added} />
        <Names label="Kept" names={stays} />
        <Names label="Removed" names={removed} />
        <List spacing={4} size="sm">
          {shown.map((change) => (
            <List.Item key={change}>{change}</List.Item>
          ))}
        </List>
        {changes.length > shown.length && (
          <Button variant="subtle" size="compact-sm" w="fit-content" onClick={() => setOpen(true)}>
            Show {countLabel(changes.length - shown.length, 'more change')}
          </Button>
        )}
      </Stack>
    </Card>
  );
}

function Names({ label, names }: { label: string; names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <Text size="sm">
      <Text span inherit fw={600}>
        {label}:
      </Text>{' '}
      {listText(names)}.
    </Text>
  );
}

type EditForClientProps = { coachId: string; draft: PlannerDraft; client: DraftClient };

/** Makes the draft the unpublished change of the client's program. */
function EditForClient({ coachId, draft, client: { clientId, name, unpublished } }: EditForClientProps) {
  const navigate = useNavigate();
  const open = useOpenDraft(coachId);
  const [isAsking, setAsking] = useState(false);
  const send = () =>
    open.mutateAsync({ draftId: draft.id, as: 'client_draft', replaces: unpublished }).then(
      () => navigate({ to: `/coach/${coachId}/client/${clientId}/program` }),
      () => undefined,
    );
  return (
    <>
      <Button loading={open.isPending} onClick={() => (unpublished > 0 ? setAsking(true) : void send())}>
        Edit and publish
      </Button>
      <ProblemAlert error={open.error} fallback="The draft was not opened. Please try again." w="100%" />
      <ConfirmDialog
        opened={isAsking}
        title="Replace your unpublished changes?"
        confirmLabel="Replace changes"
        cancelLabel="Keep changes"
        action={open}
        fallback="Your changes are still there. Please try again."
        onConfirm={() => void send()}
        onClose={() => setAsking(false)}
      >
        {`You have changes for ${name} that are not published. This draft takes their place.`}
      </ConfirmDialog>
    </>
  );
}

type EditAsTemplateProps = Pick<DraftResultProps, 'coachId' | 'draft' | 'client' | 'assign'>;

/** Makes the draft a template: to edit, or to assign to a client without a program. */
function EditAsTemplate({ coachId, draft, client, assign }: EditAsTemplateProps) {
  const navigate = useNavigate();
  const open = useOpenDraft(coachId);
  const [isAssigning, setAssigning] = useState(false);
  const send = (done: () => unknown) =>
    open.mutateAsync({ draftId: draft.id, as: 'template', replaces: 0 }).then(done, () => undefined);
  const edit = () => void send(() => navigate({ to: `/coach/${coachId}/programs/${draft.id}` }));
  return (
    <>
      <Button variant={client ? 'default' : 'filled'} loading={open.isPending} onClick={edit}>
        Open in builder
      </Button>
      {client && (
        <Button loading={open.isPending} onClick={() => void send(() => setAssigning(true))}>
          Assign to {client.name}
        </Button>
      )}
      <ProblemAlert error={open.error} fallback="The program was not saved. Please try again." w="100%" />
      {client && isAssigning && assign(draft.id, draft.program, client, () => setAssigning(false))}
    </>
  );
}
