import { Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { Expenditure, TargetReview } from '@stridewell/contract/targets/targets.adaptation';
import { addDays } from '@stridewell/contract/time';
import type { UnitSystem } from '@stridewell/contract/units';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dayInSentence, energySentence, kcalText, weightLabel } from '../../lib/format.ts';
import { onIntent } from '../../lib/intent.ts';
import { toast } from '../../lib/toasts.ts';
import { EnergyInput } from '../../shared/energy-input.tsx';
import { suggestedTargetText } from '../../shared/suggested-target.ts';
import { late } from '../../ui/late.tsx';
import { Muted } from '../../ui/muted.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { StatTile } from '../../ui/stat-tile.tsx';
import { type AdaptationAsked, adaptationQuery, useApproveReview, useDismissReview } from './targets.queries.ts';

const LimitsDialog = late(async () => (await import('./limits-dialog.tsx')).LimitsDialog);

const TYPING_MS = 400;

type AdaptationCardProps = {
  coachId: string;
  clientId: string;
  firstName: string;
  units: UnitSystem;
  today: string;
};

/** Expenditure as the client logs it, on any day. */
export function AdaptationCard({ coachId, clientId, firstName, units, today }: AdaptationCardProps) {
  const [isEditing, setEditing] = useState(false);
  const [typed, setTyped] = useState({ day: '', assumedDay: '', assumedKcal: '' as number | string });
  const [settled] = useDebouncedValue(typed, TYPING_MS);
  const query = useQuery(adaptationQuery(coachId, clientId, askedOf(settled)));
  const yesterday = addDays(today, -1);
  return (
    <QueryBoundary query={query} failed="The expenditure could not be loaded" skeleton={260}>
      {({ limits, expenditure, sentence, projection, reviews, open }) => (
        <SectionCard
          title="Expenditure as you log it"
          aside={
            <Button
              variant="subtle"
              size="compact-sm"
              {...onIntent(LimitsDialog.prepare)}
              onClick={() => setEditing(true)}
            >
              {limits.isOn ? 'Limits' : 'Reviews are off'}
            </Button>
          }
        >
          <Stack gap="md">
            {expenditure && <Figures expenditure={expenditure} units={units} />}
            {/* The open proposal says it already. */}
            {sentence !== open?.sentence && (
              <Text size="sm" aria-live="polite">
                {energySentence(sentence)}
              </Text>
            )}
            {projection.length > 0 && <Projection projection={projection} units={units} today={today} />}
            {(expenditure || reviews.length > 0 || typed.day !== '' || typed.assumedDay !== '') && (
              <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
                <TextInput
                  label="As of"
                  description="Yesterday by default"
                  type="date"
                  max={yesterday}
                  value={typed.day}
                  onChange={({ currentTarget: { value: day } }) => setTyped((before) => ({ ...before, day }))}
                />
                <TextInput
                  label="What if this day"
                  description="A day to fill in"
                  type="date"
                  max={yesterday}
                  value={typed.assumedDay}
                  onChange={({ currentTarget: { value } }) => setTyped((before) => ({ ...before, assumedDay: value }))}
                />
                <EnergyInput
                  label="Had been logged"
                  size="md"
                  description="Nothing is saved"
                  max={10_000}
                  allowDecimal={false}
                  hideControls
                  value={typed.assumedKcal}
                  onChange={(assumedKcal) => setTyped((before) => ({ ...before, assumedKcal }))}
                />
              </SimpleGrid>
            )}
          </Stack>
          {isEditing && (
            <LimitsDialog
              coachId={coachId}
              clientId={clientId}
              firstName={firstName}
              limits={limits}
              onClose={() => setEditing(false)}
            />
          )}
        </SectionCard>
      )}
    </QueryBoundary>
  );
}

/** The typed numbers, once they are complete. */
function askedOf({ day, assumedDay, assumedKcal }: { day: string; assumedDay: string; assumedKcal: number | string }) {
  const asked: AdaptationAsked = {};
  if (day !== '') asked.day = day;
  if (assumedDay !== '' && typeof assumedKcal === 'number') {
    asked.assumedDay = assumedDay;
    asked.assumedKcal = assumedKcal;
  }
  return asked;
}

