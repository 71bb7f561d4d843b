import { Loader, NativeSelect } from '@mantine/core';
import { isFormerClient } from '@stridewell/contract/clients/clients.rules';
import type { Coaching } from '@stridewell/contract/identity/identity';
import { IconUsers } from '@tabler/icons-react';
import { messageOf } from '../../lib/errors.ts';
import { toast } from '../../lib/toasts.ts';
import { useChooseCoach } from './coaches.queries.ts';

type CoachSwitcherProps = {
  /** The current one first. */
  coachings: readonly Coaching[];
  /** Runs after the switch. Resolves when the portal shows the chosen coach. */
  onChosen: () => Promise<unknown>;
};

const stateOf = ({ status }: Coaching) => {
  if (isFormerClient(status)) return ' (ended)';
  return status === 'paused' ? ' (paused)' : '';
};

/** Switches the portal between the coaches of a client. Renders nothing for clients with one coach. */
export function CoachSwitcher({ coachings, onChosen }: CoachSwitcherProps) {
  const choose = useChooseCoach(onChosen);
  const [current] = coachings;
  if (!current || coachings.length < 2) return null;
  return (
    <NativeSelect
      aria-label="Your coach"
      size="md"
      maw={320}
      leftSection={choose.isPending ? <Loader size={18} /> : <IconUsers size={18} stroke={1.75} aria-hidden />}
      disabled={choose.isPending}
      value={current.coachId}
      data={coachings.map((coaching) => ({
        value: coaching.coachId,
        label: `With ${coaching.coachName}${stateOf(coaching)}`,
      }))}
      onChange={({ currentTarget: { value } }) =>
        choose.mutate(value, {
          onError: (error) => toast.error('Your coach was not changed', messageOf(error, 'Please try again.')),
        })
      }
    />
  );
}
