import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import type { ClientTargets, TargetChange } from '@stridewell/contract/targets/targets';
import { GOAL_LABELS } from '@stridewell/contract/targets/targets.rules';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { dayInSentence, energySentence, kcalText } from '../../lib/format.ts';
import { newId } from '../../lib/ids.ts';
import { onIntent } from '../../lib/intent.ts';
import { toast } from '../../lib/toasts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { late } from '../../ui/late.tsx';
import { Muted } from '../../ui/muted.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { TargetBlocks, TargetCautions, TargetNumbers } from './target-numbers.tsx';
import { useEndTarget } from './targets.queries.ts';
import { rateText, sourceText } from './targets.wording.ts';

const TargetForm = late(async () => (await import('./target-form.tsx')).TargetForm);

type TargetCardProps = {
  coachId: string;
  clientId: string;
  firstName: string;
  targets: ClientTargets;
  /** A former client, or a coach whose scope of practice leaves out targets: nothing can be set. */
  readOnly: boolean;
  /** Energy of a proposal in kcal, which the form starts with; null without one. */
  edited: number | null;
  onEdited: () => void;
};

/** The client's target, or the one that the rules calculate. */
export function TargetCard(props: TargetCardProps) {
  const { coachId, clientId, firstName, targets, readOnly, edited, onEdited } = props;
  const [dialog, setDialog] = useState<'set' | 'end' | null>(null);
  const { today, blocks, missing, defaults, proposal, current, history } = targets;
  const planned = history[0] && history[0].startsOn > today ? history[0] : null;
  const isBlocked = blocks.length > 0;
  const none = `${firstName} has no target ${history.length > 0 ? 'now' : 'yet'}.`;
  const close = () => {
    setDialog(null);
    onEdited();
  };
  return (
    <SectionCard
      title="Nutrition target"
      aside={
        !readOnly &&
        !isBlocked && (
          <Button
            size="xs"
            variant={current ? 'default' : 'filled'}
            {...onIntent(TargetForm.prepare)}
            onClick={() => setDialog('set')}
          >
            {current ? 'Change target' : 'Set target'}
          </Button>
        )
      }
    >
      <Stack gap="md">
        {isBlocked && (
          <TargetBlocks blocks={blocks} firstName={firstName}>
            {missing.length > 0 && (
              <Anchor
                size="sm"
                renderRoot={(root) => (
                  <Link to="/coach/$coachId/client/$clientId/edit" params={{ coachId, clientId }} {...root} />
                )}
              >
                Edit the details of {firstName}
              </Anchor>
            )}
          </TargetBlocks>
        )}
        {current && <CurrentTarget change={current} today={today} />}
        {planned && <PlannedTarget change={planned} today={today} />}
        {!current && !isBlocked && (
          <>
            {proposal.target ? (
              <>
                <Text size="sm">
                  {none} These numbers follow from the details, the newest weight and the health answers.
                </Text>
                <TargetNumbers target={proposal.target} />
                <Muted>{energySentence(proposal.target.reasons.expenditure)}</Muted>
              </>
            ) : (
              <>
                <Text size="sm">
                  {none} One for the goal “{GOAL_LABELS[defaults.goal].toLowerCase()}” is not possible:
                </Text>
                <TargetBlocks blocks={proposal.blocks} firstName={firstName} />
              </>
            )}
            <TargetCautions cautions={proposal.cautions} />
          </>
        )}
        {(current || planned?.target) && !readOnly && (
          <Group>
            <Button size="compact-sm" variant="subtle" ml={-8} onClick={() => setDialog('end')}>
              End target
            </Button>
          </Group>
        )}
      </Stack>
      {(dialog === 'set' || edited !== null) && (
        <TargetForm
          coachId={coachId}
          clientId={clientId}
          firstName={firstName}
          targets={targets}
          edited={edited}
          onClose={close}
        />
      )}
      {dialog === 'end' && <EndDialog coachId={coachId} clientId={clientId} firstName={firstName} onClose={close} />}
    </SectionCard>
  );
}

function CurrentTarget({ change, today }: { change: TargetChange; today: string }) {
  const { target, basis, note } = change;
  if (!target) return null;
  return (
    <Stack gap="md">
      <div>
        <Text fw={600}>{kcalText(target.kcal)} a day</Text>
        <Muted>
          {sourceText(change, today)}. {rateText(target.weeklyPercent)}.
        </Muted>
        {note && <Text size="sm">{note}</Text>}
      </div>
      <TargetNumbers target={target} />
      {basis && <Muted>{energySentence(target.reasons.expenditure)}</Muted>}
    </Stack>
  );
}

function PlannedTarget({ change: { target, startsOn }, today }: { change: TargetChange; today: string }) {
  if (!target) return null;
  return (
    <Text size="sm">
      From {dayInSentence(startsOn, today)}: {kcalText(target.kcal)}, {target.protein} g protein, {target.carbohydrate}{' '}
      g carbs, {target.fat} g fat.
    </Text>
  );
}

type EndDialogProps = { coachId: string; clientId: string; firstName: string; onClose: () => void };

function EndDialog({ coachId, clientId, firstName, onClose }: EndDialogProps) {
  const end = useEndTarget(coachId);
  const [targetId] = useState(newId);
  const confirm = () =>
    end.mutate(
      { clientId, targetId },
      {
        onSuccess() {
          toast.success('Target ended', `${firstName} no longer has a target.`);
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      title={`End the target of ${firstName}?`}
      confirmLabel="End target"
      cancelLabel="Keep target"
      action={end}
      fallback="The target was not ended. Please try again."
      onConfirm={confirm}
      onClose={onClose}
    >
      It ends today, and a target that was planned for later does not start. The history stays.
    </ConfirmDialog>
  );
}