/** Rounded like the numbers of the sentence below. */
const wholeText = (kcal: number): string => kcalText(Math.round(kcal / 10) * 10);

function Figures({
  expenditure: { kcal, weightKg, rateKg, used, isPlateau },
  units,
}: {
  expenditure: Expenditure;
  units: UnitSystem;
}) {
  const complete = used.complete + used.fasted;
  return (
    <Group gap="lg" align="flex-start">
      <StatTile
        small
        label="Expenditure a day"
        value={wholeText(kcal.value)}
        note={`Likely ${wholeText(kcal.low)} to ${wholeText(kcal.high)}`}
      />
      <StatTile
        small
        label="Weight trend"
        value={weightLabel(weightKg.value, units)}
        note={
          isPlateau
            ? 'Stable for four weeks'
            : rateKg
              ? `${rateKg.value < 0 ? 'Down' : 'Up'} ${weightLabel(Math.abs(rateKg.value), units)} a week`
              : undefined
        }
      />
      <StatTile
        small
        label="Days used"
        value={String(complete)}
        note={`${used.weighIns} weigh-ins, ${used.partial + used.unlogged} incomplete days`}
      />
    </Group>
  );
}

type ProjectionProps = {
  projection: readonly { day: string; kg: number; low: number; high: number }[];
  units: UnitSystem;
  today: string;
};

/** Where the weight leads with the present target, in four and twelve weeks. */
function Projection({ projection, units, today }: ProjectionProps) {
  const weeks = [projection[4], projection[12]].filter((one) => one !== undefined);
  return (
    <Muted>
      With the present target:{' '}
      {weeks
        .map(
          ({ day, kg, low, high }) =>
            `${weightLabel(kg, units)} on ${dayInSentence(day, today)} (likely ${weightLabel(low, units)} to ${weightLabel(high, units)})`,
        )
        .join(', ')}
      .
    </Muted>
  );
}

type TargetProposalProps = {
  coachId: string;
  clientId: string;
  firstName: string;
  /** Opens the form with the numbers of the proposal. */
  onEdit: (kcal: number) => void;
  /** Approved or dismissed, which takes the buttons away. */
  onDecided: () => void;
};

/** The open proposal of the weekly review. Nothing without one. */
export function TargetProposal({ clientId, ...actions }: TargetProposalProps) {
  const { data } = useQuery(adaptationQuery(actions.coachId, clientId));
  return data?.open ? <Proposal {...actions} review={data.open} /> : null;
}

type ProposalProps = Omit<TargetProposalProps, 'clientId'> & { review: TargetReview };

function Proposal({
  coachId,
  firstName,
  review: { id, sentence, toKcal, fromKcal },
  onEdit,
  onDecided,
}: ProposalProps) {
  const [approve, dismiss] = [useApproveReview(coachId), useDismissReview(coachId)];
  const isBusy = approve.isPending || dismiss.isPending;
  if (toKcal === null || fromKcal === null) return null;
  const onApprove = () =>
    void approve.mutateAsync(id).then(
      () => {
        toast.success('Target set', `${firstName}: ${kcalText(toKcal)} a day.`);
        onDecided();
      },
      () => undefined,
    );
  const title = suggestedTargetText({ fromKcal, toKcal });
  return (
    <Notice title={title}>
      <Stack gap="xs">
        <Text size="sm">{energySentence(sentence).replace(`${title}.`, '')}</Text>
        <ProblemAlert error={approve.error ?? dismiss.error} />
        <Group gap="xs">
          <Button size="xs" loading={approve.isPending} disabled={isBusy} onClick={onApprove}>
            Approve
          </Button>
          <Button size="xs" variant="default" disabled={isBusy} onClick={() => onEdit(toKcal)}>
            Edit
          </Button>
          <Button
            size="xs"
            variant="subtle"
            loading={dismiss.isPending}
            disabled={isBusy}
            onClick={() => void dismiss.mutateAsync(id).then(onDecided, () => undefined)}
          >
            Dismiss
          </Button>
        </Group>
      </Stack>
    </Notice>
  );
}
