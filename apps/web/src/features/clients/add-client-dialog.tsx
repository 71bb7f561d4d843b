import { SegmentedControl, Stack, TextInput } from '@mantine/core';
import type { Plan } from '@stridewell/contract/billing/billing.rules';
import { addClientInput, type InvitedClient } from '@stridewell/contract/clients/clients';
import type { StartChoices } from '@stridewell/contract/clients/clients.start.rules';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { codeOf } from '../../lib/errors.ts';
import { countLabel } from '../../lib/format.ts';
import { newId } from '../../lib/ids.ts';
import { InviteMany, NO_INVITEES, useInviteMany } from '../../shared/invite-many.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { Muted } from '../../ui/muted.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { useSchemaForm } from '../../ui/schema-form.ts';
import { ClientInvited } from './client-invited.tsx';
import type { ClientToChange } from './clients.actions.ts';
import { freeSeatQuery, useAddClient } from './clients.queries.ts';
import { ExistingClient } from './existing-client.tsx';
import { NoFreeSeat } from './no-free-seat.tsx';
import { StartFields } from './start-fields.tsx';

const schema = addClientInput.pick({ fullName: true, email: true });

/** The client who has this address already. */
const existingClientIn = (error: unknown): ClientToChange | undefined =>
  codeOf(error) === 'DUPLICATE_CLIENT' && error instanceof Error && 'data' in error
    ? (error.data as ClientToChange)
    : undefined;

type AddClientDialogProps = { coachId: string; plan: Plan; opened: boolean; onClose: () => void };

/** Invites clients by name and email; they fill in the rest. */
export default function AddClientDialog({ coachId, plan, opened, onClose }: AddClientDialogProps) {
  const [busy, setBusy] = useState(false);
  const close = () => {
    // Several invitations are on their way, and their results belong on the screen.
    if (!busy) onClose();
  };
  return (
    <Dialog opened={opened} onClose={close} title="Add client">
      <AddClient coachId={coachId} plan={plan} onClose={onClose} onBusy={setBusy} />
    </Dialog>
  );
}

type AddClientProps = { coachId: string; plan: Plan; onClose: () => void; onBusy: (busy: boolean) => void };

/** Its own component, so that closing forgets what was typed. */
function AddClient({ coachId, plan, onClose, onBusy }: AddClientProps) {
  const [several, setSeveral] = useState(false);
  const [invited, setInvited] = useState<InvitedClient | null>(null);
  const { data: hasSeat } = useQuery(freeSeatQuery());
  if (invited) return <ClientInvited client={invited} onAnother={() => setInvited(null)} onDone={onClose} />;
  // Results of several clients stay on screen when the last seat is taken.
  if (hasSeat === false && !several) return <NoFreeSeat coachId={coachId} plan={plan} onClose={onClose} />;
  return (
    <Stack gap="md">
      <SegmentedControl
        aria-label="How many clients"
        bg="var(--hover)"
        data={[
          { value: 'one', label: 'One client' },
          { value: 'several', label: 'Several at once' },
        ]}
        value={several ? 'several' : 'one'}
        onChange={(value) => setSeveral(value === 'several')}
      />
      {several ? (
        <AddSeveral coachId={coachId} onClose={onClose} onBusy={onBusy} />
      ) : (
        <AddOne coachId={coachId} onClose={onClose} onInvited={setInvited} />
      )}
    </Stack>
  );
}

type AddOneProps = { coachId: string; onClose: () => void; onInvited: (client: InvitedClient) => void };

function AddOne({ coachId, onClose, onInvited }: AddOneProps) {
  const add = useAddClient(coachId);
  // One id for all tries, so that a retry after a lost answer adds no second client.
  const [clientId] = useState(newId);
  const [start, setStart] = useState<StartChoices>({});
  const form = useSchemaForm(schema, {
    initialValues: { fullName: '', email: '' },
    submit: (values) => add.mutateAsync({ clientId, ...values, start }),
    onDone: onInvited,
  });
  const existing = existingClientIn(form.error);
  return (
    <form {...form.formProps}>
      <Stack gap="md">
        {existing ? (
          <ExistingClient coachId={coachId} client={existing} onDone={onClose} />
        ) : (
          <ProblemAlert text={form.problem} />
        )}
        <TextInput label="Full name" autoComplete="off" data-autofocus {...form.getInputProps('fullName')} />
        <TextInput label="Email" type="email" autoComplete="off" {...form.getInputProps('email')} />
        <StartFields coachId={coachId} start={start} onChange={setStart} />
        <Muted>
          We email the invitation. Invited clients count toward your plan right away, until you archive them.
        </Muted>
        <DialogActions cancelLabel="Cancel" onCancel={onClose} label="Send invitation" busy={form.busy} />
      </Stack>
    </form>
  );
}

function AddSeveral({ coachId, onClose, onBusy }: Omit<AddClientProps, 'plan'>) {
  const add = useAddClient(coachId);
  const [list, setList] = useState(NO_INVITEES);
  const [start, setStart] = useState<StartChoices>({});
  const invite = useInviteMany({ list, setList, add: (invitee) => add.mutateAsync({ ...invitee, start }) });
  const { count, tooMany, sending, send } = invite;
  const isDone = count === 0 && list.results.length > 0;
  const submit = async () => {
    onBusy(true);
    await send();
    onBusy(false);
  };
  return (
    <Stack gap="md">
      <InviteMany list={list} setList={setList} invite={invite} />
      <StartFields coachId={coachId} start={start} onChange={setStart} disabled={sending} />
      <Muted>
        We email each an invitation. What you choose applies to everyone on the list. Invited clients count toward your
        plan right away, until you archive them.
      </Muted>
      <DialogActions
        cancelLabel={isDone ? 'Close' : 'Cancel'}
        onCancel={onClose}
        label={count > 0 ? `Send ${countLabel(count, 'invitation')}` : 'Send invitations'}
        onConfirm={() => void submit()}
        busy={sending}
        disabled={count === 0 || tooMany}
      />
    </Stack>
  );
}
