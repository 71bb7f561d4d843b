import type { ClientSummary } from '@stridewell/contract/clients/clients';
import type { TargetStatus } from '@stridewell/contract/clients/clients.rules';
import type { Departure } from '@stridewell/contract/retention/retention';
import { copyText } from '../../lib/copy-text.ts';
import { codeOf, messageOf } from '../../lib/errors.ts';
import { toast } from '../../lib/toasts.ts';
import { useResendInvitation, useSetClientStatus } from './clients.queries.ts';
import type { ClientSearch } from './clients.search.ts';

/** The parts of a client that an action needs. */
export type ClientToChange = Pick<ClientSummary, 'clientId' | 'fullName' | 'status' | 'accepted'>;

/** The toast after a change of status. */
function toastText({ fullName, accepted, status }: ClientToChange, to: TargetStatus): [title: string, message: string] {
  if (to === 'invited') return ['Invitation sent', `${fullName} gets an email with a new link to join you.`];
  if (to === 'paused')
    return ['Client paused', `${fullName} still counts toward your plan and can resume at any time.`];
  if (to === 'active') return ['Client active', `You are training ${fullName} again.`];
  if (status === 'declined')
    return ['Client archived', `${fullName} is under Archived. You can still invite them again.`];
  return accepted
    ? ['Client archived', `${fullName} no longer counts toward your plan and can still read their history.`]
    : ['Invitation withdrawn', `The link in ${fullName}’s email no longer works.`];
}

function showRefusal(error: unknown, fullName: string): void {
  if (codeOf(error) === 'SEATS_FULL') {
    toast.error(
      'Your plan is full',
      `Your plan has no room for another client. Archive one or choose a larger plan, then restore ${fullName}.`,
    );
    return;
  }
  toast.error('Nothing was changed', messageOf(error, `${fullName} was not changed. Please try again.`));
}

/** Actions on a client. Each shows a toast, with an undo where that is possible. */
export function useClientActions(coachId: string, search: ClientSearch) {
  const change = useSetClientStatus(coachId, search);
  const resend = useResendInvitation(coachId);

  const setStatus = (client: ClientToChange, status: TargetStatus, departure: Departure | null = null): void => {
    const { clientId, status: before } = client;
    // Only the client can undo an end of the coaching.
    if (before === 'ended') return;
    change.mutate(
      { clientId, status, departure },
      {
        onSuccess() {
          const [title, message] = toastText(client, status);
          // A sent mail cannot be undone, and a declined invitation was the client's decision.
          if (status === 'invited' || before === 'declined') return toast.success(title, message);
          const label = before === 'invited' ? 'Invite again' : 'Undo';
          toast.success(title, message, { label, run: () => undoStatus(client, before) });
        },
        onError: (error) => showRefusal(error, client.fullName),
      },
    );
  };

  const undoStatus = ({ clientId, fullName, ...client }: ClientToChange, status: TargetStatus): void =>
    change.mutate(
      { clientId, status },
      {
        onSuccess: () =>
          status === 'invited'
            ? toast.success(...toastText({ clientId, fullName, ...client }, status))
            : toast.success('Undone', `Nothing has changed for ${fullName}.`),
        onError: (error) => showRefusal(error, fullName),
      },
    );

  const inviteAgain = ({ clientId, fullName }: ClientSummary): void =>
    resend.mutate(clientId, {
      onSuccess: ({ invitationUrl }) =>
        toast.success(
          'Invitation sent again',
          `${fullName} gets a new link. The earlier link no longer works.`,
          invitationUrl === null
            ? undefined
            : { label: 'Copy link', run: () => copyText(invitationUrl, 'Link copied', `${fullName} has it by email.`) },
        ),
      onError: (error) =>
        toast.error('No invitation sent', messageOf(error, `${fullName} got no email. Please try again.`)),
    });

  return { setStatus, inviteAgain };
}

export type ClientActions = ReturnType<typeof useClientActions>;
