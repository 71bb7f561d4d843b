import { Badge, Group, Radio, Stack, Switch, Text } from '@mantine/core';
import { NUTRITION_WAYS, type NutritionWay } from '@stridewell/contract/people.rules';
import { dayInZone } from '@stridewell/contract/time';
import type { ClientWay } from '@stridewell/contract/ways/ways';
import { WAY_LABELS, WAY_MEANINGS, waysFor } from '@stridewell/contract/ways/ways.rules';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dayInSentence } from '../../lib/format.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { toast } from '../../lib/toasts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Muted } from '../../ui/muted.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { clientWayQuery, useSetClientWay } from './ways.queries.ts';

type ClientWayCardProps = {
  coachId: string;
  clientId: string;
  firstName: string;
  today: string;
  /** The coaching has ended, so nothing can be changed. */
  readOnly: boolean;
};

/** How a client works on nutrition, and whether numbers are hidden from them. */
export function ClientWayCard(props: ClientWayCardProps) {
  const { coachId, clientId } = props;
  return (
    <QueryBoundary
      query={useQuery(clientWayQuery(coachId, clientId))}
      failed="The nutrition settings could not be loaded"
      skeleton={320}
    >
      {(chosen) => <WayCard {...props} chosen={chosen} />}
    </QueryBoundary>
  );
}

function WayCard({
  coachId,
  clientId,
  firstName,
  today,
  readOnly,
  chosen,
}: ClientWayCardProps & { chosen: ClientWay }) {
  const set = useSetClientWay(coachId, clientId);
  const [isAsking, setAsking] = useState(false);
  const { way, numbersOff, suggested, prescribes, mode } = chosen;
  // A way from before the scope of practice was changed stays visible.
  const offered = NUTRITION_WAYS.filter((one) => one === way || waysFor(prescribes, [one]).length > 0);
  const choose = (next: NutritionWay) =>
    set.mutate({ way: next }, { onSuccess: () => toast.success(`${firstName} works with: ${WAY_LABELS[next]}`) });
  const setHidden = (numbersHidden: boolean) =>
    set.mutate(
      { numbersHidden },
      {
        onSuccess() {
          setAsking(false);
          toast.success(numbersHidden ? 'Calories and weight are hidden' : 'Calories and weight are shown');
        },
      },
    );
  const setMode = (glp1: boolean) =>
    set.mutate({ glp1 }, { onSuccess: () => toast.success(`${firstName} sees the change on their nutrition page`) });
  const zone = useTimeZone();
  const offText =
    numbersOff &&
    hiddenText(numbersOff.by, firstName, dayInSentence(dayInZone(new Date(numbersOff.since), zone), today));
  return (
    <SectionCard title="Approach">
      <Stack gap="lg">
        {!isAsking && <ProblemAlert error={set.error} fallback="Nothing was changed. Please try again." />}
        <Radio.Group
          label={`How ${firstName} works on nutrition`}
          description={suggested.reason}
          value={way}
          // Nothing is disabled while it is saved, which would take the focus away.
          onChange={(value) => {
            const next = offered.find((one) => one === value);
            if (next && !set.isPending) choose(next);
          }}
        >
          <Stack gap="sm" mt="sm">
            {offered.map((one) => (
              <Radio
                key={one}
                value={one}
                disabled={readOnly}
                label={
                  <Group gap="xs" component="span">
                    {WAY_LABELS[one]}
                    {suggested.ways.includes(one) && (
                      <Badge size="sm" variant="light" component="span">
                        Suggested
                      </Badge>
                    )}
                  </Group>
                }
                description={WAY_MEANINGS[one]}
              />
            ))}
          </Stack>
        </Radio.Group>
        {!prescribes && <Muted>Targets by number and meal plans are outside your scope of practice (Settings).</Muted>}
        <Switch
          size="md"
          label={`Hide calories and weight from ${firstName}`}
          description={`${firstName} sees no calories, macros, body weight or BMI. You still do.`}
          checked={numbersOff !== null}
          disabled={readOnly}
          onChange={({ currentTarget: { checked } }) =>
            !checked && numbersOff?.by === 'screen' ? setAsking(true) : !set.isPending && setHidden(checked)
          }
        />
        {offText && <Text>{offText}</Text>}
        <Switch
          size="md"
          label={`Use the mode for GLP-1 drugs with ${firstName}`}
          description={modeText(mode, firstName)}
          checked={mode.glp1}
          disabled={readOnly || !mode.hasConsent}
          onChange={({ currentTarget: { checked } }) => !set.isPending && setMode(checked)}
        />
      </Stack>
      <ConfirmDialog
        opened={isAsking}
        title={`Show calories and weight to ${firstName}?`}
        confirmLabel="Show numbers"
        action={set}
        danger={false}
        onConfirm={() => setHidden(false)}
        onClose={() => setAsking(false)}
      >
        {`They were hidden because of a health answer. Agree with ${firstName}, and with the clinician who supports them, before you show numbers again. This is recorded in the activity log.`}
      </ConfirmDialog>
    </SectionCard>
  );
}

function hiddenText(by: NonNullable<ClientWay['numbersOff']>['by'], firstName: string, since: string): string {
  if (by === 'screen') return `Hidden since ${since} because of a health answer. Only you can show them again.`;
  return by === 'coach' ? `Hidden by you since ${since}.` : `Hidden by ${firstName} since ${since}.`;
}

function modeText({ isAnswered, hasConsent }: ClientWay['mode'], firstName: string): string {
  if (!hasConsent) return `This needs ${firstName}’s consent to the use of health answers.`;
  const why = isAnswered ? ' Their health answers name one.' : '';
  return `Protein and strength work first, a slower loss, water and fiber. Only you and ${firstName} see it.${why}`;
}
