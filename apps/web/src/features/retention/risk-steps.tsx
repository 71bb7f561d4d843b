import { Anchor, Button, Group, Text } from '@mantine/core';
import type { ClientRisk } from '@stridewell/contract/retention/retention';
import type { RiskAction } from '@stridewell/contract/retention/retention.rules';
import { Link } from '@tanstack/react-router';
import { agoInSentence } from '../../lib/format.ts';
import { newId } from '../../lib/ids.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { toast } from '../../lib/toasts.ts';
import { useEndKnownReason, useTakeAction, useUndoAction } from './retention.queries.ts';
import { ACTION_TEXTS, DONE_TEXTS, knownReasonText, suggestedText } from './retention.wording.ts';

const placeOf = (action: RiskAction, { coachId, clientId }: { coachId: string; clientId: string }): string =>
  ({
    nudge: `/coach/${coachId}/messages/${clientId}`,
    message: `/coach/${coachId}/messages/${clientId}`,
    call: `/coach/${coachId}/client/${clientId}`,
    payment: `/coach/${coachId}/money`,
  })[action];

type RiskStepsProps = {
  coachId: string;
  client: ClientRisk;
  today: string;
  /** Opens the dialog, which cannot stand in the paragraph of a phone’s row. */
  onKnowWhy: (client: ClientRisk) => void;
};

/** The recommended action with the place where the coach takes it, and what the coach knows or did. */
export function RiskSteps({ coachId, client, today, onKnowWhy }: RiskStepsProps) {
  const { clientId, name, action, taken, knownReason } = client;
  return (
    <>
      {taken && <TakenLine client={client} taken={taken} />}
      {knownReason ? (
        <KnownLine coachId={coachId} client={client} knownReason={knownReason} today={today} />
      ) : (
        action && (
          <Group component="span" gap="4px 20px">
            <Anchor component={Link} to={placeOf(action, { coachId, clientId })} size="sm">
              {ACTION_TEXTS[action]}
            </Anchor>
            {!taken && <DoneButton coachId={coachId} client={client} action={action} />}
            <SuggestedTime client={client} today={today} />
            {action !== 'payment' && (
              <Button
                variant="subtle"
                size="compact-sm"
                mx={-8}
                onClick={() => onKnowWhy(client)}
                aria-label={`I know why: ${name}`}
              >
                I know why
              </Button>
            )}
          </Group>
        )
      )}
    </>
  );
}

type LineProps = { client: ClientRisk };

/** The drawn time of the action while it lies ahead. */
function SuggestedTime({ client: { suggestedAt }, today }: LineProps & { today: string }) {
  const timeZone = useTimeZone();
  if (suggestedAt === null) return null;
  return (
    <Text span size="sm" c="dimmed">
      {suggestedText(suggestedAt, timeZone, today)}
    </Text>
  );
}

function TakenLine({ client: { name }, taken }: LineProps & { taken: NonNullable<ClientRisk['taken']> }) {
  const timeZone = useTimeZone();
  return (
    <Text span size="sm" c="dimmed" aria-label={`${DONE_TEXTS[taken.action]}: ${name}`}>
      {`${DONE_TEXTS[taken.action]} ${agoInSentence(taken.doneAt, timeZone)}`}
    </Text>
  );
}

type KnownLineProps = Omit<RiskStepsProps, 'onKnowWhy'> & { knownReason: NonNullable<ClientRisk['knownReason']> };

function KnownLine({ coachId, client: { clientId, name }, knownReason, today }: KnownLineProps) {
  const end = useEndKnownReason();
  return (
    <Group component="span" gap="4px 20px">
      <Text span size="sm">
        {knownReasonText(knownReason, today)}
      </Text>
      <Button
        variant="subtle"
        size="compact-sm"
        mx={-8}
        loading={end.isPending}
        aria-label={`End now: the reason of ${name}`}
        onClick={() =>
          end.mutate(
            { coachId, clientId, reasonId: knownReason.id },
            {
              onSuccess: () => toast.success('Reason ended', 'Silence counts again.'),
              onError: () => toast.error('The reason was not ended', 'Please try again.'),
            },
          )
        }
      >
        End now
      </Button>
    </Group>
  );
}

type DoneButtonProps = { coachId: string; client: ClientRisk; action: RiskAction };

/** Records that the coach took the action, with an undo. */
function DoneButton({ coachId, client: { clientId, name }, action }: DoneButtonProps) {
  const take = useTakeAction();
  const undo = useUndoAction();
  const failed = () => toast.error('Nothing was changed', 'Please try again.');
  const done = () => {
    const actionId = newId();
    const undone = () =>
      undo.mutate(
        { coachId, clientId, actionId },
        { onSuccess: () => toast.success('Undone', `Nothing has changed for ${name}.`), onError: failed },
      );
    take.mutate(
      { coachId, clientId, actionId, action },
      {
        onSuccess: () => toast.success(DONE_TEXTS[action], `Recorded for ${name}.`, { label: 'Undo', run: undone }),
        onError: failed,
      },
    );
  };
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      mx={-8}
      loading={take.isPending}
      onClick={done}
      aria-label={`Done: ${name}`}
    >
      Done
    </Button>
  );
}
