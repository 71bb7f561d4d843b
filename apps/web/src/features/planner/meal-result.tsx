import { Button, Card, Group, List, Stack, Text, Title } from '@mantine/core';
import type { MealPlan } from '@stridewell/contract/meals/meals.plan.rules';
import type { MealDraft } from '@stridewell/contract/planner/planner.meals';
import { DRAFT_FALLBACK_TEXTS } from '@stridewell/contract/planner/planner.rules';
import { IconRefresh, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { listText } from '../../lib/format.ts';
import { Notice } from '../../ui/notice.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { ProvenanceLine } from './draft-provenance.tsx';
import { type MealRecord, useDismissMealDraft, useOpenMealDraft } from './planner.queries.ts';
import classes from './planner-page.module.css';

/** Parts of the pages of meal plans: a plan to read, and the dialog that assigns one. */
export type MealParts = {
  outline: (draft: Pick<MealDraft, 'plan' | 'foods'>) => ReactNode;
  assign: (draft: MealDraft, client: { clientId: string; name: string }, onClose: () => void) => ReactNode;
};

type MealResultProps = MealParts & {
  coachId: string;
  draft: MealDraft;
  record: MealRecord | null;
  onAgain: () => void;
  onDismissed: () => void;
};

/** A drafted meal plan with its reasons. Nothing reaches a client before the coach assigns it. */
export function MealResult({ coachId, outline, assign, draft, record, onAgain, onDismissed }: MealResultProps) {
  const { plan, reasons, provenance } = draft;
  return (
    <Stack gap="lg">
      <Stack gap={4}>
        <Group justify="space-between" gap="sm">
          <Title order={2}>{plan.name}</Title>
          <Actions
            coachId={coachId}
            draft={draft}
            assign={assign}
            record={record}
            onAgain={onAgain}
            onDismissed={onDismissed}
          />
        </Group>
        <ProvenanceLine provenance={provenance} edits={[]} />
      </Stack>
      {provenance.fallback && <Notice tone="warning">{DRAFT_FALLBACK_TEXTS[provenance.fallback]}</Notice>}
      {reasons.warnings.length > 0 && <Sentences title="Check before you assign" sentences={reasons.warnings} />}
      {outline(draft)}
      {record?.present && <Changes present={record.present} plan={plan} name={record.name} />}
      <Reasons reasons={reasons} />
    </Stack>
  );
}

function Sentences({ title, sentences }: { title: string; sentences: readonly string[] }) {
  return (
    <Notice tone="warning" title={title}>
      <List size="sm" spacing={4}>
        {sentences.map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
      </List>
    </Notice>
  );
}

type ActionsProps = Omit<MealResultProps, 'outline'>;

function Actions({ coachId, assign, draft, record, onAgain, onDismissed }: ActionsProps) {
  const navigate = useNavigate();
  const open = useOpenMealDraft(coachId);
  const dismiss = useDismissMealDraft(coachId);
  const [isAssigning, setAssigning] = useState(false);
  const send = (done: () => unknown) => open.mutateAsync(draft.id).then(done, () => undefined);
  const first = record && { clientId: record.clientId, name: record.name };
  return (
    <>
      <Group gap="sm">
        <Button
          variant="subtle"
          leftSection={<IconTrash size={16} />}
          loading={dismiss.isPending}
          onClick={() => dismiss.mutate(draft.id, { onSuccess: onDismissed })}
        >
          Dismiss
        </Button>
        <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={onAgain}>
          Another version
        </Button>
        <Button
          variant={record ? 'default' : 'filled'}
          loading={open.isPending}
          onClick={() => void send(() => navigate({ to: `/coach/${coachId}/nutrition/${draft.id}` }))}
        >
          Open in builder
        </Button>
        {record && (
          <Button loading={open.isPending} onClick={() => void send(() => setAssigning(true))}>
            Assign to {record.name}
          </Button>
        )}
      </Group>
      <ProblemAlert error={open.error} fallback="The meal plan was not saved. Please try again." w="100%" />
      <ProblemAlert error={dismiss.error} fallback="The draft is still there. Please try again." w="100%" />
      {isAssigning && first && assign(draft, first, () => setAssigning(false))}
    </>
  );
}

const foodNames = ({ days }: MealPlan): string[] => [
  ...new Set(
    days.flatMap(({ meals }) => meals.flatMap(({ options: [first] }) => first?.foods.map(({ name }) => name) ?? [])),
  ),
];

/** Foods that the draft brings, keeps and leaves out, beside the plan that the client has. */
function Changes({ present, plan, name }: { present: { name: string; plan: MealPlan }; plan: MealPlan; name: string }) {
  const [before, after] = [foodNames(present.plan), foodNames(plan)];
  const lines = [
    { label: 'Added', names: after.filter((one) => !before.includes(one)) },
    { label: 'Kept', names: after.filter((one) => before.includes(one)) },
    { label: 'Removed', names: before.filter((one) => !after.includes(one)) },
  ].filter(({ names }) => names.length > 0);
  return (
    <Card padding="md" component="section" aria-label="Changes">
      <Stack gap="sm">
        <Title order={3}>
          What changes for {name}, beside “{present.name}”
        </Title>
        {lines.map(({ label, names }) => (
          <Text key={label} size="sm">
            <Text span inherit fw={600}>
              {label}:
            </Text>{' '}
            {listText(names)}.
          </Text>
        ))}
      </Stack>
    </Card>
  );
}

/** Folded, because the plan itself comes first. */
function Reasons({ reasons }: Pick<MealDraft, 'reasons'>) {
  const { target, variety, days, leftOut } = reasons;
  return (
    <Card padding="md" component="section" aria-label="Why this plan">
      <details className={classes.reasons}>
        <summary>Why this plan</summary>
        <List spacing={4} size="sm" mt="sm">
          <List.Item>{target}</List.Item>
          <List.Item>{variety}</List.Item>
          {days.map(({ name, sentence }) => (
            <List.Item key={name}>
              <Text span inherit fw={600}>
                {name}
              </Text>
              : {sentence}
            </List.Item>
          ))}
          {leftOut.map((sentence) => (
            <List.Item key={sentence}>{sentence}</List.Item>
          ))}
        </List>
      </details>
    </Card>
  );
}
