import { Stack, Switch } from '@mantine/core';
import type { OwnWay } from '@stridewell/contract/ways/ways';
import { useQuery } from '@tanstack/react-query';
import { toast } from '../../lib/toasts.ts';
import { Muted } from '../../ui/muted.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { ownWayQuery, useSetOwnNumbers } from './ways.queries.ts';

type OwnNumbersCardProps = {
  coachName: string;
  /** Loads the session again, which deletes what this device keeps. */
  onChanged: () => Promise<unknown>;
};

/** Lets a client hide calories, macros and body weight from themselves. */
export function OwnNumbersCard({ coachName, onChanged }: OwnNumbersCardProps) {
  return (
    <QueryBoundary query={useQuery(ownWayQuery())} failed="This setting could not be loaded" skeleton={140}>
      {(own) => <NumbersSwitch own={own} coachName={coachName} onChanged={onChanged} />}
    </QueryBoundary>
  );
}

function NumbersSwitch({ own, coachName, onChanged }: OwnNumbersCardProps & { own: OwnWay }) {
  const set = useSetOwnNumbers();
  const isHidden = own.numbersOff !== null;
  const isFixed = isHidden && !own.mayShow;
  // The session may arrive by itself before the answer. It empties the page, so callbacks of this component would be lost.
  const change = (hidden: boolean) =>
    void set.mutateAsync(hidden).then(
      () => {
        toast.success(hidden ? 'Calories and weight are hidden' : 'Calories and weight are shown');
        void onChanged();
      },
      () => undefined,
    );
  return (
    <SectionCard title="Calories and weight">
      <Stack gap="md">
        <ProblemAlert error={set.error} fallback="Nothing was changed. Please try again." />
        <Switch
          size="md"
          label="Hide calories and weight from me"
          description={`Calories, macros, body weight and BMI disappear on all your devices. Your training stays, and ${coachName} still sees the numbers.`}
          checked={isHidden}
          disabled={isFixed}
          // Not disabled while it is saved, which would take the focus away.
          onChange={({ currentTarget: { checked } }) => !set.isPending && change(checked)}
        />
        <Muted>
          {isFixed
            ? `Hidden because of your health answers. ${coachName} decides with you when to show them again.`
            : 'You can change this at any time.'}
        </Muted>
      </Stack>
    </SectionCard>
  );
}
